/** Many letters on one picture, each at half its size, for whoever looks through hundreds of them. */
import type { LetterToDraw } from './letterPicture';
import { drawPixels } from './letterPicture';
import { WIDTH } from './places';
import type { Picture } from './png';
import { toPng } from './png';

/** How many letters a sheet holds: four rows of five. */
export const ON_A_SHEET = 20;
const COLUMNS = 5;
const CELL = WIDTH / 2;

export async function drawSheet(letters: LetterToDraw[]): Promise<Buffer> {
	const drawn: Picture[] = [];
	let shrink: ((picture: Picture) => Picture) | undefined;
	for (const letter of letters) {
		const picture = await drawPixels(letter);
		shrink ??= shrinkerFor(picture.colours);
		drawn.push(shrink(picture));
	}
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

/** Four pixels become one: of the colour that is nearest to their mean, which is looked for once. */
function shrinkerFor(colours: Uint8Array): (picture: Picture) => Picture {
	const known = new Map<number, number>();
	const nearest = (red: number, green: number, blue: number): number => {
		const key = (red << 16) | (green << 8) | blue;
		let index = known.get(key);
		if (index === undefined) known.set(key, (index = nearestOf(colours, red, green, blue)));
		return index;
	};
	const shrunk = (four: number[]): number => {
		const [red = 0, green = 0, blue = 0] = [0, 1, 2].map(
			(part) => four.reduce((sum, index) => sum + (colours[index * 3 + part] ?? 0), 0) >> 2,
		);
		// The eye sees no finer steps on so small a picture.
		return nearest(red & 252, green & 252, blue & 252);
	};
	return ({ width, height, pixels }) => {
		const [halfWidth, halfHeight] = [width / 2, Math.floor(height / 2)];
		const half = new Uint8Array(halfWidth * halfHeight);
		for (let y = 0; y < halfHeight; y += 1) {
			for (let x = 0; x < halfWidth; x += 1) {
				const at = y * 2 * width + x * 2;
				const [one = 0, two = 0] = [pixels[at], pixels[at + 1]];
				const [three = 0, four = 0] = [pixels[at + width], pixels[at + width + 1]];
				const areOne = one === two && one === three && one === four;
				half[y * halfWidth + x] = areOne ? one : shrunk([one, two, three, four]);
			}
		}
		return { width: halfWidth, height: halfHeight, pixels: half, colours };
	};
}

function nearestOf(colours: Uint8Array, red: number, green: number, blue: number): number {
	let [best, least] = [0, Infinity];
	for (let index = 0; index * 3 < colours.length; index += 1) {
		const [r = 0, g = 0, b = 0] = colours.subarray(index * 3, index * 3 + 3);
		const far = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
		if (far < least) [best, least] = [index, far];
	}
	return best;
}
