/**
 * Writes every change to the data file at once, inside a transaction that is committed soon after:
 * what happened together (a letter, its key, its event) is found again together or not at all.
 */
import type { CardCreateRequest } from '../contract';
import type { StoredBatch, StoredCard } from '../state/card';
import type { Delivery } from '../state/delivery';
import type { OrderText } from '../state/orderText';
import { orderHolds, orderOfText } from '../state/orderText';
import type { Recorder } from '../state/recorder';
import { CommitPlan } from './commitPlan';
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
	private readonly plan = new CommitPlan(() => this.commitNow());
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

	newCard(stored: StoredCard, order: OrderText): void {
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
		this.write(() => {
			this.writeSettings();
		});
	}

	/** The settings of a start. Throws where nothing can be written, for then there is no use in starting. */
	saveStart(): void {
		this.begin.run();
		this.writeSettings();
		this.commitAll();
	}

	reset(): void {
		this.write(({ cards, batches, deliveries }) => {
			for (const table of [cards, batches, deliveries]) table.clear();
		});
	}

	orderOf({ number }: StoredCard): CardCreateRequest {
		return orderOfText(rows.orderOfRow(this.tables.cards.textOf(number)));
	}

	/** All rows between are read at once. */
	holding(letters: readonly StoredCard[], needle: string): ReadonlySet<StoredCard> {
		const found = new Set<StoredCard>();
		const [first, last] = [letters.at(0), letters.at(-1)];
		if (first === undefined || last === undefined) return found;
		const byNumber = new Map(letters.map((stored) => [stored.number, stored]));
		for (const [number, text] of this.tables.cards.textsBetween(first.number, last.number)) {
			const stored = byNumber.get(number);
			if (stored !== undefined && orderHolds(rows.orderOfRow(text), needle)) found.add(stored);
		}
		return found;
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
		return this.plan.isEmpty && !this.failed;
	}

	saved(): Promise<boolean> {
		return this.plan.wait() ?? Promise.resolve(!this.failed);
	}

	async close(): Promise<void> {
		await this.saved();
		closeDatabase(this.database);
	}

	private numberDelivery(delivery: Delivery): number {
		this.knowDelivery(delivery, this.lastDelivery + 1);
		return this.lastDelivery;
	}

	private writeSettings(): void {
		const { settings } = this.tables;
		const state = JSON.stringify(this.settingsNow());
		if (this.hasSettings) settings.update(SETTINGS, state);
		else settings.insert({ number: SETTINGS, text: '', state });
		this.hasSettings = true;
	}

	private write(change: (tables: Tables) => void): void {
		if (this.failed) return;
		try {
			if (this.plan.isEmpty) this.begin.run();
			change(this.tables);
		} catch (error) {
			this.fail(error);
		}
		this.plan.add();
	}

	private commitNow(): boolean {
		try {
			if (!this.failed) this.commitAll();
		} catch (error) {
			this.fail(error);
		}
		return !this.failed;
	}

	private commitAll(): void {
		for (const table of Object.values(this.tables) as Table[]) table.writeTotal();
		this.commit.run();
	}

	/** The file stays as it was at the last commit. */
	private fail(error: unknown): void {
		this.failed = true;
		const { message } = explained(this.file, error);
		console.error(`The data file cannot be written; nothing is accepted until a restart: ${message}`);
		if (this.database.inTransaction) this.database.exec('ROLLBACK');
	}
}
