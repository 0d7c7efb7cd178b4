import type { CodeNode, Item } from '../codeNode';
import { escapeHtml } from '../escapeHtml';
import { rowsToLeaveOut } from './rowsToLeaveOut';
import type { Campaign, Checked, Judged, Page, State } from './types';
import type { Words } from './words/words';

export function whatWasApproved(
	{ $input, $ }: CodeNode<Campaign['Proof'], Campaign>,
	words: Words,
): Array<Item<Checked | Page>> {
	const { choices, letters, most } = $('Make the Proof').first().json;
	const answer = $input.first().json;
	const kind = choices.find(({ option }) => option === answer[words.questions.choose])?.kind;
	const left = rowsToLeaveOut(String(answer[words.questions.except] ?? ''), letters);
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
	if (most !== null && ordered.length > most)
		return [{ json: { page: words.approval.tooMany(ordered.length, most) } }];
	return ordered.map(({ json }) => ({ json }));
}
