/**
 * Every change of the sandbox passes through here: to the data file, if there is one, and to whoever
 * listens for what changed. Costs next to nothing without either.
 */
import { NO_RECORDER, type Recorder, type SavedCall } from './data/recorder';
import type { StoredCard } from './store';
import { TOPICS, type Topic } from './topics';
import type { Delivery } from './webhooks/delivery';

type Listener = (topic: Topic) => void;

export class Changes {
	private readonly listeners = new Set<Listener>();
	private recorder: Recorder = NO_RECORDER;

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

	acceptedCall(call: SavedCall): void {
		this.recorder.call(call);
	}

	delivery(delivery: Delivery): void {
		this.recorder.delivery(delivery);
		this.tell('deliveries');
	}

	setting(topic: 'faults' | 'limits' | 'clock' | 'webhook'): void {
		this.recorder.settings();
		this.tell(topic);
	}

	/** Of something that is not kept: the journal, and how often a rule has struck. */
	passing(topic: 'requests' | 'faults'): void {
		this.tell(topic);
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
