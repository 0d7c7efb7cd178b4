/** What the control API sends, as far as the console shows it. */
import type { CardCreateRequest, CardEventName, CardStatus } from '../../src/contract';
import type { FaultRule } from '../../src/faults/rules';
import type { RecordedRequest } from '../../src/library/recorded';
import type { Attempt, Mistake, Delivery as StoredDelivery } from '../../src/state/delivery';
import type { Receiver as StoredReceiver } from '../../src/webhooks/receivers';

export type { Attempt, CardEventName, CardStatus, FaultRule, Mistake };

export { CARD_STATUSES, EVENT_TABLE } from '../../src/vocabulary';

/** With the name on the letter; null for a test event without one. */
export type Delivery = StoredDelivery & { readonly recipient: string | null };

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

export type JournalEntry = Readonly<RecordedRequest>;
export type { RecordedMessage } from '../../src/library/recorded';

export type CountedRule = FaultRule & { readonly struck: number };

export type Speed = 'off' | number;

export interface Limits {
	readonly limit: number | null;
	readonly windowSeconds: number;
}

/** The secret is written only: the sandbox never shows it. */
export type Receiver = Omit<StoredReceiver, 'secret' | 'oldSecret'>;
export type ReceiverSettings = Omit<Receiver, 'name'> & { readonly secret?: string };

export interface State {
	/** One for each account. */
	readonly api_keys: readonly string[];
	readonly cards: number;
	readonly batches: number;
	readonly deliveries: number;
	readonly requests: number;
	readonly clock: { readonly now: string; readonly speed: Speed };
	readonly limits: Limits;
	readonly faults: readonly CountedRule[];
	readonly webhook: { readonly headerPrefix: string };
	/** The main one first. */
	readonly receivers: readonly Receiver[];
}
