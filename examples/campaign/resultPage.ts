import { escapeHtml } from '../escapeHtml';
import { csvLink } from './csv';
import type { Judged, Listed, Row } from './types';
import type { Words } from './words/words';

export interface Result extends Listed {
	state: Judged['state'];
	why: string;
	source: Row['source'];
}

const isDone = ({ outcome }: Result) => ['ordered', 'ordered_before'].includes(outcome);
const rank = (result: Result) => (isDone(result) ? 2 : result.outcome === 'left_out' ? 1 : 0);
const said = (outcome: string, words: Words) =>
	(words.outcomes as Record<string, string>)[outcome] ?? outcome;

// The rows to correct, as they came, and beside each what to correct.
function rowsToCorrect(results: Result[], words: Words): string[][] {
	const { reason } = words.sheet;
	const headings = Object.keys(results[0]?.source ?? {}).filter((heading) => heading !== reason);
	const lines = results.map(({ source, why, outcome }) => [
		...headings.map((heading) => source[heading] ?? ''),
		why || said(outcome, words),
	]);
	return [[...headings, reason], ...lines];
}

function resultLine(result: Result, words: Words): string {
	const { row, external_id, name, outcome, letter_id, why } = result;
	const cells = [row ?? '–', external_id, name, said(outcome, words), isDone(result) ? letter_id : why];
	const colour = ['bad', 'plain', 'good'][rank(result)] ?? '';
	return `<tr class="${colour}">${cells.map((value) => `<td>${escapeHtml(value)}</td>`).join('')}</tr>`;
}

export function resultPage(results: Result[], words: Words): string {
	const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length;
	const again = results.filter((result) => result.row !== null && rank(result) === 0);
	const link = csvLink(rowsToCorrect(again, words), words.sheet.delimiter);
	const download = words.result.download(again.length);
	const counts = [
		words.result.before(count('ordered_before')),
		words.result.not(again.length),
		words.result.left(count('left_out')),
	];
	const titles = words.result.columns.map((title) => `<th>${title}</th>`).join('');
	const shown = results.toSorted((a, b) => rank(a) - rank(b));
	return [
		`<h1>${words.result.title(count('ordered'), count('fine'))}</h1>`,
		`<p>${counts.filter(Boolean).join(' ')}</p>`,
		again.length > 0
			? `<p><a class="button" download="${words.result.csvName}" href="${link}">${download}</a></p><p>${words.result.again}</p>`
			: '',
		`<table><thead><tr>${titles}</tr></thead><tbody>`,
		...shown.map((result) => resultLine(result, words)),
		'</tbody></table>',
	].join('\n');
}
