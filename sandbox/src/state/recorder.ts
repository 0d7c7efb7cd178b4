/** Where letters and their changes go to be kept: a data file, or memory alone. */
import type { CardCreateRequest } from '../contract';
import type { StoredBatch, StoredCard } from './card';
import type { Delivery } from './delivery';
import type { OrderText } from './orderText';
import { orderHolds, orderOfText } from './orderText';

export interface Recorder {
	newCard(stored: StoredCard, order: OrderText): void;
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
	/** Those of the letters, which stand in the order of their numbers, whose order holds the text. */
	holding(letters: readonly StoredCard[], needle: string): ReadonlySet<StoredCard>;
	/** True while nothing waits to be written. */
	readonly isSaved: boolean;
	/** Resolves once all changes so far are on the disk; false if they cannot be written. */
	saved(): Promise<boolean>;
}

const nothing = (): void => undefined;

/** Without a data file nothing is waited for. */
export function memoryRecorder(): Recorder {
	const orders = new Map<number, OrderText>();
	function textOf({ number, card }: StoredCard): OrderText {
		const order = orders.get(number);
		if (order === undefined) throw new Error(`The order of ${card.id} is gone`);
		return order;
	}
	return {
		newCard: ({ number }, order) => void orders.set(number, order),
		card: nothing,
		removedCard: ({ number }) => void orders.delete(number),
		newBatch: nothing,
		delivery: nothing,
		forgottenDelivery: nothing,
		settings: nothing,
		reset: () => orders.clear(),
		orderOf: (stored) => orderOfText(textOf(stored)),
		holding: (letters, needle) => new Set(letters.filter((stored) => orderHolds(textOf(stored), needle))),
		isSaved: true,
		saved: () => Promise.resolve(true),
	};
}
