import type { CodeNode, Item } from '../codeNode';
import { escapeHtml } from '../escapeHtml';
import type { Campaign, Checked, Judged, Page, State } from './types';
import type { Words } from './words/words';

// Room for every row of the largest run.
const LONGEST = 5000;

// "16, 31-32", with any dash, and "31 a 32" or "31 to 32".
function readRows(typed: string, letters: Judged[]): { rows: Set<number>; unclear: string[] } {
	// Cut, it would leave out fewer rows than were typed.
	if (typed.length > LONGEST) return { rows: new Set(), unclear: [`${typed.slice(0, 40)} …`] };
	const numbers = letters.flatMap(({ row_number }) => (row_number === null ? [] : [row_number]));
	// A pattern would look at a run of spaces from every place in it.
	const asked = typed.replace(/\s+/g, ' ').replace(/\s?(?:[-–—]|\b(?:to|a|até)\b)\s?/gi, '-');
	const rows = new Set<number>();
	const unclear: string[] = [];
	for (const part of asked.split(/[\s,;.]+|\b(?:and|e)\b/i).filter(Boolean)) {
		const [, from, to = from] = /^(\d+)(?:-(\d+))?$/.exec(part) ?? [];
		const within = numbers.filter((row) => row >= Number(from) && row <= Number(to));
		if (Number(to) > Math.max(...numbers) || within.length === 0) unclear.push(part);
		for (const row of within) rows.add(row);
	}
	return { rows, unclear };
}

export function whatWasApproved(
	{ $input, $ }: CodeNode<Record<string, string | number | null | undefined>, Campaign>,
	words: Words,
): Array<Item<Checked | Page>> {
	const { choices, letters } = $('Make the Proof').first().json;
	const answer = $input.first().json;
	const kind = choices.find(({ option }) => option === answer[words.questions.choose])?.kind;
	const left = readRows(String(answer[words.questions.except] ?? ''), letters);
	// Who leaves out a row that is not there means another one: then nothing is ordered.
	if (left.unclear.length > 0) {
		return [{ json: { page: words.approval.unclear(escapeHtml(left.unclear.join(', '))) } }];
	}

	const states: State[] = kind === 'all' ? ['fine', 'look'] : kind === 'fine' ? ['fine'] : [];
	const isApproved = ({ row_number, state }: Judged) =>
		row_number === null ? kind === 'trial' : states.includes(state) && !left.rows.has(row_number);
	const approved = new Set(letters.filter(isApproved).map(({ item }) => item));
	const checked = $('Check the Letters').all();
	const ordered = checked.filter(({ json }) => approved.has(json.item) && json.outcome === 'fine');
	if (ordered.length === 0) return [{ json: { page: words.approval.nothing } }];
	return ordered.map(({ json }) => ({ json }));
}
