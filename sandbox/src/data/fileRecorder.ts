/**
 * Writes every change to the data file at once, inside a transaction that is committed at the end of
 * the turn: what happened together (a letter, its key, its event) is found again together or not at
 * all, and requests that arrive together share one write to the disk.
 */
import type { StoredBatch, StoredCard } from '../cards/card';
import type { CardCreateRequest } from '../contract';
import type { Recorder } from '../state/recorder';
import type { Delivery } from '../webhooks/delivery';
import type { Database } from './database';
import { closeDatabase, explained } from './database';
import * as rows from './rows';
import type { Table } from './table';

/** The one row of its table. */
const SETTINGS = 1;

export interface Tables {
	readonly cards: Table;
	readonly batches: Table;
	readonly deliveries: Table;
	readonly settings: Table;
}

export class FileRecorder implements Recorder {
	private readonly deliveryNumbers = new WeakMap<Delivery, number>();
	private lastDelivery = 0;
	private hasSettings = false;
	private readonly begin;
	private readonly commit;
	/** The commit that will take what has changed; null while nothing has. */
	private next: Promise<boolean> | null = null;
	private failed = false;

	constructor(
		private readonly file: string,
		private readonly database: Database,
		private readonly tables: Tables,
		private readonly settingsNow: () => object,
	) {
		this.begin = database.prepare('BEGIN');
		this.commit = database.prepare('COMMIT');
	}

	newCard(stored: StoredCard, order: CardCreateRequest): void {
		// Before anything is written: what cannot be put in words is not accepted.
		const row = rows.rowOfNewCard(stored, order);
		this.write(({ cards }) => {
			cards.insert(row);
		});
	}

	card(stored: StoredCard): void {
		this.write(({ cards }) => {
			cards.update(stored.number, rows.stateOfCard(stored));
		});
	}

	removedCard({ number }: StoredCard): void {
		this.write(({ cards }) => {
			cards.remove(number);
		});
	}

	newBatch(stored: StoredBatch): void {
		this.write(({ batches }) => {
			batches.insert(rows.rowOfBatch(stored));
		});
	}

	delivery(delivery: Delivery): void {
		const number = this.deliveryNumbers.get(delivery);
		this.write(({ deliveries }) => {
			if (number !== undefined) deliveries.update(number, rows.stateOfDelivery(delivery));
			else deliveries.insert(rows.rowOfDelivery(this.numberDelivery(delivery), delivery));
		});
	}

	forgottenDelivery(delivery: Delivery): void {
		const number = this.deliveryNumbers.get(delivery);
		if (number === undefined) return;
		this.deliveryNumbers.delete(delivery);
		this.write(({ deliveries }) => {
			deliveries.remove(number);
		});
	}

	settings(): void {
		const state = JSON.stringify(this.settingsNow());
		this.write(({ settings }) => {
			if (this.hasSettings) settings.update(SETTINGS, state);
			else settings.insert({ number: SETTINGS, text: '', state });
			this.hasSettings = true;
		});
	}

	reset(): void {
		this.write(({ cards, batches, deliveries }) => {
			for (const table of [cards, batches, deliveries]) table.clear();
		});
	}

	orderOf({ number }: StoredCard): CardCreateRequest {
		return rows.orderOfText(this.tables.cards.textOf(number));
	}

	/** For what is read from the file: it has its row already. */
	knowDelivery(delivery: Delivery, number: number): void {
		this.deliveryNumbers.set(delivery, number);
		this.lastDelivery = Math.max(this.lastDelivery, number);
	}

	knowSettings(): void {
		this.hasSettings = true;
	}

	get isSaved(): boolean {
		return this.next === null && !this.failed;
	}

	saved(): Promise<boolean> {
		return this.next ?? Promise.resolve(!this.failed);
	}

	async close(): Promise<void> {
		await this.saved();
		closeDatabase(this.database);
	}

	private numberDelivery(delivery: Delivery): number {
		this.knowDelivery(delivery, this.lastDelivery + 1);
		return this.lastDelivery;
	}

	private write(change: (tables: Tables) => void): void {
		if (this.failed) return;
		try {
			if (this.next === null) this.begin.run();
			change(this.tables);
		} catch (error) {
			this.fail(error);
		}
		// At least one turn later: what happens together is complete, and requests gather.
		this.next ??= new Promise((resolve) => {
			setImmediate(() => {
				resolve(this.commitNow());
			});
		});
	}

	private commitNow(): boolean {
		this.next = null;
		try {
			if (!this.failed) {
				for (const table of Object.values(this.tables) as Table[]) table.writeTotal();
				this.commit.run();
			}
		} catch (error) {
			this.fail(error);
		}
		return !this.failed;
	}

	/** The file stays as it was at the last commit. */
	private fail(error: unknown): void {
		this.failed = true;
		const { message } = explained(this.file, error);
		console.error(`The data file cannot be written; nothing is accepted until a restart: ${message}`);
		if (this.database.inTransaction) this.database.exec('ROLLBACK');
	}
}
