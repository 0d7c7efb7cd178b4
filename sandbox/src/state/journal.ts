/** The newest calls to `/v1`, refused and broken ones too, the very newest with all they said. */
import type { Changes } from './changes';
import type { Exchange } from './exchange';

/** A field that differs from the first call under the same key, each as JSON; null where it is missing. */
export interface Difference {
	readonly path: string;
	readonly first: string | null;
	readonly now: string | null;
}

/** What a refusal does not say of itself. */
export interface Why {
	readonly code:
		'no_key' | 'no_scheme' | 'other_scheme' | 'other_header' | 'in_query' | 'wrong_key' | 'other_contents';
	/** The scheme, header or parameter that it came in instead. */
	readonly where?: string;
	/** The request_id of the first call under the key; null where it is no longer kept. */
	readonly first?: string | null;
	readonly differences?: readonly Difference[];
}

export interface JournalEntry {
	readonly method: string;
	readonly path: string;
	/** Null when the connection was destroyed before the service looked at the request. */
	readonly status: number | null;
	/** What was done to it on demand. */
	readonly fault: string | null;
	/** Why the service refused it, in words; null if it did not. */
	readonly error: string | null;
	readonly idempotency_key: string | null;
	readonly request_id: string;
	readonly at: string;
	/** Of a 401; that of a 409 is found when it is asked for. */
	readonly why: Why | null;
}

export interface RecordedCall {
	readonly entry: JournalEntry;
	/** Empty where the key was not known. */
	readonly account: string;
	/** Null once it is older than the newest that are kept with all they said. */
	exchange: Exchange | null;
}

const JOURNAL_SIZE = 10_000;
const EXCHANGES_KEPT = 1000;

export class Journal {
	private calls: RecordedCall[] = [];
	private recorded = 0;

	constructor(private readonly changes: Changes) {}

	record(entry: JournalEntry, exchange: Exchange, account: string): void {
		this.recorded += 1;
		this.calls.push({ entry, exchange, account });
		const older = this.calls.at(-1 - EXCHANGES_KEPT);
		if (older !== undefined) older.exchange = null;
		// Cut rarely: cutting on each entry would copy the journal for every request.
		if (this.calls.length >= 2 * JOURNAL_SIZE) this.calls = this.latest();
		this.changes.call(entry);
	}

	find(requestId: string): RecordedCall | undefined {
		return this.calls.findLast(({ entry }) => entry.request_id === requestId);
	}

	/** Oldest first. */
	latest(): RecordedCall[] {
		return this.calls.slice(-JOURNAL_SIZE);
	}

	/** All since the last reset, also those no longer held. */
	get count(): number {
		return this.recorded;
	}

	clear(): void {
		this.calls = [];
		this.recorded = 0;
	}
}
