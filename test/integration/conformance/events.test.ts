/** Spec, Events: kinds, body and headers of the webhooks. */
import { createHmac } from 'node:crypto';

import { eventually } from '../../../tools/waiting';
import type { Received, Receiver } from '../sandbox/support';
import { startReceiver } from '../sandbox/support';
import type { Json } from './service';
import { describeSandbox, Service } from './service';

const SECRET = 'whsec_conformance';
/** What the letter must have become for the event to happen. */
const CAUSES = [
	['card.created', 'queued'],
	['card.written', 'posted'],
	['card.shipped', 'posted'],
	['card.delivered', 'delivered'],
	['card.returned', 'returned'],
] as const;

describeSandbox('Events', () => {
	let receiver: Receiver;
	let service: Service;
	beforeEach(async () => {
		receiver = await startReceiver();
		service = await Service.start({ webhookUrl: receiver.url, webhookSecret: SECRET });
	});
	afterEach(async () => {
		await service.close();
		await receiver.close();
	});

	const metadata = { note: 'çã"\\ ✉', order: 7 };

	async function receivedWhen(event: string, state: string): Promise<[Received, Json]> {
		const card = await service.newCard({ external_id: 'order-7', metadata });
		if (state !== 'queued') await service.advance(card.id, state);
		await eventually(() => {
			expect(receiver.events()).toContain(event);
		});
		return [receiver.received.find(({ body }) => body.event === event) as Received, card];
	}

	it.each(CAUSES)('Webhook body: %s has exactly event, data and occurred_at', async (event, state) => {
		const [{ body }, card] = await receivedWhen(event, state);
		expect(Object.keys(body).sort()).toEqual(['data', 'event', 'occurred_at']);
		expect(body.occurred_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/);
		expect(body.data).toMatchObject({
			id: card.id,
			external_id: 'order-7',
			created_at: card.created_at,
			metadata,
		});
		const place = ['webhooks', event, 'post', 'requestBody', 'content', 'application/json', 'schema'];
		expect(service.document.complaint(body, ...place)).toBeNull();
	});

	it.each(CAUSES)(
		'Webhook request headers: %s is signed over timestamp and raw body',
		async (event, state) => {
			const [{ headers, rawBody }] = await receivedWhen(event, state);
			expect(headers['content-type']).toMatch(/^application\/json(;|$)/);
			expect(headers['x-service-event']).toBe(event);
			const timestamp = String(headers['x-service-timestamp']);
			expect(timestamp).toMatch(/^\d+$/);
			expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60);
			const signed = Buffer.concat([Buffer.from(`${timestamp}.`), rawBody]);
			const signature = createHmac('sha256', SECRET).update(signed).digest('hex');
			expect(headers['x-service-signature']).toBe(signature);
		},
	);

	it('Event kinds: no others than the five, and the timeline shows the same names', async () => {
		const { id } = await service.newCard();
		await service.advance(id, 'delivered');
		const { id: other } = await service.newCard();
		await service.advance(other, 'returned');
		await eventually(() => {
			expect(receiver.received).toHaveLength(8);
		});
		expect(new Set(receiver.events())).toEqual(new Set(CAUSES.map(([event]) => event)));
		for (const card of [id, other]) {
			const { events } = (await service.get(`/cards/${String(card)}`)).body as { events: Json[] };
			const seen = receiver.received.filter(({ body }) => body.data.id === card);
			expect(seen.map(({ body }) => body.event)).toEqual(events.map(({ type }) => type));
		}
	});

	it('States: a card.shipped event carries a card whose status is posted', async () => {
		const [{ body }] = await receivedWhen('card.shipped', 'delivered');
		expect(body.data.status).toBe('posted');
		expect(body.data.tracking_code).toMatch(/\S/);
	});

	it.each(CAUSES)('States: the test event %s carries a card as the real one does', async (event, state) => {
		const [real] = await receivedWhen(event, state);
		const { id } = await service.newCard();
		for (const card of [id, undefined]) {
			const { body } = await service.control('POST', '/events', { event, card });
			const { data } = JSON.parse(String(body.body)) as { data: Json };
			expect(data.status).toBe(real.body.data.status);
		}
	});

	it('Event kinds: card.created is about a card in the queue', async () => {
		const [{ body }, card] = await receivedWhen('card.created', 'queued');
		expect(body.data).toEqual(card);
	});

	it.each([204, 201, 202])('Receiver rules 3: any 2xx settles the delivery (%i)', async (status) => {
		await receiver.close();
		receiver = await startReceiver(() => status);
		await service.control('PUT', '/webhook', { url: receiver.url });
		await service.newCard();
		await eventually(async () => {
			const { deliveries } = (await service.control('GET', '/deliveries')).body as { deliveries: Json[] };
			expect(deliveries.map((delivery) => delivery.status)).toEqual(['delivered']);
		});
		expect(receiver.received).toHaveLength(1);
	});
});
