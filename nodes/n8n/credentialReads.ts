/**
 * Readings of the credential: one value per node, for a second. n8n's default expression engine opens
 * an isolate for every reading, which costs as much as all else of a forged delivery.
 *
 * `recent` may only say yes: a delivery that it does not prove genuine is checked against a `fresh`
 * reading, which begins after the question. So a new secret holds at once, and a removed one is refused
 * within a second. One reading is under way at a time: all who come meanwhile share the next one. A
 * reading that does not end fails in time, so that it holds up nobody for good.
 */
import { withTimeout } from './clock';

export const RECENT_MS = 1_000;

const LONGEST_READING_MS = 5_000;
const TOO_LATE = Symbol('too late');

interface Entry<T> {
	/** Ends with the reading that is under way, and never fails. */
	running: Promise<unknown>;
	next?: Promise<T>;
	latest?: { value: T; begun: number };
}

export class CredentialReads<T> {
	private readonly entries = new Map<string, Entry<T>>();

	constructor(
		private readonly clock = () => Date.now(),
		private readonly longestMs = LONGEST_READING_MS,
	) {}

	recent(name: string): T | undefined {
		const latest = this.entries.get(name)?.latest;
		if (!latest) return undefined;
		const age = this.clock() - latest.begun;
		// Not negative: a clock set back must not prolong it.
		return age >= 0 && age < RECENT_MS ? latest.value : undefined;
	}

	/** @param name the same for all that would read the same. */
	async fresh(name: string, read: () => Promise<T>): Promise<T> {
		const entry: Entry<T> = this.entries.get(name) ?? { running: Promise.resolve() };
		this.entries.set(name, entry);
		entry.next ??= entry.running.then(async () => {
			const begun = this.clock();
			entry.next = undefined;
			const reading = this.inTime(read());
			entry.running = reading.catch(() => undefined);
			const value = await reading;
			entry.latest = { value, begun };
			return value;
		});
		return await entry.next;
	}

	private async inTime(reading: Promise<T>): Promise<T> {
		const value = await withTimeout<T, typeof TOO_LATE>(this.longestMs, reading, TOO_LATE);
		if (value === TOO_LATE) throw new Error(`n8n took more than ${this.longestMs} ms to read the credential`);
		return value;
	}
}
