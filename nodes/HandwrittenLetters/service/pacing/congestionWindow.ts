/**
 * How many requests the service has shown it handles at once: grows with every good answer and
 * halves with trouble, as TCP does.
 */
const FIRST_SIZE = 8;

export class CongestionWindow {
	private size = FIRST_SIZE;

	private growFastBelow = Infinity;

	private shrinks = 0;

	get places(): number {
		return Math.floor(this.size);
	}

	/** Raised by each shrink, so that one burst of failures shrinks the window once. */
	get epoch(): number {
		return this.shrinks;
	}

	grow(): void {
		this.size += this.size < this.growFastBelow ? 1 : 1 / this.size;
	}

	/** @param epoch of the window when the failed request left */
	shrink(epoch: number, inFlight: number): void {
		if (epoch !== this.shrinks) return;
		this.shrinks += 1;
		this.size = Math.max(1, Math.min(this.size, inFlight + 1) / 2);
		this.growFastBelow = this.size;
	}
}
