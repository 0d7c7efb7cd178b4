/** Reads the PNG pictures that Chromium takes, and keeps those of the documents. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { decode, encode, toRGBA8 } from 'upng-js';

import { projectRoot } from '../n8n/paths';

export const LOOKS = ['light', 'dark'] as const;
export type Look = (typeof LOOKS)[number];

const FOLDER = join(projectRoot, 'docs', 'images');
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
