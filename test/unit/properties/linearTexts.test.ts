/**
 * What reads a text from outside costs as much for each character of a long text as of a short one: n8n
 * does nothing else meanwhile, and takes bodies of 16 MB. Both are measured in the same run, and by the
 * processor's time: other tests run beside this one.
 */
import { hasText, hasWord, plainWords } from '../../../nodes/contract/visibleText';
import { letterWarnings } from '../../../nodes/HandwrittenLetters/check/letterWarnings';
import { describeOdd } from '../../../nodes/HandwrittenLetters/check/oddText';
import {
	charactersWithoutGlyph,
	linesOnPage,
} from '../../../nodes/HandwrittenLetters/check/picture/handwriting';
import { describeBroken } from '../../../nodes/HandwrittenLetters/letter/brokenText';
import { joinPieces } from '../../../nodes/HandwrittenLetters/letter/emptiness';
import { describeDamage, LONGEST_TEXT, readText } from '../../../nodes/HandwrittenLetters/letter/textRules';
import { plainAddress } from '../../../nodes/HandwrittenLetters/letter/validate';
import { reasonIn } from '../../../nodes/words/excerpt';
import { isDearer } from '../../support/cost';

const readers: Record<string, (text: string) => unknown> = {
	reasonIn,
	hasText,
	hasWord,
	plainWords,
	charactersWithoutGlyph,
	linesOnPage,
	...Object.fromEntries(
		(['name', 'line', 'message', 'id', 'given'] as const).map((kind) => [
			`describeBroken of a ${kind}`,
			(text: string) => describeBroken(text, kind),
		]),
	),
	describeDamage,
	describeOdd,
	joinPieces: (text) =>
		joinPieces([text, { expression: '{{ a }}', value: '' }, text], { isLine: true, dropsSeparator: true }),
	plainAddress: (text) => plainAddress({ name: text, zip: text, state: text, country: text }),
	letterWarnings: (text) => {
		const to = { name: text, address_line1: text, address_line2: text, city: text, state: 'SP', zip: '1' };
		const card = { to, message: text };
		return letterWarnings([card])(card);
	},
	readText: (text) => readText({ value: text, byExpression: true }, 'Message', []),
};

/** Repeated, each has made some expression look again at what it had read. */
const HOSTILE = [
	...Array.from('1 \n\u00a0aА<&\\#{[«(%@Ã\u200b\ufeff'),
	...['1,', '9.', '<a', '<a ', '<script', '<!', '&a', '#¡', '{{', '{a', '[a', '«a ', '%a', '*|'],
	...["\\'", '=C3', '=?', '%C3', 'NULL', 'x ', '-', ' - ', '\r'],
	...['@a', '__', '$a', '|a', 'aÃ', '2026-11-', ' ,', 'a@', 'a.', 'teste ', 'n/', '👩‍👧', 'e\u0301', '- '],
];

const SHORT = LONGEST_TEXT / 8;
const TIMES_LONGER = 8;

it.each(Object.entries(readers))('%s reads a long text as cheaply as a short one', async (_name, read) => {
	const dear: string[] = [];
	for (const part of HOSTILE) {
		const short = part.repeat(SHORT / part.length);
		const long = part.repeat((SHORT * TIMES_LONGER) / part.length);
		const reading = (text: string) => () => read(text);
		if (await isDearer(reading(short), reading(long), TIMES_LONGER)) dear.push(part);
	}
	expect(dear).toEqual([]);
});

it('does not look at what is longer than any letter', () => {
	const faults: Array<{ field?: string; text: string }> = [];
	expect(
		readText({ value: 'a'.repeat(LONGEST_TEXT + 1), byExpression: false }, 'Message', faults),
	).toBeUndefined();
	expect(faults).toEqual([
		{ field: 'Message', text: `is longer than ${LONGEST_TEXT} characters, which no letter holds` },
	]);
	const pieces = ['Oi ', { expression: '{{ a }}', value: 'a'.repeat(LONGEST_TEXT) }];
	expect(readText({ pieces }, 'Message', [])).toBeUndefined();
});
