/**
 * Draws a letter before it is ordered: the page in handwriting and the addressed envelope. It is a
 * drawing; the handwriting and the layout of the service are its own.
 */
import type { CardCreateRequest } from '../../../contract/contract';
import { DEFAULT_COUNTRY } from '../../../contract/contract';
import { printedZip } from '../../../contract/countries';
import { breakLines, fitting, inInk } from './handwriting';
import { Pen } from './pen';
import type { Layout } from './places';
import * as places from './places';
import type { Picture } from './png';
import { toPng } from './png';
import { EACH, sceneryOf } from './scenery';

export interface LetterToDraw {
	/** For example "Item 2". */
	title: string;
	card: CardCreateRequest;
	/** What is known of its template. */
	template?: { name: string; variables: string[] };
}

const NOTE = 'A drawing: the handwriting and layout of the letter service differ.';
/** More than anybody reads on a picture. */
export const MOST_LINES = 60;
/** From here on, nobody knows whether the text fits on one sheet of the service. */
export const LONG_TEXT = 22;

export function countLines(text: string): number {
	return breakLines(text, places.TEXT_WIDTH / places.TEXT_SIZE).length;
}

export const drawLetter = async (letter: LetterToDraw): Promise<Buffer> =>
	await toPng(await drawPixels(letter, EACH));

/** How many letters a sheet holds: four rows of five. */
export const ON_A_SHEET = 20;
const COLUMNS = 5;
const HALF = 2;
const CELL = places.WIDTH / HALF;

/** Many letters on one picture, each at half its size, for whoever looks through hundreds of them. */
export async function drawSheet(letters: LetterToDraw[]): Promise<Buffer> {
	const drawn: Picture[] = [];
	for (const letter of letters) drawn.push(await drawPixels(letter, HALF));
	const columns = Math.min(drawn.length, COLUMNS);
	const rows = Array.from({ length: Math.ceil(drawn.length / COLUMNS) }, (_none, row) =>
		drawn.slice(row * COLUMNS, (row + 1) * COLUMNS),
	);
	const heights = rows.map((row) => Math.max(...row.map(({ height }) => height)));
	const width = columns * CELL;
	const height = heights.reduce((sum, one) => sum + one, 0);
	const [{ colours } = { colours: new Uint8Array() }] = drawn;
	// Where a letter is shorter than its row, and in a row with empty places, the desk goes on.
	const pixels = new Uint8Array(width * height).fill(drawn[0]?.pixels[0] ?? 0);
	let top = 0;
	rows.forEach((row, index) => {
		row.forEach((picture, column) => {
			for (let y = 0; y < picture.height; y += 1) {
				const line = picture.pixels.subarray(y * CELL, (y + 1) * CELL);
				pixels.set(line, (top + y) * width + column * CELL);
			}
		});
		top += heights[index] ?? 0;
	});
	return await toPng({ width, height, pixels, colours });
}

/** @param every Which pixel of the scenery is taken; what is written becomes smaller with it. */
async function drawPixels(letter: LetterToDraw, every: number): Promise<Picture> {
	const lines = linesOf(letter);
	const layout = places.layOut(lines.length);
	const { pixels, colours, writing, print } = await sceneryOf(layout.height, every);
	const sheet = { width: places.WIDTH / every, height: layout.height / every, pixels, scale: 1 / every };
	const pen = new Pen(sheet, writing, letter.card.to.name);
	const printer = new Pen(sheet, print);
	writePage(pen, printer, layout, lines);
	writeAddress(pen, layout, letter.card);
	printTitle(printer, letter);
	printer.write(NOTE, { x: 46, y: layout.height - 20, size: 22 });
	return { ...sheet, colours };
}

interface Line {
	text: string;
	/** Words that the letter does not hold as they stand. */
	printed?: boolean;
}

function linesOf({ card, template }: LetterToDraw): Line[] {
	const width = places.TEXT_WIDTH / places.TEXT_SIZE;
	const lines: Line[] = [];
	if (card.template !== undefined) {
		const variables = template?.variables ?? [];
		const texts = [
			`Template: ${template?.name ?? card.template}`,
			variables.map((one) => `{${one}}`).join('  '),
		];
		const printed = texts.flatMap((text) => breakLines(text, width));
		lines.push(...printed.map((text) => ({ text, printed: true })));
		if (card.message !== undefined) lines.push({ text: '' });
	}
	if (card.message !== undefined) lines.push(...breakLines(card.message, width).map((text) => ({ text })));
	if (lines.length <= MOST_LINES) return lines;
	const left = lines.length - MOST_LINES + 1;
	return [...lines.slice(0, MOST_LINES - 1), { text: `… and ${left} more lines`, printed: true }];
}

function writePage(pen: Pen, printer: Pen, { paper, textTop }: Layout, lines: Line[]): void {
	const { left, turn } = paper;
	lines.forEach(({ text, printed }, index) => {
		const y = textTop + index * places.LINE_PITCH;
		(printed ? printer : pen).write(text, { x: left + places.TEXT_LEFT, y, size: places.TEXT_SIZE, turn });
	});
}

/** No envelope holds more of one field, for text of size 1. */
const MOST_OF_A_FIELD = 150;

function addressOf({ to }: CardCreateRequest): string[] {
	const { country = DEFAULT_COUNTRY } = to;
	return [
		to.name,
		to.address_line1,
		to.address_line2 ?? '',
		`${to.city} – ${to.state}`,
		printedZip(to),
		country === DEFAULT_COUNTRY ? '' : country,
	]
		.map((line) => fitting(inInk(line), MOST_OF_A_FIELD))
		.filter((line) => line !== '');
}

/** Between the lines of an address, for text of size 1. */
const PITCH = 1.065;

const LEAST_SIZE = 15;

/** A long address begins further to the left, and is written smaller if it must. */
function fitAddress(address: string[]): { lines: string[]; size: number; inset: number } {
	for (let size = places.ADDRESS_SIZE; ; size *= 0.95) {
		for (const inset of [210, 70]) {
			const width = (places.ENVELOPE_WIDTH - inset - 32) / size;
			const lines = address.flatMap((line) => breakLines(line, width));
			const most = Math.floor(places.ADDRESS_HEIGHT / (size * PITCH)) + 1;
			if (lines.length <= most) return { lines, size, inset };
			if (size < LEAST_SIZE && inset === 70)
				return { lines: [...lines.slice(0, most - 1), '…'], size, inset };
		}
	}
}

function writeAddress(pen: Pen, { envelope }: Layout, card: CardCreateRequest): void {
	const { left, top, height, turn } = envelope;
	const { lines, size, inset } = fitAddress(addressOf(card));
	lines.forEach((line, index) => {
		const y = top + height - 40 - (lines.length - 1 - index) * size * PITCH;
		pen.write(line, { x: left + inset, y, size, turn });
	});
}

/** Cut where it would leave the picture. */
function printTitle(printer: Pen, { title, card }: LetterToDraw): void {
	const size = 30;
	const text = inInk(`${title} · ${card.to.name}`);
	const shown = fitting(text, 650 / size);
	printer.write(shown === text ? text : `${shown.trimEnd()}…`, { x: 46, y: 46, size });
}
