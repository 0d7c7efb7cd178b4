/** Sends sample letters to made-up people, as a client of the API would. */
import { useState } from 'preact/hooks';

import { SAMPLE_ORDERS } from '../../src/cards/sampleOrders';
import { DEFAULTS } from '../../src/defaults';
import { api, RefusedError } from '../api/api';
import { Icon } from '../ui/icon';
import { attempt } from '../ui/toast';
import { words } from '../words/words';

const KEY = 'console-api-key';

export function apiKey(): string {
	return sessionStorage.getItem(KEY) ?? DEFAULTS.apiKey;
}

export function setApiKey(key: string): void {
	sessionStorage.setItem(KEY, key);
}

async function order(number: number): Promise<void> {
	const sample = SAMPLE_ORDERS[number % SAMPLE_ORDERS.length] ?? {};
	try {
		await api.orderLetter(apiKey(), sample);
	} catch (error) {
		if (!(error instanceof RefusedError) || error.status !== 401) throw error;
		throw new Error(words.board.otherKey);
	}
}

export function OrderSample() {
	const [number, setNumber] = useState(() => Math.floor(Math.random() * SAMPLE_ORDERS.length));
	function send(): void {
		void attempt(order(number), words.board.sampleSent);
		setNumber(number + 1);
	}
	return (
		<button type="button" class="primary" onClick={send}>
			<Icon name="send" /> {words.board.sendSample}
		</button>
	);
}
