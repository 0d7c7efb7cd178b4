/** The letters of the drawing's handwriting, and how a text is broken into its lines. */
import { hasText } from '../../../contract/visibleText';
import table from './caveat.json';
import { TEXT_SIZE, TEXT_WIDTH } from './places';

/** How wide a character is and what its outlines are, for text of size 1; y grows downwards. */
export interface Glyph {
	advance: number;
	/** x and y by turns. */
	contours: number[][];
}

const EM = table.unitsPerEm;
const encoded = new Map(Object.entries(table.glyphs));
const decoded = new Map<string, Glyph>();

/** What a pen writes for characters that look the same. */
const LOOKALIKES = new Map([
	['\u2010', '-'],
	['\u2011', '-'],
	['\u2012', '–'],
	['\u2015', '—'],
	['\u201f', '“'],
	['\u02bc', '’'],
]);
const TAB = '    ';

const SPACE: Glyph = { advance: table.space / EM, contours: [] };
/** A box stands for a character that the handwriting does not have: a rectangle, and its hole. */
const BOX: Glyph = {
	advance: 0.48,
	contours: [
		[0.06, -0.5, 0.42, -0.5, 0.42, 0, 0.06, 0],
		[0.09, -0.47, 0.09, -0.03, 0.39, -0.03, 0.39, -0.47],
	],
};

export function glyphOf(character: string): Glyph {
	const known = decoded.get(character);
	if (known !== undefined) return known;
	const text = encoded.get(character);
	if (text === undefined && !/\s/.test(character)) return BOX;
	const glyph = text === undefined ? SPACE : decode(text);
	decoded.set(character, glyph);
	return glyph;
}

/** See `tools/letterPicture/table.ts`, which writes it. */
function decode(text: string): Glyph {
	const [advance, ...contours] = text.split(' ');
	return { advance: Number(advance) / EM, contours: contours.map(decodeContour) };
}

function decodeContour(text: string): number[] {
	const digits = Array.from(text, (digit) => table.digits.indexOf(digit));
	const base = table.digits.length;
	const middle = Math.floor(base / 2);
	const start = (at: number) => ((digits[at] ?? 0) - middle) * base + (digits[at + 1] ?? 0);
	let [x, y] = [start(0), start(2)];
	const points = [x / EM, y / EM];
	for (let at = 4; at < digits.length; at += 2) {
		x += (digits[at] ?? 0) - middle;
		y += (digits[at + 1] ?? 0) - middle;
		points.push(x / EM, y / EM);
	}
	return points;
}

/** As it is written: composed letters, and nothing that leaves no trace. */
export function inInk(text: string): string {
	return text
		.normalize('NFC')
		.replace(/\t/g, TAB)
		.replace(/[\u2010-\u2012\u2015\u201f\u02bc]/g, (character) => LOOKALIKES.get(character) ?? character)
		.replace(/\r\n?|[\u2028\u2029]/g, '\n')
		.replace(/(?!\n)[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, '');
}

const KNOWN = /^[\s!-~\u00a1-\u017e]*$/;

/** Each character that the handwriting does not have, once. */
export function charactersWithoutGlyph(text: string): string[] {
	if (KNOWN.test(text)) return [];
	const found = new Set<string>();
	// A whole text at once costs more for each character, the longer it is (Node 20).
	for (const part of text.match(/\S{1,50}/gu) ?? []) {
		for (const { segment } of new Intl.Segmenter().segment(part)) {
			if (Array.from(inInk(segment)).some((one) => !encoded.has(one))) found.add(segment);
		}
	}
	return [...found];
}

/** What of a text fits into a width, without a mark that it goes on. */
export function fitting(text: string, width: number): string {
	let used = 0;
	let end = 0;
	for (const character of text) {
		used += glyphOf(character).advance;
		if (used > width) return text.slice(0, end);
		end += character.length;
	}
	return text;
}

/** The lines of a text for this width, at size 1. A no-break space is no place for a new line. */
export function breakLines(text: string, width: number): string[] {
	const lines = inInk(text)
		.split('\n')
		.flatMap((line) => breakLine(line.trimEnd(), width));
	while (lines.length > 0 && !hasText(lines.at(-1) ?? '')) lines.pop();
	while (lines.length > 0 && !hasText(lines[0] ?? '')) lines.shift();
	return lines;
}

/** From here on, nobody knows whether the text fits on one sheet of the service. */
export const LONG_TEXT = 22;

/** On the page. */
export const linesOnPage = (text: string): string[] => breakLines(text, TEXT_WIDTH / TEXT_SIZE);

/** Each word with the spaces before it. */
const WORDS = /[ \u2000-\u2006\u2008-\u200a\u3000]*[^ \u2000-\u2006\u2008-\u200a\u3000]+/g;

function breakLine(line: string, width: number): string[] {
	const lines: string[] = [];
	let current = '';
	for (const word of line.match(WORDS) ?? []) {
		if (current !== '' && fitting(current + word, width) !== current + word) {
			lines.push(current);
			current = '';
		}
		current += current === '' && lines.length > 0 ? word.trimStart() : word;
		// A word that is too long goes on in the next line, by at least one character.
		for (let start = fitting(current, width); start !== current; start = fitting(current, width)) {
			const [first = ''] = current;
			const piece = start === '' ? first : start;
			if (piece === current) break;
			lines.push(piece);
			current = current.slice(piece.length);
		}
	}
	return [...lines, current];
}
