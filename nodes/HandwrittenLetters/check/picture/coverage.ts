/**
 * How much of each pixel a shape covers, exactly: every edge adds the area to its right, and a sum
 * along each line of pixels gives the rest.
 */

/** The covered part, from 0 to 1, of each pixel of a rectangle. */
export interface Coverage {
	left: number;
	top: number;
	width: number;
	height: number;
	parts: Float32Array;
}

/** x and y by turns; a hole runs the other way round. */
export type Shape = readonly Contour[];
export type Contour = ArrayLike<number>;

/** Where a point goes: to `xx * x + yx * y + dx`, `xy * x + yy * y + dy`. */
export interface Matrix {
	xx: number;
	yx: number;
	dx: number;
	xy: number;
	yy: number;
	dy: number;
}

export const IN_PLACE: Matrix = { xx: 1, yx: 0, dx: 0, xy: 0, yy: 1, dy: 0 };

/** The first one, then the other. */
export function then(first: Matrix, other: Matrix): Matrix {
	return {
		xx: other.xx * first.xx + other.yx * first.xy,
		yx: other.xx * first.yx + other.yx * first.yy,
		dx: other.xx * first.dx + other.yx * first.dy + other.dx,
		xy: other.xy * first.xx + other.yy * first.xy,
		yy: other.xy * first.yx + other.yy * first.yy,
		dy: other.xy * first.dx + other.yy * first.dy + other.dy,
	};
}

const scratch = { parts: new Float32Array(4096), points: new Float64Array(4096) };

/** Valid until the next call. */
export function cover(shape: Shape, matrix: Matrix = IN_PLACE): Coverage {
	const length = shape.reduce((sum, contour) => sum + contour.length, 0);
	if (length === 0) return { left: 0, top: 0, width: 0, height: 0, parts: scratch.parts };
	const { left, top, right, bottom } = movePoints(shape, matrix, length);
	const width = right - left + 2;
	const height = bottom - top + 1;
	if (scratch.parts.length < width * height) scratch.parts = new Float32Array(width * height);
	const { parts, points } = scratch;
	parts.fill(0, 0, width * height);
	let start = 0;
	for (const contour of shape) {
		const end = start + contour.length;
		let [fromX, fromY] = [(points[end - 2] ?? 0) - left, (points[end - 1] ?? 0) - top];
		for (let at = start; at < end; at += 2) {
			const x = (points[at] ?? 0) - left;
			const y = (points[at + 1] ?? 0) - top;
			if (fromY < y) addEdge(parts, width, fromX, fromY, x, y, 1);
			else if (fromY > y) addEdge(parts, width, x, y, fromX, fromY, -1);
			fromX = x;
			fromY = y;
		}
		start = end;
	}
	sumLines(parts, width, height);
	return { left, top, width, height, parts };
}

/** The pixels in which the moved points lie. */
function movePoints(
	shape: Shape,
	{ xx, yx, dx, xy, yy, dy }: Matrix,
	length: number,
): { left: number; top: number; right: number; bottom: number } {
	if (scratch.points.length < length) scratch.points = new Float64Array(length);
	const { points } = scratch;
	let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
	let to = 0;
	for (const contour of shape) {
		for (let at = 0; at < contour.length; at += 2) {
			const [x, y] = [contour[at] ?? 0, contour[at + 1] ?? 0];
			const movedX = xx * x + yx * y + dx;
			const movedY = xy * x + yy * y + dy;
			if (movedX < left) left = movedX;
			if (movedX > right) right = movedX;
			if (movedY < top) top = movedY;
			if (movedY > bottom) bottom = movedY;
			points[to] = movedX;
			points[to + 1] = movedY;
			to += 2;
		}
	}
	return { left: Math.floor(left), top: Math.floor(top), right: Math.ceil(right), bottom: Math.ceil(bottom) };
}

/** The edge runs down; `sign` says which way round the contour does. */
function addEdge(
	parts: Float32Array,
	width: number,
	fromX: number,
	fromY: number,
	toX: number,
	toY: number,
	sign: number,
): void {
	const slope = (toX - fromX) / (toY - fromY);
	let x = fromX;
	for (let line = Math.floor(fromY); line < toY; line += 1) {
		const dy = Math.min(line + 1, toY) - Math.max(line, fromY);
		const next = x + slope * dy;
		addSpan(parts, line * width, Math.min(x, next), Math.max(x, next), dy * sign);
		x = next;
	}
}

/** What an edge between `from` and `to` within one line of pixels covers of each pixel to its right. */
function addSpan(parts: Float32Array, line: number, from: number, to: number, height: number): void {
	const first = Math.floor(from);
	const end = Math.ceil(to);
	let covered = 0;
	for (let pixel = first; pixel < end; pixel += 1) {
		const here = end === first + 1 ? end - (from + to) / 2 : areaRight(pixel, from, to);
		parts[line + pixel] = (parts[line + pixel] ?? 0) + height * (here - covered);
		covered = here;
	}
	parts[line + end] = (parts[line + end] ?? 0) + height * (1 - covered);
}

/** Of a pixel that a slanted edge crosses: the mean, over the height of the edge, of what lies to its right. */
function areaRight(pixel: number, from: number, to: number): number {
	return (integral(pixel + 1, from, to) - integral(pixel, from, to)) / (to - from);
}

function integral(x: number, from: number, to: number): number {
	const inside = Math.min(Math.max(x, from), to) - from;
	return (inside * inside) / 2 + Math.max(x - to, 0) * (to - from);
}

function sumLines(parts: Float32Array, width: number, height: number): void {
	for (let line = 0; line < height; line += 1) {
		let sum = 0;
		for (let at = line * width; at < (line + 1) * width; at += 1) {
			sum += parts[at] ?? 0;
			parts[at] = Math.min(Math.abs(sum), 1);
		}
	}
}

/** Each pixel of a sheet that is covered at all, by its number. */
export function forEachCovered(
	{ left, top, width, height, parts }: Coverage,
	sheetWidth: number,
	sheetHeight: number,
	paint: (pixel: number, part: number) => void,
): void {
	const [fromX, toX] = [Math.max(-left, 0), Math.min(width, sheetWidth - left)];
	const [fromY, toY] = [Math.max(-top, 0), Math.min(height, sheetHeight - top)];
	for (let y = fromY; y < toY; y += 1) {
		const line = (top + y) * sheetWidth + left;
		for (let x = fromX; x < toX; x += 1) {
			const part = parts[y * width + x] ?? 0;
			if (part > 0.004) paint(line + x, part);
		}
	}
}
