/** Writes text on a picture as a hand does: no two letters are alike, and no line is quite straight. */
import { forEachCovered } from './coverage';
import { glyphOf } from './handwriting';
import type { Turn } from './places';
import { INK_STEPS } from './scenery';

interface Sheet {
	width: number;
	height: number;
	pixels: Uint8Array;
}

interface Place {
	x: number;
	y: number;
	size: number;
	/** Moves what was written with the paper it stands on. */
	turn?: Turn;
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

	write(text: string, { x, y, size, turn = (...point) => point }: Place): void {
		let at = x + this.around(size / 12);
		let drift = this.around(size / 26);
		const slope = this.around(0.008);
		for (const character of text) {
			const { advance, contours } = glyphOf(character);
			const [lean, grow, lift] = [this.around(0.05), 1 + this.around(0.045), this.around(size / 34)];
			const strength = 0.94 + this.around(0.12);
			drift += this.around(size / 150) - drift * 0.02;
			const [left, base] = turn(at, y + drift + (at - x) * slope + lift);
			this.blot(contours, { x: left, y: base, scale: size * grow, lean }, strength);
			at += advance * size * (/\s/.test(character) ? 1 + this.around(0.24) : 1);
		}
	}

	private around(range: number): number {
		return (this.chance() - 0.5) * range;
	}

	private blot(contours: number[][], place: Parameters<typeof forEachCovered>[1], strength: number): void {
		const { ink, sheet } = this;
		forEachCovered(contours, place, sheet, (at, part) => {
			const shade = Math.min(Math.round(part * strength * (INK_STEPS - 1)), INK_STEPS - 1);
			sheet.pixels[at] = ink[(sheet.pixels[at] ?? 0) * INK_STEPS + shade] ?? 0;
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
