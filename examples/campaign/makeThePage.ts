import { DateTime } from 'luxon';

import type { CodeNode, Item } from '../codeNode';
import { escapeHtml } from '../escapeHtml';
import { csvLink } from './csv';
import type { Listed, Page } from './types';
import type { Words } from './words/words';

// As they stand in the list: what somebody has to see to comes first.
const STATES = [
	'returned',
	'unknown',
	'other_contents',
	'not_ordered',
	'to_correct',
	'fine',
	'left_out',
	'not_chosen',
	'queued',
	'writing',
	'posted',
	'in_transit',
	'delivered',
];
const SEE_TO = 5;

const stateOf = ({ letter_id, outcome, status }: Listed) => (letter_id ? status : outcome);
const rank = (letter: Listed) => STATES.indexOf(stateOf(letter));

export function makeThePage({ $input }: CodeNode<Partial<Listed>, object>, words: Words): Array<Item<Page>> {
	const items = $input.all().map(({ json }) => json);
	const letters = items.filter((letter): letter is Listed => Boolean(letter.external_id));
	const shown = letters.toSorted((a, b) => rank(a) - rank(b) || Number(a.row) - Number(b.row));
	const sent = letters.filter(({ letter_id }) => letter_id);
	const count = (state: string) => letters.filter((letter) => stateOf(letter) === state).length;
	const under = sent.filter(({ status }) => !['delivered', 'returned'].includes(status)).length;
	const day = (date: string | null) =>
		date ? DateTime.fromISO(new Date(date).toISOString()).toFormat(words.list.day) : '';

	const said = new Map(Object.entries({ ...words.list.statuses, ...words.outcomes }));
	const lines = shown.map((letter) => [
		String(letter.row ?? ''),
		letter.name,
		letter.external_id,
		said.get(stateOf(letter)) ?? stateOf(letter),
		day(letter.date),
		letter.letter_id,
	]);
	const link = csvLink([words.list.columns, ...lines], words.sheet.delimiter);
	const colour = (letter: Listed) =>
		stateOf(letter) === 'delivered' ? 'good' : rank(letter) < SEE_TO ? 'bad' : 'plain';
	const rows = shown.map((letter, index) => {
		const cells = (lines[index] ?? []).map((value) => `<td>${escapeHtml(value)}</td>`);
		return `<tr class="${colour(letter)}">${cells.join('')}</tr>`;
	});
	const counts = [
		words.list.under(under),
		words.list.returned(count('returned')),
		words.list.not(letters.length - sent.length),
	];
	const page = [
		`<h1>${words.list.title(count('delivered'), sent.length)}</h1>`,
		`<p>${counts.filter(Boolean).join(' ')}</p>`,
		`<p><a class="button" download="${words.list.csvName}" href="${link}">${words.list.download}</a></p>`,
		`<table><thead><tr>${words.list.columns.map((title) => `<th>${title}</th>`).join('')}</tr></thead><tbody>`,
		...rows,
		'</tbody></table>',
	].join('\n');
	return [{ json: { page } }];
}
