/** Nobody on the account sends until it ends: a Retry-After (spec, Errors: 429), or a backoff. */

/** The account is paused for longer than somebody who asked for a place is ready to wait. */
export class PausedTooLong extends Error {
	/** @param until the end of the pause, in milliseconds */
	constructor(readonly until: number) {
		super('The account is paused for too long');
	}
}

export class Pause {
	private end = 0;

	/** In milliseconds since the epoch; may be over. */
	get until(): number {
		return this.end;
	}

	extend(until: number): void {
		this.end = Math.max(this.end, until);
	}

	lift(): void {
		this.end = 0;
	}

	lasts(now: number): boolean {
		return now < this.end;
	}
}
