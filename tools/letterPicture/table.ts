/**
 * Makes the table of letters from which the picture of a letter is drawn: the outlines of Caveat,
 * flattened and simplified, one character of text for each coordinate.
 */
interface Point {
	x: number;
	y: number;
	onCurve: boolean;
}

/** A closed curve, in units of the font; y grows upwards. */
export type Contour = Point[];

/** One character. */
export interface Outline {
	advance: number;
	contours: Contour[];
}

/** The grid on which the points lie. At the size of a letter's text, one step is a seventh of a pixel. */
export const UNITS_PER_EM = 250;
/** How far a simplified outline may be from the font's own, in steps of the grid. */
const TOLERANCE = 0.55;
/** Of each curve, before the outline is simplified. */
const STEPS = 8;

/** Steps from one point to the next that one character can say: from `#` to `~`, without `\`. */
export const DIGITS = Array.from({ length: 92 }, (_none, index) => String.fromCharCode(35 + index))
	.filter((digit) => digit !== '\\')
	.join('');
const MOST = (DIGITS.length - 1) / 2;

type Place = [x: number, y: number];

/** `112 abc… def…`: how wide the character is, and its contours. */
export function encodeGlyph({ advance, contours }: Outline, unitsPerEm: number): string {
	const scale = UNITS_PER_EM / unitsPerEm;
	const places = contours
		.map((contour) => onGrid(simplify(flatten(contour).map(({ x, y }): Place => [x * scale, -y * scale]))))
		.filter((contour) => contour.length > 2);
	return [String(Math.round(advance * scale)), ...places.map(encodeContour)].join(' ');
}

/** The first point is given by two digits for each coordinate, each other one by its distance. */
function encodeContour(contour: Place[]): string {
	const [first = [0, 0]] = contour;
	let [x, y] = first;
	const middle = Math.floor(DIGITS.length / 2) * DIGITS.length;
	let text = first
		.map((value) => value + middle)
		.map((value) => digit(Math.floor(value / DIGITS.length)) + digit(value % DIGITS.length))
		.join('');
	for (const [toX, toY] of contour.slice(1)) {
		const steps = Math.ceil(Math.max(Math.abs(toX - x), Math.abs(toY - y)) / MOST);
		for (let left = steps; left > 0; left -= 1) {
			const dx = Math.round((toX - x) / left);
			const dy = Math.round((toY - y) / left);
			text += digit(dx + MOST) + digit(dy + MOST);
			x += dx;
			y += dy;
		}
	}
	return text;
}

function digit(value: number): string {
	const found = DIGITS[value];
	if (found === undefined) throw new Error(`${value} is too far for one digit`);
	return found;
}

/** Curves become lines. Between two points off the curve, TrueType means one on it, halfway. */
function flatten(contour: Contour): Point[] {
	const all = contour.flatMap((point, index) => {
		const before = contour.at(index - 1) ?? point;
		const between = { x: (before.x + point.x) / 2, y: (before.y + point.y) / 2, onCurve: true };
		return before.onCurve || point.onCurve ? [point] : [between, point];
	});
	const start = all.findIndex(({ onCurve }) => onCurve);
	const turned = [...all.slice(start), ...all.slice(0, start + 1)];
	const flat: Point[] = [];
	turned.forEach((point, index) => {
		const [from, to] = [turned[index - 1], turned[index + 1]];
		if (point.onCurve) flat.push(point);
		else if (from !== undefined && to !== undefined) {
			for (let step = 1; step < STEPS; step += 1) flat.push(onCurve(from, point, to, step / STEPS));
		}
	});
	return flat;
}

function onCurve(from: Point, control: Point, to: Point, t: number): Point {
	const at = (a: number, b: number, c: number) => a * (1 - t) ** 2 + 2 * b * t * (1 - t) + c * t ** 2;
	return { x: at(from.x, control.x, to.x), y: at(from.y, control.y, to.y), onCurve: true };
}

/** By Ramer, Douglas and Peucker: leaves out points that lie nearly on the line between their neighbours. */
function simplify(points: Place[]): Place[] {
	const [first] = points;
	const last = points.at(-1);
	if (first === undefined || last === undefined || points.length < 3) return points;
	let farthest = 0;
	let most = 0;
	points.forEach((point, index) => {
		const distance = distanceTo(point, first, last);
		if (distance > most) [most, farthest] = [distance, index];
	});
	if (most <= TOLERANCE) return [first, last];
	return [...simplify(points.slice(0, farthest + 1)).slice(0, -1), ...simplify(points.slice(farthest))];
}

function distanceTo([x, y]: Place, [ax, ay]: Place, [bx, by]: Place): number {
	const length = Math.hypot(bx - ax, by - ay);
	if (length === 0) return Math.hypot(x - ax, y - ay);
	return Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length;
}

/** Without points that fall on the one before, and without the last, which is the first. */
function onGrid(points: Place[]): Place[] {
	const rounded = points.map(([x, y]): Place => [Math.round(x), Math.round(y)]);
	return rounded.slice(0, -1).filter(([x, y], index) => {
		const before = rounded[index - 1];
		return before === undefined || before[0] !== x || before[1] !== y;
	});
}
