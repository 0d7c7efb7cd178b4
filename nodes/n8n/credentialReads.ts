/**
 * Readings of the credential, each for as many deliveries as it may serve. n8n's default expression
 * engine opens an isolate for every reading, which costs as much as all else of a forged delivery.
 *
 * `fresh` gives nobody what was read before they asked: whoever comes while a reading is under way
 * shares the next one. `recent` gives what was read in the last second, and may only say yes: a
 * delivery that it does not prove genuine is checked against a fresh reading. So a new secret holds
 * at once, and a removed one is refused within a second. A reading that does not end fails in time,
 * so that it holds up nobody for good. Nothing read is kept for longer than its second.
 */
import { sleep } from 'n8n-workflow';

import { withTimeout } from './withTimeout';

export const RECENT_MS = 1_000;

const LONGEST_READING_MS = 5_000;
const TOO_LATE = Symbol('too late');

interface Entry<T> {
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
		const entry = this.entries.get(name);
		if (!entry) return await this.start(name, read);
		entry.next ??= entry.running.then(() => this.start(name, read, entry.latest));
		return await entry.next;
	}

	private start(name: string, read: () => Promise<T>, latest?: Entry<T>['latest']): Promise<T> {
		const begun = this.clock();
		const reading = this.inTime(read());
		const entry: Entry<T> = {
			latest,
			running: reading.then(
				(value) => {
					const read = { value, begun };
					entry.latest = read;
					void sleep(RECENT_MS).then(() => this.drop(name, read));
				},
				() => undefined,
			),
		};
		this.entries.set(name, entry);
		return reading;
	}

	private drop(name: string, read: Entry<T>['latest']): void {
		const entry = this.entries.get(name);
		if (entry && entry.latest === read) entry.latest = undefined;
	}

	private async inTime(reading: Promise<T>): Promise<T> {
		const value = await withTimeout<T, typeof TOO_LATE>(this.longestMs, reading, TOO_LATE);
		if (value === TOO_LATE) throw new Error(`n8n took more than ${this.longestMs} ms to read the credential`);
		return value;
	}
}
