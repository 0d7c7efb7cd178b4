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

/**
 * Every value is read as bytes: libsql ends the process at a text, or at a declared type, that is not
 * UTF-8, which a damaged file may hold.
 */
const selected = (...columns: string[]): string =>
	`SELECT ${columns.map((column) => `CAST(${column} AS BLOB)`).join(', ')}`;

type Raw = Buffer | null | undefined;
type RawRow = [number: Raw, text: Raw, textCheck: Raw, state: Raw, stateCheck: Raw];

/** What is not UTF-8 becomes another text, which the check finds. */
const textIn = (raw: Raw): string => raw?.toString() ?? '';
const numberIn = (raw: Raw): number => (raw ? Number(raw.toString()) : NaN);

/** Begins with its number, so that a text that stands in another's place is noticed. */
function checkOf(number: number, text: string): number {
	return text === '' ? 0 : crc32(text, number);
}

/** What `crc32` takes to begin with. */
const isNumber = (number: number): boolean => Number.isInteger(number) && number > 0 && number < 2 ** 32;

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
			checks: prepare(`${selected('text_check', 'state_check')} FROM ${name} WHERE number = ?`).raw(),
			text: prepare(`${selected('text', 'text_check')} FROM ${name} WHERE number = ?`).raw(),
			textsBetween: prepare(`${selected('number', 'text')} FROM ${name} WHERE number BETWEEN ? AND ?`).raw(),
			all: prepare(
				`${selected('number', 'text', 'text_check', 'state', 'state_check')} FROM ${name} ORDER BY number`,
			).raw(),
			total: prepare(`${selected('count', 'checks')} FROM totals WHERE name = ?`).raw(),
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
		const [rawText, check] = (this.statements.text.get(number) as Raw[] | undefined) ?? [];
		const text = textIn(rawText);
		if (checkOf(number, text) !== numberIn(check)) throw this.damagedRow(number);
		return text;
	}

	/** For a search, so unchecked: what it finds is read again to be shown. */
	textsBetween(first: number, last: number): [number: number, text: string][] {
		const rows = this.statements.textsBetween.all(first, last) as Raw[][];
		return rows.map(([number, text]) => [numberIn(number), textIn(text)]);
	}

	/** In the order of their numbers. Call it first: it also finds out how many there are. */
	*all(): Generator<Row> {
		let [count, checks] = [0, 0];
		for (const row of this.statements.all.iterate() as Iterable<RawRow>) {
			const [number, textCheck, stateCheck] = [numberIn(row[0]), numberIn(row[2]), numberIn(row[4])];
			const [text, state] = [textIn(row[1]), textIn(row[3])];
			const isWhole =
				isNumber(number) && checkOf(number, text) === textCheck && checkOf(number, state) === stateCheck;
			if (!isWhole) throw this.damagedRow(number);
			count += 1;
			checks += textCheck + stateCheck;
			yield { number, text, state };
		}
		const total = this.statements.total.get(this.name) as Raw[] | undefined;
		const [expected, expectedChecks] = total === undefined ? [0, 0] : total.map(numberIn);
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
		const [textCheck, stateCheck] = (this.statements.checks.get(number) as Raw[] | undefined) ?? [];
		if (!textCheck || !stateCheck) throw this.damagedRow(number);
		return [numberIn(textCheck), numberIn(stateCheck)];
	}

	private damagedRow(number: number): Error {
		return damaged(this.file, `number ${String(number)} of its ${this.name} is not what was written`);
	}
}
