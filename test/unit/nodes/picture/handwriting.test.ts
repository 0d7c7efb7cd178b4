import {
	breakLines,
	charactersWithoutGlyph,
	glyphOf,
} from '../../../../nodes/HandwrittenLetters/check/picture/handwriting';

/** All that a Latin keyboard of Europe and the Americas can type. */
const WANTED = [
	...Array.from({ length: 0x7e - 0x21 + 1 }, (_none, index) => 0x21 + index),
	...Array.from({ length: 0x17f - 0xa1 + 1 }, (_none, index) => 0xa1 + index),
]
	.map((code) => String.fromCodePoint(code))
	.concat(Array.from('–—‘’‚“”„•…‹›€ȘșȚț'));

describe('the letters of the handwriting', () => {
	it('are there for Latin-1, Latin Extended-A and punctuation, but for the long s', () => {
		expect(charactersWithoutGlyph(WANTED.join(''))).toEqual(['ſ']);
	});

	it('are named once where there are none', () => {
		expect(charactersWithoutGlyph('Oi 😀😀, Привет 👩‍👧')).toEqual(['😀', 'П', 'р', 'и', 'в', 'е', 'т', '👩‍👧']);
	});

	it('are composed before they are looked for', () => {
		expect(charactersWithoutGlyph('cafe\u0301 \u200b\ufeff\u2011\u202f\tx\r\n')).toEqual([]);
	});
});

describe('lines', () => {
	it('break at spaces, and never at a no-break space', () => {
		const width = Array.from('Olá, Helena ', (one) => glyphOf(one).advance).reduce((sum, one) => sum + one);
		expect(breakLines('Olá, Helena querida', width)).toEqual(['Olá, Helena', 'querida']);
		expect(breakLines('Olá, Helena\u00a0querida', width)).toEqual(['Olá,', 'Helena\u00a0quer', 'ida']);
	});

	it('keep those of the text, and leave out empty ones around it', () => {
		expect(breakLines('\n \nOi\r\n\r\n  Ana \n\n', 100)).toEqual(['Oi', '', '  Ana']);
	});

	it('cut a word that is too long, at least one character each', () => {
		expect(breakLines('abc', 0)).toEqual(['a', 'b', 'c']);
	});

	it('hold all words of a text', () => {
		const text = Array.from({ length: 500 }, (_none, index) => `w${index * 7919}`).join(' ');
		for (const width of [5, 7, 14, 40]) expect(breakLines(text, width).join(' ')).toBe(text);
	});
});
