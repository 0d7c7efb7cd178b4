/** Where everything lies on the picture. */

export const WIDTH = 760;
export const LEAST_HEIGHT = 1000;

/** Of the writing on the page and on the envelope. */
export const TEXT_SIZE = 36;
export const LINE_PITCH = 40;
export const TEXT_LEFT = 66;
export const TEXT_WIDTH = 540;
export const ADDRESS_SIZE = 31;
/** From the first line of an address to the last, so that it stays below the stamp. */
export const ADDRESS_HEIGHT = 133;
export const ENVELOPE_WIDTH = 554;

const PAPER_TOP = 74;
const TEXT_TOP = PAPER_TOP + 92;
const TEXT_BELOW = 62;
/** A short text begins lower, as one writes it. */
const MOST_LOWERED = 56;
const ENVELOPE_HEIGHT = 318;
/** The paper's lower edge lies under the envelope. */
const TUCKED = 70;
const BELOW = 62;

/** In radians; a positive angle turns clockwise. */
const PAPER_TILT = -0.009;
const ENVELOPE_TILT = 0.016;

interface Box {
	left: number;
	top: number;
	width: number;
	height: number;
}

export type Layout = ReturnType<typeof layOut>;

/** The page grows with its text, as `scenery.ts` draws it; the text begins at `textTop`. */
export function layOut(lines: number) {
	const needed = TEXT_TOP + LINE_PITCH * Math.max(lines - 1, 0) + TEXT_BELOW + ENVELOPE_HEIGHT + BELOW;
	const height = Math.max(LEAST_HEIGHT, needed);
	const envelopeTop = height - BELOW - ENVELOPE_HEIGHT;
	const paper = { left: 46, top: PAPER_TOP, width: 668, height: envelopeTop + TUCKED - PAPER_TOP };
	const envelope = { left: 168, top: envelopeTop, width: ENVELOPE_WIDTH, height: ENVELOPE_HEIGHT };
	const stretched = (paper.height - (height - LEAST_HEIGHT)) / paper.height;
	return {
		height,
		textTop: TEXT_TOP + Math.min((height - needed) / 4, MOST_LOWERED),
		paper: { ...paper, turn: turned(paper, PAPER_TILT, PAPER_TILT * stretched) },
		envelope: { ...envelope, turn: turned(envelope, ENVELOPE_TILT) },
	};
}

/** Where a point of a sheet comes to lie when the sheet is turned around its middle, by so little. */
export type Turn = (x: number, y: number) => [x: number, y: number];

/** @param lean Of its sides, where they were stretched after it was turned. */
function turned({ left, top, width, height }: Box, angle: number, lean = angle): Turn {
	return (x, y) => [x - (y - top - height / 2) * lean, y + (x - left - width / 2) * angle];
}
