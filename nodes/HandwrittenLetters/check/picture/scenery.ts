/** What lies on the desk in every picture: the sheet of paper, and the envelope with its stamp. */
import { Canvas } from './canvas';
import * as colours from './colours';
import type { Shape } from './coverage';
import type { Layout, Piece } from './places';
import { stampShapes } from './stamp';

const SHADOW_RADIUS = 7;
const STRIPES = 11;
/** From one red stripe to the next. */
const STRIPE_PERIOD = 48;

export function drawScenery(layout: Layout): Uint8Array {
	const canvas = new Canvas(layout.width, layout.height, colours.DESK);
	drawPaper(canvas, layout);
	drawEnvelope(canvas, layout);
	return canvas.toPixels();
}

function drawPaper(canvas: Canvas, { paper }: Layout): void {
	const { left, top, width, height, turn } = paper;
	const sheet = (dx: number, dy: number): Shape => [rectangle(left + dx, top + dy, width, height)];
	canvas.shade(sheet(3, 8), turn, SHADOW_RADIUS, 0.3);
	canvas.shade(sheet(0, 1), turn, 1, 0.22);
	canvas.fill(sheet(0, 0), turn, colours.PAPER);
	// It was folded twice, to fit the envelope.
	for (const part of [1 / 3, 2 / 3]) {
		const y = top + height * part;
		const fold = (dy: number, thickness: number): Shape => [rectangle(left, y + dy, width, thickness)];
		for (let step = 0; step < 6; step += 1) canvas.fill(fold(step - 7, 7 - step), turn, colours.FOLD, 0.07);
		canvas.fill(fold(0, 1.2), turn, colours.WHITE, 0.9);
	}
}

function drawEnvelope(canvas: Canvas, { envelope }: Layout): void {
	const { left, top, width, height, turn } = envelope;
	const shape = (dx: number, dy: number): Shape => [rounded(left + dx, top + dy, width, height, 5)];
	canvas.shade(shape(3, 9), turn, SHADOW_RADIUS, 0.34);
	canvas.shade(shape(0, 1), turn, 1, 0.24);
	canvas.fill(shape(0, 0), turn, colours.ENVELOPE);
	const inner = rounded(left + STRIPES, top + STRIPES, width - 2 * STRIPES, height - 2 * STRIPES, 2);
	const border = [...shape(0, 0), reversed(inner)];
	canvas.fillWithin(border, stripes(envelope, 0), turn, colours.RED);
	canvas.fillWithin(border, stripes(envelope, STRIPE_PERIOD / 2), turn, colours.BLUE);
	const [outline, ...inside] = stampShapes(left + width - 106, top + 30);
	if (outline === undefined) return;
	canvas.shade([outline.contour], turn, 1, 0.25);
	for (const { contour, colour } of [outline, ...inside]) canvas.fill([contour], turn, colour);
}

/** Slanted bands across the whole envelope, of which only the border shows. */
function stripes({ left, top, width, height }: Piece, from: number): number[][] {
	const bands: number[][] = [];
	for (let start = left - height + from; start < left + width; start += STRIPE_PERIOD) {
		const end = start + STRIPE_PERIOD * 0.3;
		bands.push([start + height, top, end + height, top, end, top + height, start, top + height]);
	}
	return bands;
}

function rectangle(left: number, top: number, width: number, height: number): number[] {
	return [left, top, left + width, top, left + width, top + height, left, top + height];
}

function rounded(left: number, top: number, width: number, height: number, radius: number): number[] {
	const corners = [
		[left + width - radius, top + radius, -0.25],
		[left + width - radius, top + height - radius, 0],
		[left + radius, top + height - radius, 0.25],
		[left + radius, top + radius, 0.5],
	];
	return corners.flatMap(([x = 0, y = 0, turn = 0]) =>
		Array.from({ length: 7 }, (_none, index) => (turn + index / 24) * Math.PI * 2).flatMap((angle) => [
			x + Math.cos(angle) * radius,
			y + Math.sin(angle) * radius,
		]),
	);
}

/** The other way round: a hole. */
function reversed(contour: number[]): number[] {
	const points: number[] = [];
	for (let at = contour.length - 2; at >= 0; at -= 2) points.push(contour[at] ?? 0, contour[at + 1] ?? 0);
	return points;
}
