/** Rows of one table with their checks. Whatever cannot be what was written is refused as damage. */
import { crc32 } from 'node:zlib';

import type { Database, TableName } from './database';
import { damaged } from './dataFileError';

export interface Row {
	readonly number: number;
	/** Never changes. Its first line is read at every start, the rest when it is asked for. */
	readonly text: string;
	/** What changes; empty until it does. */
	readonly state: string;
}

type RawRow = [number: number, text: string, textCheck: number, state: string, stateCheck: number];

/** Begins with its number, so that a text that stands in another's place is noticed. */
function checkOf(number: number, text: string): number {
	return text === '' ? 0 : crc32(text, number);
}

export class Table {
	private count = 0;
	/** Of all rows. */
	private checks = 0;
	private hasChanged = false;
	private readonly statements;

	constructor(
		private readonly file: string,
		database: Database,
		private readonly name: TableName,
	) {
		const prepare = (sql: string) => database.prepare(sql);
		this.statements = {
			insert: prepare(`INSERT INTO ${name} VALUES (?, ?, ?, ?, ?)`),
			insertStateless: prepare(`INSERT INTO ${name} VALUES (?, ?, ?, '', 0)`),
			update: prepare(`UPDATE ${name} SET state = ?, state_check = ? WHERE number = ?`),
			remove: prepare(`DELETE FROM ${name} WHERE number = ?`),
			clear: prepare(`DELETE FROM ${name}`),
			checks: prepare(`SELECT text_check, state_check FROM ${name} WHERE number = ?`).raw(),
			text: prepare(`SELECT text, text_check FROM ${name} WHERE number = ?`).raw(),
			textsBetween: prepare(`SELECT number, text FROM ${name} WHERE number BETWEEN ? AND ?`).raw(),
			all: prepare(`SELECT number, text, text_check, state, state_check FROM ${name} ORDER BY number`).raw(),
			total: prepare('SELECT count, checks FROM totals WHERE name = ?').raw(),
			setTotal: prepare('REPLACE INTO totals VALUES (?, ?, ?)'),
		};
	}

	insert({ number, text, state }: Row): void {
		const textCheck = checkOf(number, text);
		const stateCheck = checkOf(number, state);
		// As one list, and no value that need not be handed over: this is done for every letter.
		if (state === '') this.statements.insertStateless.run([number, text, textCheck]);
		else this.statements.insert.run([number, text, textCheck, state, stateCheck]);
		this.changed(1, textCheck + stateCheck);
	}

	update(number: number, state: string): void {
		const [, before] = this.checksOf(number);
		const after = checkOf(number, state);
		this.statements.update.run(state, after, number);
		this.changed(0, after - before);
	}

	remove(number: number): void {
		const [textCheck, stateCheck] = this.checksOf(number);
		this.statements.remove.run(number);
		this.changed(-1, -textCheck - stateCheck);
	}

	clear(): void {
		this.statements.clear.run();
		this.changed(-this.count, -this.checks);
	}

	textOf(number: number): string {
		const [text, check] = (this.statements.text.get(number) as [string, number] | undefined) ?? ['', -1];
		if (checkOf(number, text) !== check) throw this.damagedRow(number);
		return text;
	}

	/** For a search, so unchecked: what it finds is read again to be shown. */
	textsBetween(first: number, last: number): [number: number, text: string][] {
		return this.statements.textsBetween.all(first, last) as [number, string][];
	}

	/** In the order of their numbers. Call it first: it also finds out how many there are. */
	*all(): Generator<Row> {
		let [count, checks] = [0, 0];
		for (const row of this.statements.all.iterate() as Iterable<RawRow>) {
			const [number, text, textCheck, state, stateCheck] = row;
			const isWhole = checkOf(number, text) === textCheck && checkOf(number, state) === stateCheck;
			if (!isWhole) throw this.damagedRow(number);
			count += 1;
			checks += textCheck + stateCheck;
			yield { number, text, state };
		}
		const [expected, expectedChecks] = (this.statements.total.get(this.name) as number[] | undefined) ?? [
			0, 0,
		];
		if (count !== expected || checks !== expectedChecks) {
			throw damaged(this.file, `${this.name} are missing or older than they were`);
		}
		this.count = count;
		this.checks = checks;
	}

	/** Before each commit. */
	writeTotal(): void {
		if (!this.hasChanged) return;
		this.statements.setTotal.run(this.name, this.count, this.checks);
		this.hasChanged = false;
	}

	private changed(rows: number, checks: number): void {
		this.count += rows;
		this.checks += checks;
		this.hasChanged = true;
	}

	private checksOf(number: number): [text: number, state: number] {
		const found = this.statements.checks.get(number) as [number, number] | undefined;
		if (found === undefined) throw this.damagedRow(number);
		return found;
	}

	private damagedRow(number: number): Error {
		return damaged(this.file, `number ${String(number)} of its ${this.name} is not what was written`);
	}
}
