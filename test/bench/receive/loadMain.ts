/** The process behind `Load`: sends deliveries over a few connections, each event once. */
import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';

import { eventBody, signedDelivery } from '../../support/signedDelivery';
import { answerParent } from '../childProgram';
import { CONNECTIONS, type Answers, type Order } from './load';

async function run({ url, kind, seconds, secret }: Order): Promise<Answers> {
	const { origin, pathname } = new URL(url);
	const pool = new Pool(origin, { connections: CONNECTIONS });
	const times: number[] = [];
	const statuses: Answers['statuses'] = {};
	const start = performance.now();
	const end = start + seconds * 1000;

	async function sendUntilEnd(): Promise<void> {
		for (;;) {
			const { headers, body } = delivery(kind === 'valid' ? secret : 'whsec_forged');
			const sent = performance.now();
			if (sent >= end) return;
			const answer = await pool.request({ path: pathname, method: 'POST', headers: headers.flat(), body });
			await answer.body.dump();
			times.push(performance.now() - sent);
			statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1;
		}
	}
	await Promise.all(Array.from({ length: CONNECTIONS }, sendUntilEnd));
	const elapsed = (performance.now() - start) / 1000;
	await pool.close();
	times.sort((a, b) => a - b);
	const percentile = (share: number): number => times[Math.ceil(times.length * share) - 1] ?? NaN;
	return {
		answered: times.length,
		statuses,
		perSecond: times.length / elapsed,
		p50: percentile(0.5),
		p99: percentile(0.99),
	};
}

/** A letter's last event, about as long as the service's. */
function delivery(secret: string): ReturnType<typeof signedDelivery> {
	const id = `crd_${randomUUID()}`;
	const data = {
		id,
		external_id: `order-${id}`,
		status: 'delivered',
		created_at: '2026-01-01T00:00:00Z',
		tracking_code: 'BR123456789BR',
		tracking_url: `https://example.com/track/${id}`,
		metadata: { customer: 'Maria Aparecida da Silva', campaign: 'spring' },
	};
	return signedDelivery({ secret, body: JSON.stringify(eventBody({ data })) });
}

answerParent((order) => run(order as Order));
