/** Reads and writes the PNG pictures that Chromium takes. */
import { decode, encode, toRGBA8 } from 'upng-js';

const COLOURS = 256;

interface Pixels {
	readonly width: number;
	readonly height: number;
	readonly rgba: ArrayBuffer;
}

function pixelsOf(png: Buffer): Pixels {
	const image = decode(new Uint8Array(png).buffer);
	const rgba = toRGBA8(image)[0];
	if (rgba === undefined) throw new Error('Chromium made an empty picture');
	return { width: image.width, height: image.height, rgba };
}

/** Flat drawings bear a palette without a visible loss, and weigh a third then. */
export function withPalette(png: Buffer): Buffer {
	const { width, height, rgba } = pixelsOf(png);
	return Buffer.from(encode([rgba], width, height, COLOURS));
}

export function firstPixel(png: Buffer): { red: number; green: number; blue: number } {
	const [red = 0, green = 0, blue = 0] = new Uint8Array(pixelsOf(png).rgba);
	return { red, green, blue };
}
