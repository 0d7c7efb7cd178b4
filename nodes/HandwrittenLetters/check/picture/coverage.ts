/**
 * How much of each pixel an outline covers. It is cut into thin lines, and each edge adds what lies to its
 * right: a sum along the pixels gives the rest.
 */

/** The thin lines of a pixel. */
const LINES = 5;
/** A part that nobody sees. */
const LEAST = 0.004;

/** Where a point goes: to `x + scale * (pointX - lean * pointY)`, `y + scale * pointY`. */
export interface Place {
	x: number;
	y: number;
	scale: number;
	lean: number;
}

let parts = new Float32Array(4096);

/** Calls `paint` for each pixel of the sheet that is covered at all, with its number and the part. */
export function forEachCovered(
	contours: number[][],
	{ x, y, scale, lean }: Place,
	sheet: { width: number; height: number },
	paint: (pixel: number, part: number) => void,
): void {
	const moved = contours.map((contour) =>
		contour.map((value, at) =>
			at % 2 === 0 ? x + scale * (value - lean * (contour[at + 1] ?? 0)) : y + scale * value,
		),
	);
	let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
	for (const contour of moved) {
		for (let at = 0; at < contour.length; at += 2) {
			const [pointX = 0, pointY = 0] = [contour[at], contour[at + 1]];
			[left, right] = [Math.min(left, pointX), Math.max(right, pointX)];
			[top, bottom] = [Math.min(top, pointY), Math.max(bottom, pointY)];
		}
	}
	if (left > right) return;
	[left, top] = [Math.floor(left), Math.floor(top)];
	const width = Math.floor(right) - left + 2;
	const height = Math.floor(bottom) - top + 1;
	if (parts.length < width * height) parts = new Float32Array(width * height);
	parts.fill(0, 0, width * height);
	for (const contour of moved) {
		let [fromX = 0, fromY = 0] = contour.slice(-2);
		for (let at = 0; at < contour.length; at += 2) {
			const [toX = 0, toY = 0] = [contour[at], contour[at + 1]];
			addEdge(width, fromX - left, fromY - top, toX - left, toY - top);
			[fromX, fromY] = [toX, toY];
		}
	}
	for (let row = Math.max(0, -top); row < Math.min(height, sheet.height - top); row += 1) {
		let sum = 0;
		for (let column = 0; column < width; column += 1) {
			sum += parts[row * width + column] ?? 0;
			const part = Math.min(Math.abs(sum), 1);
			const at = left + column;
			if (part > LEAST && at >= 0 && at < sheet.width) paint((top + row) * sheet.width + at, part);
		}
	}
}

/** Which way it runs is which way round the outline goes: a hole runs the other way. */
function addEdge(width: number, fromX: number, fromY: number, toX: number, toY: number): void {
	const [upper, lower] = [Math.min(fromY, toY), Math.max(fromY, toY)];
	const strength = (fromY < toY ? 1 : -1) / LINES;
	const slope = (toX - fromX) / (toY - fromY);
	for (let line = Math.ceil(upper * LINES - 0.5); (line + 0.5) / LINES < lower; line += 1) {
		const x = fromX + ((line + 0.5) / LINES - fromY) * slope;
		const at = Math.floor(line / LINES) * width + Math.floor(x);
		const beside = x - Math.floor(x);
		parts[at] = (parts[at] ?? 0) + strength * (1 - beside);
		parts[at + 1] = (parts[at + 1] ?? 0) + strength * beside;
	}
}
