/** Many letters on one picture, each at half its size, for whoever looks through hundreds of them. */
import type { LetterToDraw } from './letterPicture';
import { drawPixels } from './letterPicture';
import { WIDTH } from './places';
import type { Picture } from './png';
import { toPng } from './png';

/** How many letters a sheet holds: four rows of five. */
export const ON_A_SHEET = 20;
const COLUMNS = 5;
const HALF = 2;
const CELL = WIDTH / HALF;

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
