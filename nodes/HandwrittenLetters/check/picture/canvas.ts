/** A canvas in full colour, for what is the same in every picture. */
import type { Colour } from './colours';
import { nearest, SHADOW } from './colours';
import type { Coverage, Matrix, Shape } from './coverage';
import { cover, forEachCovered } from './coverage';

const OPAQUE = 1;

export class Canvas {
	private readonly values: Float32Array;

	constructor(
		readonly width: number,
		readonly height: number,
		colour: Colour,
	) {
		this.values = new Float32Array(width * height * 3);
		const [red, green, blue] = colour;
		for (let at = 0; at < this.values.length; at += 3) {
			this.values[at] = red;
			this.values[at + 1] = green;
			this.values[at + 2] = blue;
		}
	}

	fill(shape: Shape, matrix: Matrix, colour: Colour, strength = OPAQUE): void {
		this.blend(cover(shape, matrix), colour, strength);
	}

	/** Only where the other shape is as well. */
	fillWithin(within: Shape, shape: Shape, matrix: Matrix, colour: Colour): void {
		const mask = copyOf(cover(within, matrix));
		const coverage = cover(shape, matrix);
		for (let line = 0; line < coverage.height; line += 1) {
			for (let column = 0; column < coverage.width; column += 1) {
				const x = coverage.left + column - mask.left;
				const y = coverage.top + line - mask.top;
				const inside = x >= 0 && y >= 0 && x < mask.width && y < mask.height;
				const at = line * coverage.width + column;
				coverage.parts[at] = (coverage.parts[at] ?? 0) * (inside ? (mask.parts[y * mask.width + x] ?? 0) : 0);
			}
		}
		this.blend(coverage, colour, 1);
	}

	/** A soft shadow of a shape. */
	shade(shape: Shape, matrix: Matrix, radius: number, strength: number): void {
		this.blend(blur(cover(shape, matrix), radius), SHADOW, strength);
	}

	/** The number of the nearest colour for each pixel; most have the colour of the one before. */
	toPixels(): Uint8Array {
		const { values } = this;
		const pixels = new Uint8Array(this.width * this.height);
		for (let index = 0; index < pixels.length; index += 1) {
			const at = index * 3;
			const same =
				index > 0 &&
				values[at] === values[at - 3] &&
				values[at + 1] === values[at - 2] &&
				values[at + 2] === values[at - 1];
			pixels[index] = same
				? (pixels[index - 1] ?? 0)
				: nearest([values[at] ?? 0, values[at + 1] ?? 0, values[at + 2] ?? 0]);
		}
		return pixels;
	}

	private blend(coverage: Coverage, [red, green, blue]: Colour, strength: number): void {
		const { values, width } = this;
		forEachCovered(coverage, width, this.height, (pixel, covered) => {
			const at = pixel * 3;
			const [part, rest] = [covered * strength, 1 - covered * strength];
			values[at] = (values[at] ?? 0) * rest + red * part;
			values[at + 1] = (values[at + 1] ?? 0) * rest + green * part;
			values[at + 2] = (values[at + 2] ?? 0) * rest + blue * part;
		});
	}
}

function copyOf({ left, top, width, height, parts }: Coverage): Coverage {
	return { left, top, width, height, parts: parts.slice(0, width * height) };
}

/** Three running means, one after another, come close to a Gaussian. */
function blur(coverage: Coverage, radius: number): Coverage {
	const edge = radius * 3;
	const width = coverage.width + edge * 2;
	const height = coverage.height + edge * 2;
	let parts = new Float32Array(width * height);
	for (let line = 0; line < coverage.height; line += 1) {
		const from = line * coverage.width;
		parts.set(coverage.parts.subarray(from, from + coverage.width), (line + edge) * width + edge);
	}
	for (let pass = 0; pass < 3; pass += 1) {
		parts = runningMean(parts, height, width, width, 1, radius);
		parts = runningMean(parts, width, height, 1, width, radius);
	}
	return { left: coverage.left - edge, top: coverage.top - edge, width, height, parts };
}

/** Along each of `lines` lines that lie `apart` from each other. */
function runningMean(
	parts: Float32Array,
	lines: number,
	length: number,
	apart: number,
	step: number,
	radius: number,
): Float32Array<ArrayBuffer> {
	const result = new Float32Array(parts.length);
	const count = radius * 2 + 1;
	for (let line = 0; line < lines; line += 1) {
		const start = line * apart;
		let sum = 0;
		for (let at = -radius; at < length; at += 1) {
			if (at + radius < length) sum += parts[start + (at + radius) * step] ?? 0;
			if (at - radius - 1 >= 0) sum -= parts[start + (at - radius - 1) * step] ?? 0;
			if (at >= 0) result[start + at * step] = sum / count;
		}
	}
	return result;
}
