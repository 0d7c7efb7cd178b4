/** The committed table of letters, made from the npm package of the font Caveat. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Font } from 'opentype.js';
import { parse } from 'opentype.js';

import type { Contour, Outline } from './table';
import { DIGITS, encodeGlyph, UNITS_PER_EM } from './table';

export const TABLE_PATH = 'nodes/HandwrittenLetters/check/picture/caveat.json';

const FILES = ['caveat-latin-400-normal.woff', 'caveat-latin-ext-400-normal.woff'];

/** Latin-1, Latin Extended-A, the letters of Romanian and the capital ß, and punctuation. */
const RANGES: Array<[first: number, last: number]> = [
	[0x21, 0x7e],
	[0xa1, 0x17f],
	[0x218, 0x21b],
	[0x1e9e, 0x1e9e],
	[0x2010, 0x2026],
	[0x2030, 0x2033],
	[0x2039, 0x203a],
	[0x20ac, 0x20ac],
	[0x2116, 0x2122],
	[0x2212, 0x2212],
];

function outlineOf(font: Font, character: string): Outline {
	const glyph = font.charToGlyph(character);
	// It gives a list of contours, though its types say one.
	return { advance: glyph.advanceWidth ?? 0, contours: glyph.getContours() as unknown as Contour[] };
}

/** As the JSON file holds it. */
export function makeTable(): string {
	const folder = dirname(require.resolve('@fontsource/caveat/package.json'));
	const fonts = FILES.map((name) => {
		const file = readFileSync(join(folder, 'files', name));
		return parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength));
	});
	const glyphs: Record<string, string> = {};
	for (const [first, last] of RANGES) {
		for (let code = first; code <= last; code += 1) {
			const character = String.fromCodePoint(code);
			for (const font of fonts) {
				const outline = outlineOf(font, character);
				if (font.charToGlyphIndex(character) === 0 || outline.contours.length === 0) continue;
				glyphs[character] ??= encodeGlyph(outline, font.unitsPerEm);
			}
		}
	}
	const [font] = fonts;
	const space = font?.charToGlyph(' ').advanceWidth ?? 0;
	const table = {
		license: readFileSync(join(folder, 'LICENSE'), 'utf8').trim(),
		unitsPerEm: UNITS_PER_EM,
		space: Math.round((space * UNITS_PER_EM) / (font?.unitsPerEm ?? 1)),
		digits: DIGITS,
		glyphs,
	};
	return `${JSON.stringify(table, null, 2)}\n`;
}
