/**
 * Keeps a card's events in order up to their first try: the next one is tried when the first try of
 * the one before has ended. One event may be held back on demand until the next has overtaken it.
 */
import type { Delivery } from '../state/delivery';

export class PerCardQueue {
	/** Per card with a first try under way or ready: the events behind it. */
	private readonly behind = new Map<string, Delivery[]>();
	private readonly held = new Map<string, Delivery>();

	/** True when the delivery's turn is now. */
	enter(delivery: Delivery): boolean {
		const queue = this.behind.get(delivery.card_id);
		if (queue === undefined) this.behind.set(delivery.card_id, []);
		else queue.push(delivery);
		return queue === undefined;
	}

	/** Ends the turn of the card's present delivery; gives the one whose turn is now. */
	next(cardId: string): Delivery | undefined {
		const next = this.behind.get(cardId)?.shift();
		if (next === undefined) this.behind.delete(cardId);
		return next;
	}

	hold(delivery: Delivery): void {
		this.held.set(delivery.card_id, delivery);
	}

	heldOf(cardId: string): Delivery | undefined {
		return this.held.get(cardId);
	}

	/** The held delivery of the card, which is held no longer. */
	letGo(cardId: string): Delivery | undefined {
		const delivery = this.held.get(cardId);
		this.held.delete(cardId);
		return delivery;
	}

	clear(): void {
		this.behind.clear();
		this.held.clear();
	}
}
