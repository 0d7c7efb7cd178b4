/** Reads the PNG pictures that Chromium takes, and keeps those of the documents. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Locator, Page } from 'playwright-core';
import { decode, encode, toRGBA8 } from 'upng-js';

import type { SandboxOptions } from '../../sandbox/src/createSandbox';
import { DEFAULTS } from '../../sandbox/src/defaults';
import { withPage } from '../chromium';
import { projectRoot } from '../n8n/paths';
import type { Area } from './shownTexts';
import { recordTexts } from './shownTexts';

export const LOOKS = ['light', 'dark'] as const;
export type Look = (typeof LOOKS)[number];

export const FOLDER = join(projectRoot, 'docs', 'images');
const COLOURS = 256;

/** Of a program that takes pictures. */
export const LONGEST_MS = 30 * 60_000;

interface Pixels {
	readonly width: number;
	readonly height: number;
	readonly rgba: ArrayBuffer;
}

export function pixelsOf(png: Buffer): Pixels {
	const image = decode(new Uint8Array(png).buffer);
	const rgba = toRGBA8(image)[0];
	if (rgba === undefined) throw new Error('Chromium made an empty picture');
	return { width: image.width, height: image.height, rgba };
}

/** The smallest area that holds all of them, and a margin. */
export async function areaOf(parts: Locator[], margin = { x: 0, y: 0 }): Promise<Area> {
	const all = (await Promise.all(parts.map((part) => part.all()))).flat();
	const boxes = (await Promise.all(all.map((one) => one.boundingBox()))).filter((box) => box !== null);
	const left = Math.min(...boxes.map(({ x }) => x)) - margin.x;
	const top = Math.min(...boxes.map(({ y }) => y)) - margin.y;
	const right = Math.max(...boxes.map(({ x, width }) => x + width)) + margin.x;
	const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + margin.y;
	return { x: left, y: top, width: right - left, height: bottom - top };
}

export interface Picture {
	readonly name: string;
	readonly look: Look;
	/** What of the page it shows. */
	readonly parts: Locator[];
	readonly margin?: { x: number; y: number };
	/** To cut what is below off. */
	readonly height?: number;
	readonly folder?: string;
}

/** Of these parts of the page, and the texts that it shows of ours. */
export async function takePicture(page: Page, picture: Picture): Promise<void> {
	const { name, look, parts, margin, height, folder } = picture;
	await page.evaluate('document.fonts.ready.then(() => undefined)');
	const area = await areaOf(parts, margin);
	const clip = { ...area, height: Math.min(area.height, height ?? Infinity) };
	await savePicture(await page.screenshot({ clip, animations: 'disabled' }), name, look, folder);
	if (look === 'light') await recordTexts(name, parts, clip);
}

/** Of a page outside n8n's editor. */
export async function takePage(
	{ width, height, ...picture }: Omit<Picture, 'parts'> & { width: number },
	load: (page: Page) => Promise<void>,
): Promise<void> {
	const options = {
		viewport: { width, height: height ?? width },
		deviceScaleFactor: 2,
		colorScheme: picture.look,
		reducedMotion: 'reduce',
		locale: 'en-GB',
		timezoneId: 'America/Sao_Paulo',
	} as const;
	await withPage(options, async (page) => {
		await load(page);
		await takePicture(page, { ...picture, height, parts: [page.locator('body')] });
	});
}

/** Those that n8n and the sandbox will have where readers try them out. */
export const readersPorts = (sandbox: SandboxOptions = {}) => ({
	sandbox: { ...sandbox, port: DEFAULTS.port },
	n8nPort: 5678,
});

/** Flat drawings bear a palette without a visible loss, and weigh a third then. */
export async function savePicture(png: Buffer, name: string, look: Look, folder = FOLDER): Promise<void> {
	const { width, height, rgba } = pixelsOf(png);
	const picture = Buffer.from(encode([rgba], width, height, COLOURS));
	const file = `${name}${look === 'dark' ? '-dark' : ''}.png`;
	await writeFile(join(folder, file), picture);
	console.log(`${file} ${Math.round(picture.length / 1024)} KB`);
}

export function firstPixel(png: Buffer): { red: number; green: number; blue: number } {
	const [red = 0, green = 0, blue = 0] = new Uint8Array(pixelsOf(png).rgba);
	return { red, green, blue };
}
