/**
 * The sandbox's time. `now` is the time letters live in and can be moved forward; `wallNow` is what
 * other machines' clocks show, so signatures and rate windows use it: a receiver that checks a
 * timestamp, or a client that waits for a reset, knows nothing of a moved clock.
 */
export interface Clock {
	/** Sandbox time in milliseconds since the epoch. */
	now(): number;
	/** Real time in milliseconds since the epoch. */
	wallNow(): number;
	advance(seconds: number): void;
	/** How far sandbox time is ahead of real time. */
	offsetSeconds(): number;
	/** Calls the listener after each move; returns the function that stops that. */
	onAdvance(listener: () => void): () => void;
}

export function createClock(source: () => number = Date.now): Clock {
	const listeners = new Set<() => void>();
	let offset = 0;
	return {
		now: () => source() + offset,
		wallNow: () => source(),
		advance(seconds) {
			if (!(seconds >= 0)) throw new RangeError('The clock only moves forward');
			offset += seconds * 1000;
			for (const listener of listeners) listener();
		},
		offsetSeconds: () => offset / 1000,
		onAdvance(listener) {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
	};
}

/** Under load, many letters ask for the same millisecond. */
const MOST_KNOWN = 100;
const known = new Map<number, string>();

/** How the API writes an instant. */
export function isoTime(milliseconds: number): string {
	const before = known.get(milliseconds);
	if (before !== undefined) return before;
	const text = new Date(milliseconds).toISOString();
	if (known.size >= MOST_KNOWN) known.clear();
	known.set(milliseconds, text);
	return text;
}
