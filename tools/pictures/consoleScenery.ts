/** Fills a sandbox with the sample letters, spread over all statuses, as a busy week leaves them. */
import { request } from 'undici';

import type { CardStatus } from '../../nodes/contract/contract';
import { stepsTo } from '../../sandbox/src/cards/lifecycle';
import { SAMPLE_ORDERS } from '../../sandbox/src/cards/sampleOrders';
import { DEFAULTS } from '../../sandbox/src/defaults';

const STEP_SECONDS = 2.75 * 3600;

/** Where each sample order has got to by the end, the latest order last. */
const ENDS: readonly CardStatus[] = [
	'in_transit',
	'returned',
	'returned',
	'delivered',
	'delivered',
	'posted',
	'in_transit',
	'posted',
	'writing',
	'queued',
	'writing',
	'queued',
];

export async function call<T>(method: 'POST' | 'PUT', url: string, body: object, headers = {}): Promise<T> {
	const answer = await request(url, {
		method,
		body: JSON.stringify(body),
		headers: { 'Content-Type': 'application/json', ...headers },
	});
	if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.statusCode} ${await answer.body.text()}`);
	return (await answer.body.json()) as T;
}

export async function order(origin: string, letter: object, key: string): Promise<string> {
	const headers = { Authorization: `Bearer ${DEFAULTS.apiKey}`, 'Idempotency-Key': key };
	return (await call<{ id: string }>('POST', `${origin}/v1/cards`, letter, headers)).id;
}

/** The ids of the letters, in the order of the sample orders. */
export async function setScene(origin: string): Promise<string[]> {
	const ids: string[] = [];
	for (const [i, letter] of SAMPLE_ORDERS.entries()) {
		const id = await order(origin, letter, `sample-${i + 1}`);
		ids.push(id);
		for (const to of stepsTo('queued', ENDS[i] ?? 'queued')) {
			await call('PUT', `${origin}/_sandbox/clock`, { advanceSeconds: STEP_SECONDS });
			await call('POST', `${origin}/_sandbox/cards/${id}/advance`, { to });
		}
		await call('PUT', `${origin}/_sandbox/clock`, { advanceSeconds: STEP_SECONDS / 3 });
	}
	return ids;
}
