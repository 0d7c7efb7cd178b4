/** Horizontal bars from rows of figures, as an SVG that also stands on a dark page. */

export interface Series {
	name: string;
	color: string;
}

export interface Row {
	label: string;
	/** One figure per series, drawn end to end. */
	values: number[];
	/** Stands behind the bar. */
	text: string;
	/** The row the chart is about. */
	strong?: boolean;
}

/** Bars that share a scale. */
export interface Panel {
	title: string;
	rows: Row[];
	/** A line across the bars, for example what was wanted. */
	mark?: { value: number; label: string };
	/** What the parts of a bar are; without, a bar has one part. */
	series?: Series[];
}

/** Told apart in every common kind of colour blindness, and in grey (Okabe and Ito). */
export const COLORS = { blue: '#0072b2', orange: '#d55e00', grey: '#7d868f' };

const WIDTH = 940;
const MARGIN = 28;
const LABEL_GAP = 12;
const TEXTS = 236;
const BAR = 16;
const ROW = 26;
const TITLE = 26;
const MARK = 16;
const GAP = 26;

const FONTS = "-apple-system, 'Segoe UI', 'Noto Sans', Helvetica, Arial, sans-serif";
const INK = '#1f2328';
const SOFT_INK = '#59636e';

/** Where the bars of a chart stand. */
interface Place {
	from: number;
	width: number;
}

/** No way to measure text here: a generous width per letter, so that no label is cut. */
const lettersWidth = (words: string, size: number): number => words.length * size * 0.55;

function placeOf(panels: Panel[]): Place {
	const labels = panels.flatMap(({ rows }) => rows.map(({ label }) => lettersWidth(label, 13)));
	const from = MARGIN + Math.max(...labels) + LABEL_GAP;
	return { from, width: WIDTH - from - TEXTS - MARGIN };
}

export function barChart(title: string, panels: Panel[]): string {
	const parts: string[] = [];
	const place = placeOf(panels);
	let y = MARGIN + 12;
	parts.push(text(MARGIN, y, title, { size: 18, weight: 600 }));
	y += 18;
	for (const panel of panels) {
		y += GAP;
		parts.push(...drawPanel(panel, y, place));
		y += headOf(panel) + panel.rows.length * ROW;
	}
	const height = y + MARGIN;
	const size = `viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}"`;
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" font-family="${FONTS}">`,
		`<title>${escape(title)}</title>`,
		// A ground of its own: on a dark page the ink would not be seen.
		`<rect x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="8" fill="#ffffff" stroke="#d1d9e0"/>`,
		...parts,
		'</svg>',
		'',
	].join('\n');
}

function headOf({ mark }: Panel): number {
	return mark ? TITLE + MARK : TITLE;
}

function drawPanel(panel: Panel, top: number, place: Place): string[] {
	const { rows, mark, series } = panel;
	const largest = Math.max(mark?.value ?? 0, ...rows.map(({ values }) => sum(values)));
	const scale = largest > 0 ? place.width / largest : 0;
	const from = top + headOf(panel);
	const parts = [text(MARGIN, top + 12, panel.title, { size: 14, weight: 600 })];
	if (series) parts.push(...drawLegend(series, top + 12));
	rows.forEach((row, index) => parts.push(...drawRow(row, from + index * ROW, scale, series, place)));
	if (mark) parts.push(...drawMark(mark, from, from + rows.length * ROW, place.from + mark.value * scale));
	return parts;
}

function drawRow(
	row: Row,
	top: number,
	scale: number,
	series: Panel['series'],
	{ from, width: whole }: Place,
): string[] {
	const { label, values, text: words, strong } = row;
	const middle = top + ROW / 2;
	const weight = strong ? 600 : 400;
	const plain = strong ? COLORS.blue : COLORS.grey;
	let x = from;
	const bars = values.map((value, index) => {
		const width = Math.max(value * scale, value > 0 ? 1 : 0);
		const place = `x="${round(x)}" y="${middle - BAR / 2}" width="${round(width)}" height="${BAR}"`;
		const bar = `<rect ${place} fill="${series?.[index]?.color ?? plain}"/>`;
		x += width;
		return bar;
	});
	return [
		text(from - LABEL_GAP, middle + 4, label, { anchor: 'end', weight }),
		...bars,
		text(from + whole + 14, middle + 4, words, { weight }),
	];
}

type Mark = NonNullable<Panel['mark']>;

function drawMark({ label }: Mark, top: number, bottom: number, at: number): string[] {
	const x = round(at);
	return [
		`<path d="M${x} ${top - 3}V${bottom - 1}" stroke="${INK}" stroke-width="1.5" stroke-dasharray="3 3"/>`,
		text(x, top - 7, label, { anchor: 'middle', size: 12, color: SOFT_INK }),
	];
}

/** To the right of the panel's title, from the right edge leftwards. */
function drawLegend(series: Series[], baseline: number): string[] {
	let right = WIDTH - MARGIN;
	return series.toReversed().flatMap(({ name, color }) => {
		const x = right - lettersWidth(name, 12);
		right = x - 34;
		return [
			`<rect x="${round(x - 18)}" y="${baseline - 10}" width="12" height="12" fill="${color}"/>`,
			text(x, baseline, name, { size: 12, color: SOFT_INK }),
		];
	});
}

interface Style {
	size?: number;
	weight?: number;
	color?: string;
	anchor?: 'start' | 'middle' | 'end';
}

function text(x: number, y: number, words: string, style: Style = {}): string {
	const { size = 13, weight = 400, color = INK, anchor = 'start' } = style;
	const place = `x="${round(x)}" y="${round(y)}" text-anchor="${anchor}"`;
	return `<text ${place} font-size="${size}" font-weight="${weight}" fill="${color}">${escape(words)}</text>`;
}

function escape(words: string): string {
	return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function sum(values: number[]): number {
	return values.reduce((total, value) => total + value, 0);
}

function round(value: number): number {
	return Math.round(value * 10) / 10;
}
