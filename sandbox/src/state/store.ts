/** The letters and batches the sandbox has, and the calls that created them. */
import type { CardCreateRequest } from '../contract';
import { hashOf, isSameJson } from '../json/canonicalJson';
import { AcceptedCalls } from './acceptedCalls';
import type { SandboxCard, StoredBatch, StoredCard } from './card';
import type { Changes } from './changes';
import type { OrderText } from './orderText';
import { orderHolds, orderOfText } from './orderText';

export class Store {
	readonly cards = new Map<string, StoredCard>();
	readonly batches = new Map<string, StoredBatch>();
	/** The endpoints that take an Idempotency-Key (spec, Endpoints). */
	readonly accepted = {
		cards: new AcceptedCalls<StoredCard>((payload, stored) => isSameJson(payload, this.orderOf(stored))),
		batches: new AcceptedCalls<StoredBatch>((payload, { payloadHash }) => hashOf(payload) === payloadHash),
	};
	/** By the letter's number. */
	private readonly orders = new Map<number, OrderText>();
	private lastNumber = 0;

	constructor(private readonly changes: Changes) {}

	nextNumber(): number {
		this.lastNumber += 1;
		return this.lastNumber;
	}

	addCard(stored: StoredCard, order: OrderText): void {
		this.cards.set(stored.card.id, stored);
		this.orders.set(stored.number, order);
		this.changes.card(stored);
	}

	addBatch(stored: StoredBatch): void {
		this.batches.set(stored.batch.batch_id, stored);
		this.changes.newBatch(stored);
	}

	/** Its key is free again, as if the letter had never been ordered. */
	removeCard(stored: StoredCard): void {
		this.cards.delete(stored.card.id);
		this.orders.delete(stored.number);
		this.accepted.cards.forget(stored.key);
		this.changes.removedCard(stored);
	}

	/** Takes a letter from a data folder. */
	restoreCard(stored: StoredCard, order: OrderText): void {
		this.lastNumber = Math.max(this.lastNumber, stored.number);
		this.cards.set(stored.card.id, stored);
		this.orders.set(stored.number, order);
		this.accepted.cards.remember(stored.key, stored);
	}

	/** Takes a batch from a data folder. */
	restoreBatch(stored: StoredBatch): void {
		this.lastNumber = Math.max(this.lastNumber, stored.number);
		this.batches.set(stored.batch.batch_id, stored);
		this.accepted.batches.remember(stored.key, stored);
	}

	textOf({ number, card }: StoredCard): OrderText {
		const order = this.orders.get(number);
		if (order === undefined) throw new Error(`The order of ${card.id} is gone`);
		return order;
	}

	/** The order as received: what the letter says and where it goes. */
	orderOf(stored: StoredCard): CardCreateRequest {
		return orderOfText(this.textOf(stored));
	}

	/** Whether the order holds the text (in small letters). */
	isHolding(stored: StoredCard, needle: string): boolean {
		return orderHolds(this.textOf(stored), needle);
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
		this.orders.clear();
		for (const calls of Object.values(this.accepted)) calls.clear();
	}
}
