/**
 * The committed scenery of the picture, made from `desk.svg`: its pixels in 256 colours, and what an
 * ink makes of each of them, so that a node can write on it without mixing colours.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';

import { decode, encode } from 'upng-js';

import { LEAST_HEIGHT, WIDTH } from '../../nodes/HandwrittenLetters/check/picture/places';
import { withPage } from '../chromium';
import { projectRoot } from '../n8n/paths';
import { pixelsOf } from '../pictures/picture';

export const SCENERY_PATH = 'nodes/HandwrittenLetters/check/picture/desk.json';

type Colour = readonly [red: number, green: number, blue: number];

const INKS: Record<'writing' | 'print', Colour> = { writing: [26, 46, 120], print: [88, 99, 117] };
const COLOURS = 256;
/** How many shades of an ink there are over each colour. */
const INK_STEPS = 24;
/** Whatever else is there, a text must be smooth on the desk, the paper and the envelope. */
const GROUNDS = 3;
const SHADES = 14;

const readSvg = (): string => readFileSync(join(projectRoot, 'tools/letterPicture/desk.svg'), 'utf8');

/** Names the drawing that the scenery was made from. */
export const svgHash = (): string => createHash('sha256').update(readSvg()).digest('hex');

/** As the JSON file holds it. */
export async function makeScenery(): Promise<string> {
	const { rgba } = pixelsOf(await takePicture());
	const found = coloursIn(new Uint8Array(rgba), 4);
	const palette = choosePalette(found, rgba);
	const numbers = new Map<string, number>();
	const numberOf = (colour: Colour): number => {
		const name = colour.map(Math.round).join();
		const number = numbers.get(name) ?? nearest(palette, colour);
		numbers.set(name, number);
		return number;
	};
	const over = (ink: Colour): number[] =>
		palette.flatMap((colour) =>
			Array.from({ length: INK_STEPS }, (_none, step) => numberOf(mix(colour, ink, step / (INK_STEPS - 1)))),
		);
	const scenery = {
		madeFrom: svgHash(),
		inkSteps: INK_STEPS,
		colours: packed(palette.flat().map(Math.round)),
		pixels: packed(found.map(numberOf)),
		writing: packed(over(INKS.writing)),
		print: packed(over(INKS.print)),
	};
	return `${JSON.stringify(scenery, null, 2)}\n`;
}

const takePicture = (): Promise<Buffer> =>
	withPage({ viewport: { width: WIDTH, height: LEAST_HEIGHT } }, async (page) => {
		await page.setContent(`<body style="margin: 0">${readSvg()}</body>`);
		return await page.locator('svg').screenshot();
	});

/** @param size The bytes of a colour: 3, or 4 with its opacity. */
const coloursIn = (bytes: ArrayLike<number>, size: 3 | 4): Colour[] =>
	Array.from({ length: bytes.length / size }, (_none, index) => {
		const at = index * size;
		return [bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0];
	});

/** The grounds, what ink makes of them, and as many others as there is room for. */
function choosePalette(found: Colour[], rgba: ArrayBuffer): Colour[] {
	const counts = new Map<string, number>();
	for (const colour of found) counts.set(colour.join(), (counts.get(colour.join()) ?? 0) + 1);
	const grounds = [...counts]
		.sort(([, one], [, other]) => other - one)
		.slice(0, GROUNDS)
		.map(([name]): Colour => name.split(',').map(Number) as unknown as Colour);
	const shades = grounds.flatMap((ground) =>
		Object.values(INKS).flatMap((ink) =>
			Array.from({ length: SHADES }, (_none, step) => mix(ground, ink, (step + 1) / SHADES)),
		),
	);
	const own = [...grounds, ...shades];
	const { tabs } = decode(encode([rgba], WIDTH, LEAST_HEIGHT, COLOURS - own.length));
	return [...own, ...coloursIn(tabs.PLTE ?? [], 3)];
}

function mix(under: Colour, over: Colour, part: number): Colour {
	const [red, green, blue] = under;
	return [red + (over[0] - red) * part, green + (over[1] - green) * part, blue + (over[2] - blue) * part];
}

/** As eyes see it. */
function nearest(palette: Colour[], [red, green, blue]: Colour): number {
	const distances = palette.map(
		([r, g, b]) => 2 * (r - red) ** 2 + 4 * (g - green) ** 2 + 3 * (b - blue) ** 2,
	);
	return distances.indexOf(Math.min(...distances));
}

const packed = (bytes: number[]): string =>
	deflateSync(Uint8Array.from(bytes), { level: 9 }).toString('base64');
