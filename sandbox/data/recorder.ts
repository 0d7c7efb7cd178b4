/**
 * Gathers what changed and writes it to the data file. All changes between two writes become one
 * line, so that what happened together (a letter, its key, its event) is found again together or
 * not at all; requests that arrive together share one write to the disk.
 */
import type { AcceptedCall } from '../idempotency';
import type { StoredCard } from '../store';
import type { Delivery } from '../webhooks/delivery';
import type { LogFile } from './logFile';
import type { SavedSettings } from './savedSettings';

export interface SavedCall {
	readonly endpoint: 'cards' | 'batches';
	readonly scopedKey: string;
	readonly call: AcceptedCall<unknown>;
}

/** One line of the file. Later values of the same id replace earlier ones. */
export interface SavedChanges {
	/** Everything before is forgotten, except the settings. */
	readonly reset?: true;
	readonly settings?: SavedSettings;
	readonly cards?: readonly StoredCard[];
	readonly calls?: readonly SavedCall[];
	readonly deliveries?: readonly Delivery[];
}

/** What the file is made of when it is written anew. */
export interface Source {
	settings: () => SavedSettings;
	/** How many values `everything` gives. */
	size: () => number;
	everything: () => Iterable<SavedChanges>;
}

export interface Recorder {
	card(stored: StoredCard): void;
	call(saved: SavedCall): void;
	delivery(delivery: Delivery): void;
	settings(): void;
	reset(): void;
	/** True while nothing waits to be written. */
	readonly isSaved: boolean;
	/** Resolves once all changes so far are on the disk; false if they cannot be written. */
	saved(): Promise<boolean>;
}

/** Without a data file nothing is kept and nothing is waited for. */
export const NO_RECORDER: Recorder = {
	card: () => undefined,
	call: () => undefined,
	delivery: () => undefined,
	settings: () => undefined,
	reset: () => undefined,
	isSaved: true,
	saved: () => Promise.resolve(true),
};

/** Written anew when it holds this many values more than twice what is needed. */
const SPARE_VALUES = 10_000;

export function countValues({ cards, calls, deliveries }: SavedChanges): number {
	return (cards?.length ?? 0) + (calls?.length ?? 0) + (deliveries?.length ?? 0);
}

export class FileRecorder implements Recorder {
	private readonly cards = new Set<StoredCard>();
	private readonly deliveries = new Set<Delivery>();
	private calls: SavedCall[] = [];
	private settingsChanged = false;
	private wasReset = false;
	/** The write that will take what has changed since the last one began. */
	private next: Promise<boolean> | null = null;
	private current: Promise<boolean> = Promise.resolve(true);
	private isWriting = false;
	private failed = false;

	constructor(
		private readonly log: LogFile,
		private readonly source: Source,
		/** How many values the file holds. */
		private written: number,
	) {}

	card(stored: StoredCard): void {
		this.cards.add(stored);
		this.write();
	}

	call(saved: SavedCall): void {
		this.calls.push(saved);
		this.write();
	}

	delivery(delivery: Delivery): void {
		this.deliveries.add(delivery);
		this.write();
	}

	settings(): void {
		this.settingsChanged = true;
		this.write();
	}

	reset(): void {
		this.take();
		this.wasReset = true;
		this.write();
	}

	get isSaved(): boolean {
		return this.next === null && !this.isWriting && !this.failed;
	}

	saved(): Promise<boolean> {
		return this.next ?? this.current;
	}

	async close(): Promise<void> {
		await this.saved();
		await this.log.close();
	}

	/** Joins the next write, which begins when the one under way has ended. */
	private write(): void {
		this.next ??= this.afterCurrent();
	}

	private async afterCurrent(): Promise<boolean> {
		const before = this.current;
		// At least one turn later: what happens together is complete, and requests gather.
		await new Promise((resolve) => setImmediate(resolve));
		await before;
		this.current = this.next ?? before;
		this.next = null;
		this.isWriting = true;
		try {
			if (!this.failed) await this.writeOut();
		} catch (error) {
			this.failed = true;
			console.error('The data file cannot be written; nothing is accepted any more:', error);
		}
		this.isWriting = false;
		return !this.failed;
	}

	private async writeOut(): Promise<void> {
		if (this.written > 2 * this.source.size() + SPARE_VALUES) {
			await this.log.replace(this.everything());
			this.written = this.source.size();
		} else {
			const changes = this.take();
			this.written += countValues(changes);
			await this.log.append(changes);
		}
	}

	/** Last comes what changed while the rest was written: the file then is one moment's state. */
	private *everything(): Generator<SavedChanges> {
		yield* this.source.everything();
		yield this.take();
	}

	private take(): SavedChanges {
		const changes: SavedChanges = {
			...(this.wasReset && { reset: true }),
			...(this.settingsChanged && { settings: this.source.settings() }),
			...(this.cards.size > 0 && { cards: [...this.cards] }),
			...(this.calls.length > 0 && { calls: this.calls }),
			...(this.deliveries.size > 0 && { deliveries: [...this.deliveries] }),
		};
		this.cards.clear();
		this.deliveries.clear();
		this.calls = [];
		this.settingsChanged = false;
		this.wasReset = false;
		return changes;
	}
}
