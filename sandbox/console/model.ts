/** What the control API sends, as far as the console shows it. */
import type { CardCreateRequest, CardEventName, CardStatus } from '../../nodes/shared/contract';
import type { FaultRule } from '../faultRules';
import type { Attempt, Delivery } from '../webhooks/delivery';

export type { Attempt, CardEventName, CardStatus, Delivery, FaultRule };

/** Not the contract's own lists: they would bring its schemas, and zod, into the browser. */
export const STATUSES = [
	'queued',
	'writing',
	'posted',
	'in_transit',
	'delivered',
	'returned',
] as const satisfies readonly CardStatus[];

export const EVENTS = [
	'card.created',
	'card.written',
	'card.shipped',
	'card.delivered',
	'card.returned',
] as const satisfies readonly CardEventName[];

export interface Letter {
	readonly id: string;
	readonly external_id: string | null;
	readonly status: CardStatus;
	readonly tracking_code: string | null;
	readonly tracking_url: string | null;
	readonly estimated_posting_at: string;
	readonly created_at: string;
	readonly metadata?: Record<string, unknown>;
	readonly events: readonly { readonly type: string; readonly at: string }[];
	readonly batch_id: string | null;
	/** The order as received. */
	readonly request: CardCreateRequest;
}

export type Counts = Readonly<Record<CardStatus, number>>;

export interface LetterPage {
	readonly cards: readonly Letter[];
	readonly total: number;
	readonly counts: Counts;
}

export interface JournalEntry {
	readonly method: string;
	readonly path: string;
	readonly status: number | null;
	readonly fault: string | null;
	readonly idempotency_key: string | null;
	readonly request_id: string;
	readonly at: string;
}

export type CountedRule = FaultRule & { readonly struck: number };

export type Speed = 'off' | number;

export interface Limits {
	readonly limit: number | null;
	readonly windowSeconds: number;
}

/** The secret is written only: the sandbox never shows it. */
export interface WebhookSettings {
	readonly url: string | null;
	readonly headerPrefix: string;
}

export interface State {
	readonly cards: number;
	readonly batches: number;
	readonly deliveries: number;
	readonly requests: number;
	readonly clock: { readonly now: string; readonly speed: Speed };
	readonly limits: Limits;
	readonly faults: readonly CountedRule[];
	readonly webhook: WebhookSettings;
}
