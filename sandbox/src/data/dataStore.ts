/** The data folder: a LevelDB database, read and checked before anything in it is written. */
import {
	chmodSync,
	cpSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	realpathSync,
	rmSync,
} from 'node:fs';
import path from 'node:path';

import type { ClassicLevel } from 'classic-level';

type Database = ClassicLevel;
type Library = typeof ClassicLevel;

/** The folder cannot be used; the message is for the person who named it. */
export class DataFolderError extends Error {}

/** For its owner alone: signing secrets and addresses stand in it, not encrypted. */
const PRIVATE = 0o700;

/**
 * `lock` is a database without rows: LevelDB's lock on it ends with the process, however that dies, and
 * holds while `letters` is copied to `copy` and read there.
 */
const PARTS = ['lock', 'letters', 'copy'] as const;

const FORMAT_KEY = 'format';
const FORMAT = '1';

function damaged(folder: string, what: string): DataFolderError {
	return new DataFolderError(`${folder} is damaged: ${what}. Nothing in it was changed`);
}

/** What the library's refusals mean to the person who named the folder. */
function explained(folder: string, error: unknown): Error {
	const { code, cause, message } = error as Error & { code?: string };
	if (cause !== undefined) return explained(folder, cause);
	if (code === 'LEVEL_LOCKED') return new DataFolderError(`${folder} is in use by another sandbox`);
	if (code === 'LEVEL_CORRUPTION') return damaged(folder, message);
	return code === undefined ? (error as Error) : new DataFolderError(`${folder} cannot be used: ${message}`);
}

/** Native code; the package brings a build for each usual machine. */
async function library(): Promise<Library> {
	try {
		return (await import('classic-level')).ClassicLevel;
	} catch (error) {
		const [message = ''] = (error as Error).message.split('\n');
		throw new DataFolderError(`A data folder cannot be used on this machine: ${message}`);
	}
}

/** One name for it, however it is spelled: LevelDB's lock within a process goes by the name. */
function folderBehind(given: string): string {
	if (!existsSync(given)) mkdirSync(given, PRIVATE);
	const folder = realpathSync(given);
	if (readdirSync(folder).some((name) => !PARTS.some((part) => part === name))) {
		throw new DataFolderError(`${folder} is not a data folder of the sandbox`);
	}
	chmodSync(folder, PRIVATE);
	return folder;
}

export type Rows = ReadonlyMap<string, unknown>;

async function readRows(folder: string, database: Database): Promise<Rows> {
	const rows = new Map<string, unknown>();
	for (const [key, text] of await database.iterator().all()) {
		try {
			rows.set(key, JSON.parse(text));
		} catch {
			throw damaged(folder, `${key} is not what was written`);
		}
	}
	if (rows.size > 0 && !rows.has(FORMAT_KEY)) throw damaged(folder, 'its first row is missing');
	if (rows.size > 0 && rows.get(FORMAT_KEY) !== FORMAT) {
		throw new DataFolderError(`${folder} is not a data folder of this version of the sandbox`);
	}
	return rows;
}

/** Reads a copy: as it opens a database, LevelDB throws away what it cannot read of its log, and goes on. */
async function checkedRows(folder: string, Level: Library): Promise<Rows> {
	const [letters, copy] = [path.join(folder, 'letters'), path.join(folder, 'copy')];
	const names = existsSync(letters) ? readdirSync(letters) : [];
	if (!names.includes('CURRENT')) {
		if (names.some((name) => /\.(ldb|log)$/.test(name))) throw damaged(folder, 'letters/CURRENT is missing');
		return new Map();
	}
	const database = new Level(copy);
	try {
		rmSync(copy, { recursive: true, force: true });
		cpSync(letters, copy, { recursive: true });
		await database.open();
		const [dropped] = /dropping \d+ bytes.*/.exec(readFileSync(path.join(copy, 'LOG'), 'utf8')) ?? [];
		if (dropped !== undefined) throw damaged(folder, dropped);
		return await readRows(folder, database);
	} finally {
		await database.close();
		rmSync(copy, { recursive: true, force: true });
	}
}

function understood<Read>(folder: string, rows: Rows, read: (rows: Rows) => Read): Read {
	try {
		return read(rows);
	} catch (error) {
		throw damaged(folder, (error as Error).message);
	}
}

export class DataStore {
	private constructor(
		readonly folder: string,
		private readonly lock: Database,
		private readonly letters: Database,
	) {}

	/**
	 * Throws a DataFolderError that says why the folder cannot be used; its letters are then as they were.
	 * @param read takes what the folder holds
	 */
	static async open<Read>(
		given: string,
		read: (rows: Rows) => Read,
	): Promise<{ data: DataStore; found: Read }> {
		const Level = await library();
		let folder = given;
		let lock: Database | undefined;
		try {
			folder = folderBehind(given);
			lock = new Level(path.join(folder, 'lock'));
			await lock.open();
			const rows = await checkedRows(folder, Level);
			const found = understood(folder, rows, read);
			const letters = new Level(path.join(folder, 'letters'));
			await letters.open();
			if (rows.size === 0) await letters.put(FORMAT_KEY, JSON.stringify(FORMAT), { sync: true });
			return { data: new DataStore(folder, lock, letters), found };
		} catch (error) {
			await lock?.close();
			throw explained(folder, error);
		}
	}

	/** All of them or none; resolves once they are on the disk. Null for a row that goes. */
	async write(rows: ReadonlyMap<string, object | null>): Promise<void> {
		const changes = [...rows].map(([key, row]) =>
			row === null
				? { type: 'del' as const, key }
				: { type: 'put' as const, key, value: JSON.stringify(row) },
		);
		try {
			await this.letters.batch(changes, { sync: true });
		} catch (error) {
			throw explained(this.folder, error);
		}
	}

	async close(): Promise<void> {
		await this.letters.close();
		await this.lock.close();
	}
}
