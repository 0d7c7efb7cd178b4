/** What becomes of a text where an expression gave nothing on purpose. */
import { hasWord } from '../../../contract/visibleText';
import type { TextPiece } from '../parameters/fieldValue';

/** "Dear ," has lost a word, whatever was meant. */
const PUNCTUATION = /^[,.;:!?…)]/;

/** The pieces of a text, without the separators of those that are left out on purpose. */
export function closeGaps(pieces: TextPiece[]): string {
	let text = '';
	let open = false;
	for (const [index, piece] of pieces.entries()) {
		const given = typeof piece === 'string' ? piece : asText(piece.value);
		if (typeof piece !== 'string' && piece.leftOut && given === '') {
			// " - " between two parts of an address goes with the one that is not there.
			const before = pieces[index - 1];
			if (typeof before === 'string' && text !== before && !hasWord(before) && text.endsWith(before))
				text = text.slice(0, -before.length);
			open = true;
			continue;
		}
		if (given === '') continue;
		const isSeparator = typeof piece === 'string' && !hasWord(piece) && !PUNCTUATION.test(piece);
		if (open && text === '' && isSeparator) continue;
		text = open ? joinAtGap(text, given) : text + given;
		open = false;
	}
	return open ? text.trimEnd() : text;
}

/** Of the spaces on both sides, the one with more line ends stays. */
function joinAtGap(text: string, next: string): string {
	if (PUNCTUATION.test(next)) return text.trimEnd() + next;
	const [before = ''] = /\s*$/.exec(text.slice(-LONGEST_SPACE)) ?? [];
	const [after = ''] = /^\s*/.exec(next) ?? [];
	if (text === '' || before === '' || after === '') return text === '' ? next.trimStart() : text + next;
	const lines = (space: string): number => space.split('\n').length;
	return lines(after) > lines(before) ? text.trimEnd() + next : text + next.trimStart();
}

/** A part that was left out on purpose directly before punctuation, for example in "Dear ,". */
export function leavesHole(pieces: TextPiece[], index: number): boolean {
	const text = (piece: TextPiece | undefined) =>
		piece === undefined ? '' : typeof piece === 'string' ? piece : asText(piece.value);
	const [before, after] = [text(pieces[index - 1]), text(pieces[index + 1])];
	return PUNCTUATION.test(after) && (before === '' || /\s$/.test(before));
}

/** More white space than this before a gap is kept as it is. */
const LONGEST_SPACE = 100;

/** As n8n joins the parts of a text. */
const asText = (value: unknown): string => [Number.isNaN(value) ? '' : value].join('');
