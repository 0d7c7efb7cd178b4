/** The letters and batches the sandbox has, and the calls that created them. */
import type { CardCreateRequest } from '../contract';
import { hashOf, isSameJson } from '../json/canonicalJson';
import { AcceptedCalls } from './acceptedCalls';
import type { SandboxCard, StoredBatch, StoredCard } from './card';
import type { Changes } from './changes';
import type { OrderText } from './orderText';

export class Store {
	readonly cards = new Map<string, StoredCard>();
	readonly batches = new Map<string, StoredBatch>();
	/** The endpoints that take an Idempotency-Key (spec, Endpoints). */
	readonly accepted = {
		cards: new AcceptedCalls<StoredCard>((payload, stored) => isSameJson(payload, this.orderOf(stored))),
		batches: new AcceptedCalls<StoredBatch>((payload, { payloadHash }) => hashOf(payload) === payloadHash),
	};
	private lastNumber = 0;

	constructor(private readonly changes: Changes) {}

	nextNumber(): number {
		this.lastNumber += 1;
		return this.lastNumber;
	}

	addCard(stored: StoredCard, order: OrderText): void {
		this.cards.set(stored.card.id, stored);
		this.changes.newCard(stored, order);
	}

	addBatch(stored: StoredBatch): void {
		this.batches.set(stored.batch.batch_id, stored);
		this.changes.newBatch(stored);
	}

	/** Its key is free again, as if the letter had never been ordered. */
	removeCard(stored: StoredCard): void {
		this.cards.delete(stored.card.id);
		this.accepted.cards.forget(stored.key);
		this.changes.removedCard(stored);
	}

	/** Takes a letter from a data file. */
	restoreCard(stored: StoredCard): void {
		this.lastNumber = Math.max(this.lastNumber, stored.number);
		this.cards.set(stored.card.id, stored);
		this.accepted.cards.remember(stored.key, stored);
	}

	/** Takes a batch from a data file. */
	restoreBatch(stored: StoredBatch): void {
		this.lastNumber = Math.max(this.lastNumber, stored.number);
		this.batches.set(stored.batch.batch_id, stored);
		this.accepted.batches.remember(stored.key, stored);
	}

	/** The order as received: what the letter says and where it goes. */
	orderOf(stored: StoredCard): CardCreateRequest {
		return this.changes.orderOf(stored);
	}

	/** Those of the letters, in the order of `cards`, whose order holds the text (in small letters). */
	holding(letters: readonly StoredCard[], needle: string): ReadonlySet<StoredCard> {
		return this.changes.holding(letters, needle);
	}

	/** The card as it is now. */
	cardOf(stored: StoredCard): SandboxCard {
		const { card, hasMetadata } = stored;
		return hasMetadata ? { ...card, metadata: this.orderOf(stored).metadata } : card;
	}

	/** The card as it was when it was accepted, whatever happened to it since. */
	firstAnswerOf(stored: StoredCard): SandboxCard {
		return { ...this.cardOf(stored), status: 'queued', tracking_code: null, tracking_url: null };
	}

	clear(): void {
		this.cards.clear();
		this.batches.clear();
		for (const calls of Object.values(this.accepted)) calls.clear();
	}
}
