/** The process behind `Load`: sends deliveries over a few connections, each event once. */
import { randomUUID } from 'node:crypto';

import { Client } from 'undici';

import { eventBody, signedDelivery } from '../../tools/signedDelivery';
import { answerParent } from '../childProgram';
import type { Answers, Order } from './load';
import { CONNECTIONS } from './load';

async function run({ urls, kind, seconds, secret }: Order): Promise<Answers> {
	const clients = Array.from({ length: CONNECTIONS }, (_, index) => {
		const address = index % urls.length;
		const { origin, pathname } = new URL(urls[address] ?? '');
		return { address, pathname, client: new Client(origin) };
	});
	const answeredBy = urls.map(() => 0);
	const times: number[] = [];
	const statuses: Answers['statuses'] = {};
	const start = performance.now();
	const end = start + seconds * 1000;

	async function sendUntilEnd({ address, pathname, client }: (typeof clients)[number]): Promise<void> {
		for (;;) {
			const { headers, body } = delivery(kind === 'valid' ? secret : 'whsec_forged');
			const sent = performance.now();
			if (sent >= end) return;
			const answer = await client.request({ path: pathname, method: 'POST', headers: headers.flat(), body });
			await answer.body.dump();
			times.push(performance.now() - sent);
			answeredBy[address] = (answeredBy[address] ?? 0) + 1;
			statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1;
		}
	}
	await Promise.all(clients.map(sendUntilEnd));
	const elapsed = (performance.now() - start) / 1000;
	await Promise.all(clients.map(({ client }) => client.close()));
	times.sort((a, b) => a - b);
	const percentile = (share: number): number => times[Math.ceil(times.length * share) - 1] ?? NaN;
	return {
		answered: times.length,
		answeredBy,
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
