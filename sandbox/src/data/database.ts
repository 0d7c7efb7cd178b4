/**
 * Opens the data file: an SQLite database with a rollback journal, so that after every commit all of
 * it stands in the one file. SQLite's lock on it ends with the process, however that dies.
 */
import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

import type Libsql from 'libsql';

import { damaged, DataFileError } from './dataFileError';

export type Database = Libsql.Database;

/** "HWLS": tells the file from any other program's database. */
const APPLICATION_ID = 0x48574c53;
const VERSION = 2;

/** For its owner alone: signing secrets and addresses stand in it, not encrypted. */
const PRIVATE = 0o600;

const TABLES = ['cards', 'batches', 'deliveries', 'settings'] as const;
export type TableName = (typeof TABLES)[number];

/**
 * `text` never changes, `state` does. The two checks are CRCs of what stands beside them, and `totals`
 * holds how many rows there are and the sum of their checks: SQLite itself would not notice another
 * byte in a text, or a page of yesterday.
 */
const SCHEMA = [
	...TABLES.map(
		(name) =>
			`CREATE TABLE ${name} (number INTEGER PRIMARY KEY, text TEXT, text_check INTEGER, state TEXT, state_check INTEGER)`,
	),
	'CREATE TABLE totals (name TEXT PRIMARY KEY, count INTEGER, checks INTEGER) WITHOUT ROWID',
	`PRAGMA application_id = ${APPLICATION_ID}`,
	`PRAGMA user_version = ${VERSION}`,
].join(';');

/** The file itself where a link is given: one name for whatever way it is spelled. */
async function fileBehind(given: string): Promise<string> {
	if (existsSync(given)) return await realpath(given);
	return path.join(await realpath(path.dirname(path.resolve(given))), path.basename(given));
}

function refuseUnusable(file: string): void {
	const found = statSync(file, { throwIfNoEntry: false });
	if (found === undefined) return;
	if (!found.isFile()) throw new DataFileError(`${file} is not a regular file`);
	// What a kill left undone lies beside the file under the name it was opened by.
	if (found.nlink > 1) {
		throw new DataFileError(
			`${file} has a second name (a hard link). Remove the other name, or give the sandbox a copy`,
		);
	}
}

/** Not installed with the sandbox: it is five times as large, for this alone. */
function library(): typeof Libsql {
	try {
		return createRequire(__filename)('libsql') as typeof Libsql;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
		throw new DataFileError(
			'A data file needs the package libsql. Install it beside the sandbox: npm install libsql@0.5',
		);
	}
}

function connect(file: string): Database {
	const Connection = library();
	try {
		// SQLite would make it readable for everybody. What lies beside it gets the same mode as the file.
		closeSync(openSync(file, 'a', PRIVATE));
		return new Connection(file);
	} catch (error) {
		throw new DataFileError(`${file} cannot be opened: ${(error as Error).message}`);
	}
}

/** What SQLite's refusals mean to the person who named the file. */
export function explained(file: string, error: unknown): Error {
	const { code = '', message } = error as { code?: string; message: string };
	if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
		return new DataFileError(`${file} is in use by another sandbox`);
	}
	if (code.startsWith('SQLITE_NOTADB')) return new DataFileError(`${file} is not a data file of the sandbox`);
	if (code.startsWith('SQLITE_CORRUPT')) return damaged(file, message);
	if (code.startsWith('SQLITE_FULL')) {
		return new DataFileError(
			`the disk of ${file} is full. Everything that was answered is kept; make room and start again`,
		);
	}
	if (code.startsWith('SQLITE_')) return new DataFileError(`${file} cannot be used: ${message}`);
	return error as Error;
}

function numberOf(database: Database, sql: string): unknown {
	return (database.prepare(sql).raw().get() as unknown[])[0];
}

/** Creates the tables of an empty file; refuses another program's. */
function prepare(file: string, database: Database): void {
	if (numberOf(database, 'SELECT count(*) FROM sqlite_schema') === 0) {
		database.exec(SCHEMA);
		return;
	}
	if (numberOf(database, 'PRAGMA application_id') !== APPLICATION_ID) {
		throw new DataFileError(`${file} is not a data file of the sandbox`);
	}
	if (numberOf(database, 'PRAGMA user_version') !== VERSION) {
		throw new DataFileError(`${file} is not a data file of this version of the sandbox`);
	}
}

/** A file that was there before, now that it is known to be ours. */
function makePrivate(file: string): void {
	for (const name of [file, `${file}-journal`]) if (existsSync(name)) chmodSync(name, PRIVATE);
}

/** The library keeps the file open, and locked, as long as one of its statements is in memory. */
function letGo(database: Database): void {
	try {
		if (database.inTransaction) database.exec('ROLLBACK');
		database.exec('PRAGMA locking_mode = NORMAL');
		database.prepare('SELECT count(*) FROM sqlite_schema').raw().get();
	} catch {
		// Of a damaged or foreign file; whoever calls says what is wrong with it.
	}
	database.close();
}

/** Leaves the file without a journal beside it; a second call does nothing. */
export function closeDatabase(database: Database): void {
	if (!database.open) return;
	try {
		database.prepare('PRAGMA journal_mode = DELETE').all();
	} catch {
		// Damaged: an empty journal stays, which harms nothing.
	}
	letGo(database);
}

/** Throws a DataFileError that says why the file cannot be used; it is then as it was. */
export async function openDatabase(given: string): Promise<{ file: string; database: Database }> {
	const file = await fileBehind(given);
	refuseUnusable(file);
	const database = connect(file);
	try {
		database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL');
		database.exec('BEGIN EXCLUSIVE');
		prepare(file, database);
		makePrivate(file);
		database.exec('COMMIT');
		// Kept between commits: creating and removing it each time costs twice as much.
		database.prepare('PRAGMA journal_mode = TRUNCATE').all();
		return { file, database };
	} catch (error) {
		letGo(database);
		throw explained(file, error);
	}
}
