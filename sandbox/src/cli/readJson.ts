/** JSON that a verb is given. */
import { readFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';

import { ClientError } from '../client/controlClient';

/** From a file, or from standard input for `-`. */
export async function readJson(file: string): Promise<unknown> {
	let text: string;
	try {
		text = file === '-' ? await readAll(process.stdin) : await readFile(file, 'utf8');
	} catch (error) {
		throw new ClientError(`${file} cannot be read: ${(error as Error).message}`);
	}
	return parseJson(text, file);
}

/** `name` says where the text is from. */
export function parseJson(text: string, name: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch (error) {
		throw new ClientError(`${name} is not JSON: ${(error as Error).message}`);
	}
}
