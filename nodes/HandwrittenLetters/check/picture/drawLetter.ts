/**
 * Draws a letter before it is ordered: the page in handwriting and the addressed envelope. It is a
 * drawing; the handwriting and the layout of the service are its own.
 */
import type { CardCreateRequest } from '../../../contract/contract';
import { DEFAULT_COUNTRY } from '../../../contract/contract';
import { printedZip } from '../../../contract/countries';
import { breakLines, fitting, inInk, linesOnPage } from './handwriting';
import { Pen } from './pen';
import type { Layout } from './places';
import * as places from './places';
import { toPng } from './png';
import { sceneryOf } from './scenery';

const NOTE = 'A drawing: the handwriting and layout of the letter service differ.';
/** More than anybody reads on a picture. */
export const MOST_LINES = 60;

/** As a PNG. */
export async function drawLetter(card: CardCreateRequest): Promise<Buffer> {
	const lines = linesOf(card);
	const layout = places.layOut(lines.length);
	const { pixels, colours, writing, print } = await sceneryOf(layout.height);
	const sheet = { width: places.WIDTH, height: layout.height, pixels };
	const pen = new Pen(sheet, writing, card.to.name);
	const printer = new Pen(sheet, print);
	writePage(pen, printer, layout, lines);
	writeAddress(pen, layout, card);
	printer.write(NOTE, { x: 46, y: layout.height - 20, size: 22 });
	return await toPng({ ...sheet, colours });
}

interface Line {
	text: string;
	/** Words that the letter does not hold as they stand. */
	printed?: boolean;
}

function linesOf({ template, message }: CardCreateRequest): Line[] {
	const lines: Line[] = [];
	if (template !== undefined) {
		lines.push(...linesOnPage(`Template: ${template}`).map((text) => ({ text, printed: true })));
		if (message !== undefined) lines.push({ text: '' });
	}
	if (message !== undefined) lines.push(...linesOnPage(message).map((text) => ({ text })));
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
