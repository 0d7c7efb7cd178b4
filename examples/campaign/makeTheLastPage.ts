import type { CodeNode, Item } from '../codeNode';
import { escapeHtml } from '../escapeHtml';
import type { Result } from './results';
import { results } from './results';
import type { Campaign, Page } from './types';
import type { Words } from './words/words';
import { workbookLink } from './writeWorkbook';

const isDone = ({ outcome }: Result) => ['ordered', 'ordered_before'].includes(outcome);
const isLeft = ({ outcome }: Result) => ['left_out', 'not_chosen'].includes(outcome);
const rank = (result: Result) => (isDone(result) ? 2 : isLeft(result) ? 1 : 0);
const said = (outcome: string, words: Words) =>
	(words.outcomes as Record<string, string>)[outcome] ?? outcome;

// The rows that did not leave, as they came, and beside each why.
function rowsToCorrect(again: Result[], words: Words): string[][] {
	const { reason } = words.sheet;
	const own = (source: Result['source']) => source.filter(([heading]) => heading !== reason);
	const headings = own(again[0]?.source ?? []).map(([heading]) => heading);
	const lines = again.map(({ source, why, outcome }) => [
		...own(source).map(([, cell]) => cell),
		why || said(outcome, words),
	]);
	return [[...headings, reason], ...lines];
}

// Without names: the page opens for whoever has its link, for as long as n8n keeps the run.
function resultLine(result: Result, words: Words): string {
	const { row, external_id, outcome, letter_id, why } = result;
	const cells = [row ?? '–', external_id, said(outcome, words), isDone(result) ? letter_id : why];
	const colour = ['bad', 'plain', 'good'][rank(result)] ?? '';
	return `<tr class="${colour}">${cells.map((value) => `<td>${escapeHtml(value)}</td>`).join('')}</tr>`;
}

// It is made behind the list: what is ordered is written down, whatever becomes of the page.
export function makeTheLastPage(
	{ $input, $ }: CodeNode<{ id?: number }, Campaign>,
	words: Words,
): Array<Item<Page>> {
	// A row that could not be written has no id.
	const isUnwritten = $input.all().some(({ json }) => !json.id);
	const all = results({ $ }, words);
	const count = (outcome: string) => all.filter((result) => result.outcome === outcome).length;
	const again = all.filter((result) => result.row !== null && !isDone(result));
	const wrong = again.filter((result) => !isLeft(result));
	const link = workbookLink(rowsToCorrect(again, words));
	const download = words.result.download(again.length);
	const counts = [
		words.result.before(count('ordered_before')),
		words.result.not(wrong.length),
		words.result.left(again.length - wrong.length),
	];
	const titles = words.result.columns.map((title) => `<th>${title}</th>`).join('');
	const shown = all.toSorted((a, b) => rank(a) - rank(b));
	const page = [
		isUnwritten ? words.result.unwritten : '',
		`<h1>${words.result.title(count('ordered'), count('fine'))}</h1>`,
		`<p>${counts.filter(Boolean).join(' ')}</p>`,
		again.length > 0
			? `<p><a class="button" download="${words.result.fileName}" href="${link}">${download}</a></p><p>${words.result.again}</p>`
			: '',
		`<table><thead><tr>${titles}</tr></thead><tbody>`,
		...shown.map((result) => resultLine(result, words)),
		'</tbody></table>',
	].join('\n');
	return [{ json: { page } }];
}
