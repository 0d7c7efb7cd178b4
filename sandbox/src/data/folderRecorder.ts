/**
 * Writes every change to the data folder, a row for each thing that changed. What happens together (a
 * letter, its key, its event) is one write, and is found again together or not at all.
 */
import { setImmediate as endOfTurn } from 'node:timers/promises';

import type { StoredBatch, StoredCard } from '../state/card';
import type { Delivery } from '../state/delivery';
import type { OrderText } from '../state/orderText';
import type { Recorder } from '../state/recorder';
import type { DataStore, Rows } from './dataStore';

/** Keys stand in the order of their texts. */
const DIGITS = 12;
const keyOf = (table: 'batch' | 'card' | 'delivery', number: number): string =>
	`${table} ${String(number).padStart(DIGITS, '0')}`;
export const SETTINGS = 'settings';

/** A letter as it stands in its row. */
export interface CardRow {
	readonly stored: StoredCard;
	readonly order: OrderText;
}

export class FolderRecorder implements Recorder {
	private readonly deliveryNumbers = new WeakMap<Delivery, number>();
	private lastDelivery = 0;
	/** Of all rows, but that of the settings. */
	private readonly keys = new Set<string>();
	/** Since the last write began; null for a row that goes. As it is when it is written. */
	private changed = new Map<string, object | null>();
	/** The write under way, else the last one. */
	private current = Promise.resolve(true);
	/** The one that takes what has changed since. */
	private next: Promise<boolean> | null = null;
	private isWriting = false;
	private failed = false;

	constructor(
		private readonly data: DataStore,
		/** As they were found. */
		rows: Rows,
		private readonly orderOf: (stored: StoredCard) => OrderText,
		private readonly settingsNow: () => object,
	) {
		for (const [key, row] of rows) {
			if (!key.includes(' ')) continue;
			this.keys.add(key);
			if (!key.startsWith('delivery ')) continue;
			this.lastDelivery = Number(key.slice(-DIGITS));
			this.deliveryNumbers.set(row as Delivery, this.lastDelivery);
		}
	}

	card(stored: StoredCard): void {
		const row: CardRow = { stored, order: this.orderOf(stored) };
		this.set(keyOf('card', stored.number), row);
	}

	removedCard({ number }: StoredCard): void {
		this.remove(keyOf('card', number));
	}

	newBatch(stored: StoredBatch): void {
		this.set(keyOf('batch', stored.number), stored);
	}

	delivery(delivery: Delivery): void {
		let number = this.deliveryNumbers.get(delivery);
		if (number === undefined) {
			this.lastDelivery += 1;
			number = this.lastDelivery;
			this.deliveryNumbers.set(delivery, number);
		}
		this.set(keyOf('delivery', number), delivery);
	}

	forgottenDelivery(delivery: Delivery): void {
		const number = this.deliveryNumbers.get(delivery);
		if (number !== undefined) this.remove(keyOf('delivery', number));
	}

	settings(): void {
		this.change(SETTINGS, this.settingsNow());
	}

	reset(): void {
		for (const key of this.keys) this.remove(key);
	}

	get isSaved(): boolean {
		return this.next === null && !this.isWriting && !this.failed;
	}

	saved(): Promise<boolean> {
		return this.next ?? this.current;
	}

	async close(): Promise<void> {
		await this.saved();
		await this.data.close();
	}

	private set(key: string, row: object): void {
		this.keys.add(key);
		this.change(key, row);
	}

	private remove(key: string): void {
		this.keys.delete(key);
		this.change(key, null);
	}

	private change(key: string, row: object | null): void {
		this.changed.set(key, row);
		this.next ??= this.current.then(() => endOfTurn()).then(() => this.write());
	}

	/** One at a time: calls that come while the disk is busy share the next one. */
	private async write(): Promise<boolean> {
		if (this.next !== null) this.current = this.next;
		this.next = null;
		const { changed } = this;
		this.changed = new Map();
		this.isWriting = true;
		try {
			// After a failure nothing: what was refused must not come back with a later letter.
			if (!this.failed) await this.data.write(changed);
		} catch (error) {
			this.failed = true;
			const { message } = error as Error;
			console.error(`The data folder cannot be written; nothing is accepted until a restart: ${message}`);
		} finally {
			this.isWriting = false;
		}
		return !this.failed;
	}
}
