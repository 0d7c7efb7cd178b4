/**
 * Every change of the sandbox passes through here: to the data folder, if there is one, and to whoever
 * listens for what changed. Costs next to nothing without either.
 */
import type { StoredBatch, StoredCard } from './card';
import type { Delivery } from './delivery';
import type { Recorder } from './recorder';
import { NO_RECORDER } from './recorder';
import type { Topic } from './topics';
import { TOPICS } from './topics';

/** One call to `/v1`, as the journal shows it. */
interface Call {
	readonly method: string;
	readonly path: string;
	readonly status: number | null;
	readonly fault: string | null;
	readonly error: string | null;
	readonly idempotency_key: string | null;
	readonly at: string;
}

export interface Watcher {
	call: (call: Call) => void;
	/** At every change of it. */
	delivery: (delivery: Delivery) => void;
}

type Listener = (topic: Topic) => void;

export class Changes {
	private readonly listeners = new Set<Listener>();
	private recorder = NO_RECORDER;

	constructor(private readonly watcher?: Watcher) {}

	recordWith(recorder: Recorder): void {
		this.recorder = recorder;
	}

	/** Returns the function that stops it. */
	listen(listener: Listener): () => void {
		this.listeners.add(listener);
		return () => void this.listeners.delete(listener);
	}

	/** True while no change waits to be written to the disk. */
	get areSaved(): boolean {
		return this.recorder.isSaved;
	}

	/** Resolves once all changes so far are on the disk; false if they cannot be written. */
	saved(): Promise<boolean> {
		return this.recorder.saved();
	}

	card(stored: StoredCard): void {
		this.recorder.card(stored);
		this.tell('cards');
	}

	removedCard(stored: StoredCard): void {
		this.recorder.removedCard(stored);
		this.tell('cards');
	}

	newBatch(stored: StoredBatch): void {
		this.recorder.newBatch(stored);
	}

	forgottenDelivery(delivery: Delivery): void {
		this.recorder.forgottenDelivery(delivery);
	}

	delivery(delivery: Delivery): void {
		this.recorder.delivery(delivery);
		this.watcher?.delivery(delivery);
		this.tell('deliveries');
	}

	setting(topic: 'faults' | 'limits' | 'clock' | 'webhook'): void {
		this.recorder.settings();
		this.tell(topic);
	}

	call(call: Call): void {
		this.watcher?.call(call);
		this.tell('requests');
	}

	/** How often a rule has struck is not kept. */
	struck(): void {
		this.tell('faults');
	}

	reset(): void {
		this.recorder.reset();
		this.recorder.settings();
		TOPICS.forEach((topic) => {
			this.tell(topic);
		});
	}

	private tell(topic: Topic): void {
		for (const listener of this.listeners) listener(topic);
	}
}
