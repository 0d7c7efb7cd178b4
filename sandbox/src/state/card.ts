/** A letter as the sandbox keeps it. */
import type { Batch, CardEvent, CardEventName, CardStatus } from '../contract';

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

/** Without the order, which may stay on the disk: see `Store.orderOf`. */
export interface StoredCard {
	/** Grows with each letter. */
	readonly number: number;
	readonly accountId: string;
	readonly batchId: string | null;
	/** The account and the Idempotency-Key that ordered it; null for a letter of a batch. */
	readonly key: string | null;
	/** Its own schedule, else its batch's. */
	readonly scheduleAt: string | null;
	readonly hasMetadata: boolean;
	/** Without the metadata, which are the order's: see `Store.cardOf`. */
	readonly card: Omit<SandboxCard, 'metadata'>;
	readonly events: (CardEvent & { type: CardEventName })[];
	/** Sandbox time at which its present step began. */
	stepBeganAt: number;
}

export interface StoredBatch {
	readonly number: number;
	readonly key: string;
	readonly payloadHash: string;
	readonly batch: Batch;
}
