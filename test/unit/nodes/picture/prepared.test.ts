/** What the picture of a letter is drawn from fits its source: after a change, run tools/letterPicture/main.ts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import desk from '../../../../nodes/HandwrittenLetters/check/picture/desk.json';
import { LEAST_HEIGHT, WIDTH } from '../../../../nodes/HandwrittenLetters/check/picture/places';
import { sceneryOf } from '../../../../nodes/HandwrittenLetters/check/picture/scenery';
import { makeTable, TABLE_PATH } from '../../../../tools/letterPicture/caveat';
import { svgHash } from '../../../../tools/letterPicture/scenery';
import { projectRoot } from '../../../../tools/n8n/paths';

it('the handwriting is what the npm package of its font gives', () => {
	expect(readFileSync(join(projectRoot, TABLE_PATH), 'utf8') === makeTable()).toBe(true);
});

describe('the scenery', () => {
	it('was made from its drawing as it is now', () => {
		expect(desk.madeFrom).toBe(svgHash());
	});

	it('has a colour for each pixel, and for each shade of an ink', async () => {
		const { pixels, colours, writing, print } = await sceneryOf(LEAST_HEIGHT);
		expect(pixels.length).toBe(WIDTH * LEAST_HEIGHT);
		expect([writing.length, print.length]).toEqual(Array(2).fill((colours.length / 3) * desk.inkSteps));
		const most = Math.max(...[pixels, writing, print].flatMap((numbers) => [...new Set(numbers)]));
		expect(most).toBeLessThan(colours.length / 3);
	});

	it('grows in its paper alone: edge, folds and envelope stay as they are', async () => {
		const rowsOf = (pixels: Uint8Array) =>
			Array.from({ length: pixels.length / WIDTH }, (_none, y) =>
				Buffer.from(pixels.subarray(y * WIDTH, (y + 1) * WIDTH)).toString('base64'),
			);
		const more = 301;
		const [low, high] = [
			rowsOf((await sceneryOf(1000)).pixels),
			rowsOf((await sceneryOf(1000 + more)).pixels),
		];
		expect(high.slice(0, 110)).toEqual(low.slice(0, 110));
		expect(high.slice(-400)).toEqual(low.slice(-400));
		// Each of its three parts grows by a third.
		expect(high.slice(270 + 101, 290 + 101)).toEqual(low.slice(270, 290));
		expect(high.slice(475 + 201, 495 + 201)).toEqual(low.slice(475, 495));
		expect(new Set(high)).toEqual(new Set(low));
	});
});
