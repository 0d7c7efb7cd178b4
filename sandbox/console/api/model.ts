/** What the control API sends, as far as the console shows it. */
import type { CardEventName, CardStatus } from '../../src/contract';
import type { FaultRule } from '../../src/faults/rules';
import type { SandboxState } from '../../src/library/schemas';
import type { Letter, RecordedRequest } from '../../src/library/types';
import type { Attempt, Mistake, Delivery as StoredDelivery } from '../../src/state/delivery';
import type { Receiver as StoredReceiver } from '../../src/webhooks/receivers';

export type { Attempt, CardEventName, CardStatus, FaultRule, Mistake };

export { CARD_STATUSES, EVENT_TABLE } from '../../src/vocabulary';

/** With the name on the letter; null for a test event without one. */
export type Delivery = StoredDelivery & { readonly recipient: string | null };

export type { Letter };

export type Counts = Readonly<Record<CardStatus, number>>;

export interface LetterPage {
	readonly cards: readonly Letter[];
	readonly total: number;
	readonly counts: Counts;
}

export type JournalEntry = Readonly<RecordedRequest>;
export type { RecordedMessage } from '../../src/library/types';

export type CountedRule = FaultRule & { readonly struck: number };

export type Speed = 'off' | number;

export interface Limits {
	readonly limit: number | null;
	readonly windowSeconds: number;
}

/** The secret is written only: the sandbox never shows it. */
export type Receiver = Omit<StoredReceiver, 'secret' | 'oldSecret'>;
export type ReceiverSettings = Omit<Receiver, 'name'> & { readonly secret?: string };

export type { SandboxState as State };
