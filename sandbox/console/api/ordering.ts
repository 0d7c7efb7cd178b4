/** Orders letters as a client of the service would, with an API key and a key for each order. */
import { DEFAULTS } from '../../src/defaults';
import { api } from './api';
import { state } from './state';

/** Of the first account. */
export function apiKey(): string {
	return state.value?.api_keys[0] ?? DEFAULTS.apiKey;
}

/** Not randomUUID: on another machine's plain HTTP, browsers have none. */
export function newKey(): string {
	return [...crypto.getRandomValues(new Uint8Array(16))]
		.map((byte) => byte.toString(16).padStart(2, '0'))
		.join('');
}

export async function orderLetter(order: object, key: string): Promise<void> {
	await api.orderLetter(apiKey(), key, order);
}
