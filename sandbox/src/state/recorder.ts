/** Where letters and their changes go to be kept: a data file, or memory alone. */
import type { StoredBatch, StoredCard } from '../cards/card';
import type { CardCreateRequest } from '../contract';
import type { Delivery } from '../webhooks/delivery';

export interface Recorder {
	newCard(stored: StoredCard, order: CardCreateRequest): void;
	/** Its status, its timeline. */
	card(stored: StoredCard): void;
	removedCard(stored: StoredCard): void;
	newBatch(stored: StoredBatch): void;
	delivery(delivery: Delivery): void;
	forgottenDelivery(delivery: Delivery): void;
	settings(): void;
	reset(): void;
	/** The order as received: what the letter says and where it goes. */
	orderOf(stored: StoredCard): CardCreateRequest;
	/** True while nothing waits to be written. */
	readonly isSaved: boolean;
	/** Resolves once all changes so far are on the disk; false if they cannot be written. */
	saved(): Promise<boolean>;
}

const nothing = (): void => undefined;

/** Without a data file nothing is waited for. */
export function memoryRecorder(): Recorder {
	const orders = new Map<number, CardCreateRequest>();
	return {
		newCard: ({ number }, order) => void orders.set(number, order),
		card: nothing,
		removedCard: ({ number }) => void orders.delete(number),
		newBatch: nothing,
		delivery: nothing,
		forgottenDelivery: nothing,
		settings: nothing,
		reset: () => orders.clear(),
		orderOf({ number, card }) {
			const order = orders.get(number);
			if (order === undefined) throw new Error(`The order of ${card.id} is gone`);
			return order;
		},
		isSaved: true,
		saved: () => Promise.resolve(true),
	};
}
