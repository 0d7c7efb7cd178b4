/** Where changes go to be kept: a data folder, or nowhere. */
import type { StoredBatch, StoredCard } from './card';
import type { Delivery } from './delivery';

export interface Recorder {
	/** A new one, or its status and timeline. */
	card(stored: StoredCard): void;
	removedCard(stored: StoredCard): void;
	newBatch(stored: StoredBatch): void;
	delivery(delivery: Delivery): void;
	forgottenDelivery(delivery: Delivery): void;
	settings(): void;
	reset(): void;
	/** True while nothing waits to be written. */
	readonly isSaved: boolean;
	/** Resolves once all changes so far are on the disk; false if they cannot be written. */
	saved(): Promise<boolean>;
}

const nothing = (): void => undefined;

/** Without a data folder nothing is kept and nothing is waited for. */
export const NO_RECORDER: Recorder = {
	card: nothing,
	removedCard: nothing,
	newBatch: nothing,
	delivery: nothing,
	forgottenDelivery: nothing,
	settings: nothing,
	reset: nothing,
	isSaved: true,
	saved: () => Promise.resolve(true),
};
