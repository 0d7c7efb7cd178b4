/** The letters, batches and calls the sandbox remembers. */
import type {
	Batch,
	CardCreateRequest,
	CardEvent,
	CardEventName,
	CardStatus,
} from '../nodes/shared/contract';
import type { Changes } from './changes';
import type { Fault } from './faults';
import { AcceptedCalls } from './idempotency';

/** A Card as this sandbox sends it: the contract's fields and no others. */
export interface SandboxCard {
	readonly id: string;
	readonly external_id: string | null;
	status: CardStatus;
	tracking_code: string | null;
	tracking_url: string | null;
	readonly estimated_posting_at: string;
	readonly created_at: string;
	readonly metadata?: Record<string, unknown>;
}

export interface StoredCard {
	readonly accountId: string;
	readonly batchId: string | null;
	/** The order as received: what the letter says and where it goes. */
	readonly request: CardCreateRequest;
	/** Its own schedule, else its batch's. */
	readonly scheduleAt: string | null;
	readonly card: SandboxCard;
	readonly events: (CardEvent & { type: CardEventName })[];
	/** Sandbox time of the next step it takes by itself. */
	nextStepAt: number | null;
}

export interface JournalEntry {
	readonly method: string;
	readonly path: string;
	/** Null when the connection was destroyed before the service looked at the request. */
	readonly status: number | null;
	readonly fault: Fault['kind'] | null;
	readonly idempotency_key: string | null;
	readonly request_id: string;
	readonly at: string;
}

const JOURNAL_SIZE = 10_000;

export class Store {
	readonly cards = new Map<string, StoredCard>();
	readonly batches = new Map<string, Batch>();
	readonly acceptedCards: AcceptedCalls<SandboxCard>;
	readonly acceptedBatches: AcceptedCalls<Batch>;
	private journal: JournalEntry[] = [];
	private requests = 0;

	constructor(private readonly changes: Changes) {
		this.acceptedCards = new AcceptedCalls((scopedKey, call) => {
			changes.acceptedCall({ endpoint: 'cards', scopedKey, call });
		});
		this.acceptedBatches = new AcceptedCalls((scopedKey, call) => {
			changes.acceptedCall({ endpoint: 'batches', scopedKey, call });
		});
	}

	record(entry: JournalEntry): void {
		this.requests += 1;
		this.journal.push(entry);
		// Cut rarely: cutting on each entry would copy the journal for every request.
		if (this.journal.length >= 2 * JOURNAL_SIZE) this.journal = this.latestRequests();
		this.changes.passing('requests');
	}

	/** The newest requests, oldest first. */
	latestRequests(): JournalEntry[] {
		return this.journal.slice(-JOURNAL_SIZE);
	}

	/** All requests since the last reset, also those the journal no longer holds. */
	get requestCount(): number {
		return this.requests;
	}

	clear(): void {
		this.cards.clear();
		this.batches.clear();
		this.acceptedCards.clear();
		this.acceptedBatches.clear();
		this.journal = [];
		this.requests = 0;
	}
}
