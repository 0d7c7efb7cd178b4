/** The stamp: hills by the sea at sunrise. It has no country and no value, for nobody has bought it. */
import type { Colour } from './colours';
import { FAR_HILL, HILL, SEA, SKY, SUN, WHITE } from './colours';

export interface Painted {
	contour: number[];
	colour: Colour;
}

const WIDTH = 74;
const HEIGHT = 90;
const MARGIN = 8;
const HOLE = 2.6;
const HOLES_APART = 8.2;

/** From the back to the front; the first is its outline. */
export function stampShapes(left: number, top: number): Painted[] {
	const [right, bottom] = [WIDTH - MARGIN, HEIGHT - MARGIN];
	const horizon = 62;
	const shapes: Painted[] = [
		{ contour: perforated(), colour: WHITE },
		{ contour: [MARGIN, MARGIN, right, MARGIN, right, bottom, MARGIN, bottom], colour: SKY },
		{ contour: circle(27, 33, 9.5), colour: SUN },
		{ contour: hill(MARGIN, 30, horizon, 47), colour: FAR_HILL },
		{ contour: [MARGIN, 52, ...curve(18, 46, 34, 52), 44, horizon, MARGIN, horizon], colour: FAR_HILL },
		{ contour: sugarloaf(right, horizon), colour: HILL },
		{ contour: [MARGIN, horizon, right, horizon, right, bottom, MARGIN, bottom], colour: SEA },
		{ contour: wave(14, 68, 20), colour: WHITE },
		{ contour: wave(38, 73, 22), colour: WHITE },
		{ contour: wave(18, 77.5, 16), colour: WHITE },
		{ contour: bird(40, 20), colour: HILL },
		{ contour: bird(52, 25), colour: HILL },
	];
	return shapes.map(({ contour, colour }) => ({
		contour: contour.map((value, index) => value + (index % 2 === 0 ? left : top)),
		colour,
	}));
}

function perforated(): number[] {
	const side = (length: number): number[][] => {
		const points: number[][] = [];
		const count = Math.round(length / HOLES_APART);
		for (let hole = 0; hole < count; hole += 1) {
			const middle = ((hole + 0.5) * length) / count;
			for (let step = 0; step <= 8; step += 1) {
				const angle = (Math.PI * step) / 8;
				points.push([middle - Math.cos(angle) * HOLE, Math.sin(angle) * HOLE]);
			}
		}
		return points;
	};
	return [
		...side(WIDTH).flatMap(([along = 0, in_ = 0]) => [along, in_]),
		...side(HEIGHT).flatMap(([along = 0, in_ = 0]) => [WIDTH - in_, along]),
		...side(WIDTH).flatMap(([along = 0, in_ = 0]) => [WIDTH - along, HEIGHT - in_]),
		...side(HEIGHT).flatMap(([along = 0, in_ = 0]) => [in_, HEIGHT - along]),
	];
}

function circle(x: number, y: number, radius: number): number[] {
	return Array.from({ length: 40 }, (_none, index) => (index / 40) * Math.PI * 2).flatMap((angle) => [
		x + Math.cos(angle) * radius,
		y + Math.sin(angle) * radius,
	]);
}

/** A quadratic curve from the point before it would begin. */
function curve(x: number, y: number, toX: number, toY: number): number[] {
	return [x, y, toX, toY];
}

function hill(from: number, to: number, foot: number, summit: number): number[] {
	return [
		from,
		foot,
		...Array.from({ length: 13 }, (_none, index) => index / 12).flatMap((part) => [
			from + (to - from) * part,
			foot - (foot - summit) * Math.sin(Math.PI * part) ** 0.8,
		]),
	];
}

/** Steep on one side, and a smaller hill beside it. */
function sugarloaf(right: number, foot: number): number[] {
	const outline = [
		[28, 0],
		[34, 5],
		[38, 12],
		[41, 20],
		[44, 26],
		[48, 28.5],
		[52, 27],
		[55, 22],
		[57, 15],
		[60, 11],
		[63, 10.5],
		[right, 12],
		[right, 0],
	];
	return outline.flatMap(([x = 0, height = 0]) => [x, foot - height]);
}

function wave(x: number, y: number, length: number): number[] {
	return [x, y, x + length / 2, y - 0.7, x + length, y, x + length / 2, y + 0.5];
}

function bird(x: number, y: number): number[] {
	return [
		x - 5,
		y - 2.4,
		x - 2.4,
		y - 2.2,
		x,
		y,
		x + 2.4,
		y - 2.2,
		x + 5,
		y - 2.4,
		x + 2.2,
		y - 1,
		x,
		y + 1.3,
		x - 2.2,
		y - 1,
	];
}
