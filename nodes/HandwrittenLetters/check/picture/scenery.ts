/** What is the same on every picture: the paper, the envelope and its stamp, prepared in 256 colours. */
import desk from './desk.json';
import { LEAST_HEIGHT, WIDTH } from './places';
import type { Picture } from './png';
import { inflate } from './png';

/** What every picture is drawn with. */
export interface Prepared extends Pick<Picture, 'pixels' | 'colours'> {
	/** What each ink makes of each colour: `INK_STEPS` numbers for each. */
	writing: Uint8Array;
	print: Uint8Array;
}

/** How many shades of an ink there are over each colour. */
export const INK_STEPS = desk.inkSteps;

/** The page grows with its text in these rows: the others hold its edge, its two folds and the envelope. */
const GROWING: Array<[from: number, to: number]> = [
	[110, 262],
	[300, 468],
	[506, 600],
];

let prepared: Promise<Prepared> | undefined;

/** To be written on. */
export async function sceneryOf(height: number): Promise<Prepared> {
	prepared ??= prepare();
	const known = await prepared;
	const pixels = new Uint8Array(WIDTH * height);
	for (let y = 0; y < height; y += 1) {
		const row = rowAt(y, height - LEAST_HEIGHT) * WIDTH;
		pixels.set(known.pixels.subarray(row, row + WIDTH), y * WIDTH);
	}
	return { ...known, pixels };
}

async function prepare(): Promise<Prepared> {
	const [pixels, colours, writing, print] = await Promise.all(
		[desk.pixels, desk.colours, desk.writing, desk.print].map(inflate),
	);
	return { pixels, colours, writing, print } as Prepared;
}

/** The prepared row that a picture of `more` rows has at `y`. */
function rowAt(y: number, more: number): number {
	let moved = 0;
	for (const [from, to] of GROWING) {
		const height = to - from + more / GROWING.length;
		const below = y - moved - from;
		if (below < 0) break;
		if (below < height) return from + Math.floor((below * (to - from)) / height);
		moved += more / GROWING.length;
	}
	return Math.floor(y - moved);
}
