/** Writes text on a picture as a hand does: no two letters are alike, and no line is quite straight. */
import type { Coverage, Matrix } from './coverage';
import { cover, forEachCovered, IN_PLACE, then } from './coverage';
import { glyphOf } from './handwriting';
import { INK_STEPS } from './scenery';

export interface Sheet {
	width: number;
	height: number;
	pixels: Uint8Array;
}

interface Place {
	x: number;
	y: number;
	size: number;
	/** Turns what was written with the paper it stands on. */
	turn?: Matrix;
}

export class Pen {
	/** The same letter is written in the same way each time. */
	private readonly chance;

	/** @param unsteady Who the letter is for; print has nobody's hand. */
	constructor(
		private readonly sheet: Sheet,
		private readonly ink: Uint8Array,
		unsteady?: string,
	) {
		this.chance = unsteady === undefined ? () => 0.5 : chanceOf(unsteady);
	}

	write(text: string, { x, y, size, turn = IN_PLACE }: Place): void {
		let at = x + this.around(size / 12);
		let drift = this.around(size / 26);
		const slope = this.around(0.008);
		for (const character of text) {
			const { advance, contours } = glyphOf(character);
			const [lean, grow, lift] = [this.around(0.05), 1 + this.around(0.045), this.around(size / 34)];
			const strength = 0.94 + this.around(0.12);
			drift += this.around(size / 150) - drift * 0.02;
			const scale = size * grow;
			const base = y + drift + (at - x) * slope + lift;
			const glyph = { xx: scale, yx: -lean * scale, dx: at, xy: 0, yy: scale, dy: base };
			this.blot(cover(contours, then(glyph, turn)), strength);
			at += advance * size * (/\s/.test(character) ? 1 + this.around(0.24) : 1);
		}
	}

	/** A number around zero. */
	private around(range: number): number {
		return (this.chance() - 0.5) * range;
	}

	private blot(coverage: Coverage, strength: number): void {
		const { ink } = this;
		const { width, height, pixels } = this.sheet;
		const scale = strength * (INK_STEPS - 1);
		forEachCovered(coverage, width, height, (at, part) => {
			const shade = Math.min(Math.round(part * scale), INK_STEPS - 1);
			pixels[at] = ink[(pixels[at] ?? 0) * INK_STEPS + shade] ?? 0;
		});
	}
}

/** Mulberry32, begun with a hash of the text. */
function chanceOf(text: string): () => number {
	let state = 2166136261;
	for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619);
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
}
