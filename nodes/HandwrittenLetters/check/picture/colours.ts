/**
 * The colours of the picture. A PNG of at most 256 colours is small, so every shade between two
 * neighbouring colours is made beforehand, and ink looks up what it makes of the colour below it.
 */

/** Red, green and blue, from 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

export const DESK: Colour = [221, 227, 233];
export const SHADOW: Colour = [52, 62, 84];
export const PAPER: Colour = [255, 253, 246];
export const FOLD: Colour = [223, 217, 200];
export const ENVELOPE: Colour = [248, 240, 226];
export const RED: Colour = [200, 62, 52];
export const BLUE: Colour = [49, 87, 178];
export const WHITE: Colour = [255, 255, 255];
export const SKY: Colour = [249, 214, 143];
export const SUN: Colour = [226, 98, 56];
export const FAR_HILL: Colour = [111, 156, 160];
export const HILL: Colour = [38, 84, 110];
export const SEA: Colour = [74, 140, 152];
export const INK: Colour = [26, 46, 120];
export const PRINT: Colour = [88, 99, 117];

/** How dark the shadows of the paper and of the envelope become. */
export const SHADOW_STRENGTH = 0.38;

export function mix(under: Colour, over: Colour, part: number): Colour {
	const [r, g, b] = under;
	return [r + (over[0] - r) * part, g + (over[1] - g) * part, b + (over[2] - b) * part];
}

const WHOLE = 1;

function shades(from: Colour, to: Colour, count: number, upTo = WHOLE): Colour[] {
	return Array.from({ length: count }, (_none, index) => mix(from, to, (index * upTo) / (count - 1)));
}

const colours: Colour[] = [
	...shades(DESK, SHADOW, 28, SHADOW_STRENGTH),
	...shades(DESK, PRINT, 10),
	...shades(PAPER, SHADOW, 28, SHADOW_STRENGTH),
	...shades(PAPER, INK, 20),
	...shades(PAPER, PRINT, 8),
	...shades(PAPER, FOLD, 8),
	...shades(ENVELOPE, INK, 20),
	...shades(ENVELOPE, RED, 7),
	...shades(ENVELOPE, BLUE, 7),
	...shades(ENVELOPE, SHADOW, 6, SHADOW_STRENGTH / 2),
	...shades(WHITE, ENVELOPE, 4),
	...shades(WHITE, SKY, 5),
	...shades(SKY, SUN, 6),
	...shades(SKY, FAR_HILL, 5),
	...shades(FAR_HILL, HILL, 5),
	...shades(SEA, HILL, 5),
	...shades(SEA, WHITE, 5),
];

/** As a PNG holds them: red, green and blue by turns. */
export const palette = Uint8Array.from(colours.flat().map(Math.round));
const COUNT = palette.length / 3;

const numbers = new Map<number, number>();

/** The number of the colour that is nearest to this one. */
export function nearest([red, green, blue]: Colour): number {
	const key = (Math.round(red) << 16) | (Math.round(green) << 8) | Math.round(blue);
	const known = numbers.get(key);
	if (known !== undefined) return known;
	let best = 0;
	let least = Infinity;
	for (let number = 0; number < COUNT; number += 1) {
		const [r, g, b] = colourAt(number);
		const distance = 2 * (r - red) ** 2 + 4 * (g - green) ** 2 + 3 * (b - blue) ** 2;
		if (distance < least) [best, least] = [number, distance];
	}
	numbers.set(key, best);
	return best;
}

function colourAt(number: number): Colour {
	return [palette[number * 3] ?? 0, palette[number * 3 + 1] ?? 0, palette[number * 3 + 2] ?? 0];
}

/** How many shades of an ink there are over each colour. */
export const INK_STEPS = 24;

/** What an ink makes of each colour: `INK_STEPS` numbers for each. */
export function inkOver(ink: Colour): Uint8Array {
	return Uint8Array.from({ length: COUNT * INK_STEPS }, (_none, index) =>
		nearest(mix(colourAt(Math.floor(index / INK_STEPS)), ink, (index % INK_STEPS) / (INK_STEPS - 1))),
	);
}
