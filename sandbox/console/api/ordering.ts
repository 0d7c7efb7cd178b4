/** Orders letters as a client of the service would, with an API key and a key for each order. */
import { DEFAULTS } from '../../src/defaults';
import { words } from '../words/words';
import { api, RefusedError } from './api';

const API_KEY = 'console-api-key';

export function apiKey(): string {
	return sessionStorage.getItem(API_KEY) ?? DEFAULTS.apiKey;
}

export function setApiKey(key: string): void {
	sessionStorage.setItem(API_KEY, key);
}

/** Not randomUUID: on another machine's plain HTTP, browsers have none. */
export function newKey(): string {
	return [...crypto.getRandomValues(new Uint8Array(16))]
		.map((byte) => byte.toString(16).padStart(2, '0'))
		.join('');
}

export async function orderLetter(order: object, key: string): Promise<void> {
	try {
		await api.orderLetter(apiKey(), key, order);
	} catch (error) {
		if (!(error instanceof RefusedError) || error.status !== 401) throw error;
		throw new RefusedError(401, words.board.otherKey);
	}
}
