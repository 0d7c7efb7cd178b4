/** What becomes of a text where an expression gave nothing on purpose. */
import { hasText } from '../../contract/visibleText';
import type { TextPiece } from './parameterReader';

/** Nothing that anyone could read. */
export function isNothing(value: unknown): boolean {
	return (
		value === undefined ||
		value === null ||
		Number.isNaN(value) ||
		value === '' ||
		(typeof value === 'string' && !hasText(value))
	);
}

/** How people and sheets write that an address has no second line. */
export const NOTHING_SIGN = /^\s*(?:[-–—]+|x|\.|n\/a|n[ãa]o tem)\s*$/iu;

/** Not `:)` and not an ellipsis, which stand by themselves. */
const PUNCTUATION = /^(?![:;]-?[()DP]|\.\.)[,.;:!?]/;
const EMPTY_PAIRS = ['()', '[]', '{}', '<>', '«»', '“”', '„“', '‘’', '""', "''"];
const SEPARATOR = / - |, | \/ /.source;
const [BEGINS, ENDS] = [new RegExp(`^(?:${SEPARATOR})`), new RegExp(`(?:${SEPARATOR})$`)];
/** More white space than this before a gap is kept as it is. */
const LONGEST_SPACE = 100;

/** What may stand at the ends of a text, and beside its gaps. */
export interface Ends {
	/** No separator begins or ends it: a line of the envelope, an identifier. */
	isLine?: boolean;
	/** Of an address: a separator goes with the part that it stands beside. */
	dropsSeparator?: boolean;
}

/**
 * The text that the pieces make, and the first words in it that show a part is missing, such as `Dear ,`.
 * An empty part takes white space with it, and nothing else.
 */
export function joinPieces(pieces: TextPiece[], { isLine, dropsSeparator }: Ends = {}) {
	const [first = '', ...others] = cutAtGaps(pieces);
	let [text, hole] = [first, undefined as string | undefined];
	for (const [index, next] of others.entries()) {
		const isEnd = index === others.length - 1 && !hasText(next);
		let after = next;
		if (dropsSeparator && ENDS.test(text.slice(-3)) && (isEnd || BEGINS.test(next)))
			text = text.replace(ENDS, '');
		else if (dropsSeparator && !hasText(text)) after = next.replace(BEGINS, '');
		const tail = after.trimStart();
		const head = text.slice(0, -LONGEST_SPACE) + text.slice(-LONGEST_SPACE).trimEnd();
		const [before, behind] = [text.slice(head.length), after.slice(0, after.length - tail.length)];
		const space = head === '' || isEnd ? '' : joinSpaces(before, behind);
		const isHole =
			(PUNCTUATION.test(tail) && (head === '' || space !== '')) ||
			(EMPTY_PAIRS.includes(head.slice(-1) + tail.slice(0, 1)) && (space === '' || !/["']$/.test(head))) ||
			(isLine && ((head === '' && /^[-–,/_]/.test(tail)) || (isEnd && /[-–,/_]$/.test(head.slice(-1)))));
		if (isHole) hole ??= `${lastWords(head)}${space}${tail.slice(0, MOST_SHOWN)}`;
		text = head + space + tail;
	}
	return { text, hole };
}

/** The texts between the gaps; two gaps with nothing between them are one. */
function cutAtGaps(pieces: TextPiece[]): string[] {
	const texts = [''];
	for (const piece of pieces) {
		const given = typeof piece === 'string' ? piece : piece.value;
		if (typeof piece !== 'string' && isNothing(given)) texts.push('');
		// As n8n joins them.
		else texts.push((texts.pop() ?? '') + [given].join(''));
	}
	return texts.filter((text, index) => text !== '' || index === 0 || index === texts.length - 1);
}

/** One space, or of the line ends the more: two paragraphs stay two. */
function joinSpaces(before: string, after: string): string {
	if (before === '' || after === '') return before + after;
	const [one, other] = [before, after].map((space) => space.split('\n').length) as [number, number];
	return Math.max(one, other) === 1 ? ' ' : one < other ? after : before;
}

const MOST_SHOWN = 20;
const lastWords = (text: string): string => /(?:\S+\s)?\S*$/.exec(text.slice(-MOST_SHOWN))?.[0] ?? '';
