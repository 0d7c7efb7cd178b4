/**
 * A file of JSON lines that only grows at its end, and is replaced as a whole when it has grown too
 * much. A line is on the disk when the call that writes it resolves; a line that a kill has cut
 * short was never promised to anyone and is dropped.
 */
import { open, realpath, rename, type FileHandle } from 'node:fs/promises';
import path from 'node:path';

const NEWLINE = 10;
const HEADER = JSON.stringify({ file: 'handwritten-letters sandbox', version: 1 });

/** The file cannot be used; the message is for the person who named it. */
export class DataFileError extends Error {}

/** Whole lines with the offset behind each; bytes after the last newline are left out. */
async function* linesOf(handle: FileHandle): AsyncGenerator<{ text: string; end: number }> {
	let parts: Buffer[] = [];
	let end = 0;
	const stream = handle.createReadStream({ start: 0, autoClose: false });
	for await (const chunk of stream as AsyncIterable<Buffer>) {
		let from = 0;
		for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
			parts.push(chunk.subarray(from, at));
			const line = Buffer.concat(parts);
			end += line.length + 1;
			yield { text: line.toString(), end };
			parts = [];
			from = at + 1;
		}
		parts.push(chunk.subarray(from));
	}
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Where the good lines end. Only the last line may be damaged. */
async function replay(file: string, handle: FileHandle, apply: (value: unknown) => void): Promise<number> {
	let lines = 0;
	let goodEnd = 0;
	let damaged = 0;
	for await (const { text, end } of linesOf(handle)) {
		lines += 1;
		if (damaged > 0) throw new DataFileError(`${file} is damaged in line ${damaged}`);
		if (lines === 1 && text !== HEADER) {
			throw new DataFileError(`${file} is not a data file of this version of the sandbox`);
		}
		const value = parse(text);
		if (value === undefined) {
			damaged = lines;
			continue;
		}
		if (lines > 1) apply(value);
		goodEnd = end;
	}
	return goodEnd;
}

/** Puts a new or renamed file's name on the disk, which its content alone does not. */
async function syncFolder(file: string): Promise<void> {
	// Windows neither needs this nor allows it.
	if (process.platform === 'win32') return;
	const folder = await open(path.dirname(file), 'r');
	try {
		await folder.sync();
	} finally {
		await folder.close();
	}
}

async function startNew(file: string, handle: FileHandle): Promise<void> {
	const { size } = await handle.stat();
	const { buffer } = await handle.read(Buffer.alloc(Math.min(size, HEADER.length)), { position: 0 });
	if (!HEADER.startsWith(buffer.toString())) {
		throw new DataFileError(`${file} is not a data file of the sandbox`);
	}
	await handle.truncate(0);
	await handle.appendFile(`${HEADER}\n`);
	await handle.datasync();
	await syncFolder(file);
}

/** The file itself where a link is given: replacing must not turn the link into a file. */
export async function fileBehind(given: string): Promise<string> {
	try {
		return await realpath(given);
	} catch {
		const folder = path.dirname(path.resolve(given));
		return path.join(await realpath(folder), path.basename(given));
	}
}

export class LogFile {
	private constructor(
		private readonly file: string,
		private handle: FileHandle,
	) {}

	/** Opens or creates the file and applies each value it holds, in order. */
	static async open(file: string, apply: (value: unknown) => void): Promise<LogFile> {
		const handle = await open(file, 'a+');
		try {
			const goodEnd = await replay(file, handle, apply);
			if (goodEnd === 0) await startNew(file, handle);
			else await handle.truncate(goodEnd);
		} catch (error) {
			await handle.close();
			throw error;
		}
		return new LogFile(file, handle);
	}

	async append(value: object): Promise<void> {
		await this.handle.appendFile(`${JSON.stringify(value)}\n`);
		await this.handle.datasync();
	}

	/** Puts the given values in the place of all lines: either all of them or none. */
	async replace(values: Iterable<object>): Promise<void> {
		const replacement = `${this.file}.new`;
		const handle = await open(replacement, 'w');
		try {
			await handle.appendFile(`${HEADER}\n`);
			for (const value of values) await handle.appendFile(`${JSON.stringify(value)}\n`);
			await handle.datasync();
			await rename(replacement, this.file);
			await syncFolder(this.file);
		} catch (error) {
			await handle.close();
			throw error;
		}
		await this.handle.close();
		this.handle = handle;
	}

	async close(): Promise<void> {
		await this.handle.close();
	}
}
