/** Deliveries as a receiver sees them: body, headers, order, retries, settings. */
import { createHmac } from 'node:crypto';

import { createClock } from '../../../sandbox/src/time/clock';
import { eventually } from '../../../tools/waiting';
import { ApiDocument } from './document';
import type { Json, Received, Receiver } from './support';
import { errorOf, order, startReceiver, TestSandbox } from './support';

const SECRET = 'whsec_test';
let api: TestSandbox;
let receiver: Receiver;

afterEach(async () => {
	await api.sandbox.close();
	await receiver.close();
});

function expectSigned({ headers, rawBody }: Received, secret = SECRET, prefix = 'x-service') {
	const timestamp = String(headers[`${prefix}-timestamp`]);
	const hmac = createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody);
	expect(headers[`${prefix}-signature`]).toBe(hmac.digest('hex'));
}

it("an unexpected failure is printed, and the card's next events leave all the same", async () => {
	const printed = jest.spyOn(console, 'error').mockImplementation();
	receiver = await startReceiver();
	const failure = new Error('of the watcher');
	const delivery = jest.fn(({ event, attempts }: { event: string; attempts: unknown[] }) => {
		if (event === 'card.created' && attempts.length > 0) throw failure;
	});
	api = await TestSandbox.start({ webhookUrl: receiver.url, watcher: { call: jest.fn(), delivery } });
	await api.advance(await api.newCard(), 'posted');
	await eventually(() => {
		expect(receiver.events()).toEqual(['card.created', 'card.written', 'card.shipped']);
	});
	expect(printed.mock.calls).toEqual([['Unexpected failure of a delivery', failure]]);
	printed.mockRestore();
});

describe('with a healthy receiver', () => {
	beforeEach(async () => {
		receiver = await startReceiver();
		api = await TestSandbox.start({ webhookUrl: receiver.url });
	});

	it("sends a card's events in order, each with the status it speaks of", async () => {
		const ids = await Promise.all(Array.from({ length: 40 }, () => api.newCard()));
		await Promise.all(ids.map((id) => api.advance(id, 'delivered')));
		await eventually(() => {
			expect(receiver.received).toHaveLength(160);
		});
		for (const id of ids) {
			const seen = receiver.received.filter(({ body }) => body.data.id === id);
			expect(seen.map(({ body }) => [body.event, body.data.status])).toEqual([
				['card.created', 'queued'],
				['card.written', 'writing'],
				['card.shipped', 'posted'],
				['card.delivered', 'delivered'],
			]);
			expect(seen[1]?.body.data.tracking_code).toBeNull();
			expect(seen[2]?.body.data.tracking_code).toMatch(/^HL/);
		}
	});

	it.each([
		['card.created', undefined],
		['card.written', 'posted'],
		['card.shipped', 'posted'],
		['card.delivered', 'delivered'],
		['card.returned', 'returned'],
	])('%s has the body and the headers of the specification', async (event, state) => {
		const document = await ApiDocument.load(api.sandbox.origin);
		const metadata = { note: 'çã"\\ ✉', order: 7 };
		const id = await api.newCard(order({ external_id: 'order-7', metadata }));
		if (state !== undefined) await api.advance(id, state);
		await eventually(() => {
			expect(receiver.events()).toContain(event);
		});
		const received = receiver.received.find(({ body }) => body.event === event) as Received;
		const { headers, body } = received;
		expectSigned(received);
		expect(headers['content-type']).toMatch(/^application\/json(;|$)/);
		expect([headers['x-service-event'], Object.keys(body).sort()]).toEqual([
			event,
			['data', 'event', 'occurred_at'],
		]);
		const timestamp = Number(headers['x-service-timestamp']);
		expect(Math.abs(timestamp - Date.now() / 1000)).toBeLessThan(60);
		expect(body.data).toMatchObject({ id, external_id: 'order-7', metadata });
		const place = ['webhooks', event, 'post', 'requestBody', 'content', 'application/json', 'schema'];
		expect(document.complaint(body, ...place)).toBeNull();
		// A test event carries a card as the real one does.
		for (const card of [id, undefined]) {
			const sent = (await api.control('POST', '/events', { event, card })).body;
			const { data } = JSON.parse(String(sent.body)) as { data: Json };
			expect(data.status).toBe(body.data.status);
		}
	});

	it('records what was sent and what came back', async () => {
		const id = await api.newCard();
		await eventually(async () => {
			expect((await api.deliveries())[0]?.status).toBe('delivered');
		});
		const [delivery] = await api.deliveries();
		const received = receiver.received[0] as Received;
		expect(delivery).toMatchObject({ event: 'card.created', card_id: id, next_attempt_at: null });
		expect(delivery?.body).toBe(received.rawBody.toString());
		expect(delivery?.attempts).toEqual([
			{
				at: expect.any(String) as unknown,
				url: receiver.url,
				headers: {
					'Content-Type': 'application/json',
					'X-Service-Event': 'card.created',
					'X-Service-Signature': received.headers['x-service-signature'],
					'X-Service-Timestamp': received.headers['x-service-timestamp'],
				},
				status: 200,
				error: null,
				answer: '',
				duration_ms: expect.any(Number) as unknown,
				fault: null,
			},
		]);
	});

	it('takes a new secret and header prefix, and can be switched off', async () => {
		await api.control('PUT', '/receivers/main', { secret: 'whsec_new' });
		const answer = await api.control('PUT', '/webhook', { headerPrefix: 'X-Letters' });
		expect(answer.body).toEqual({ url: receiver.url, headerPrefix: 'X-Letters' });
		await api.newCard();
		await eventually(() => {
			expect(receiver.received).toHaveLength(1);
		});
		expectSigned(receiver.received[0] as Received, 'whsec_new', 'x-letters');

		await api.control('PUT', '/receivers/main', { url: null });
		await api.newCard();
		await api.control('PUT', '/receivers/main', { url: receiver.url });
		await api.newCard();
		await eventually(async () => {
			expect((await api.deliveries()).map(({ status }) => status)).toEqual(['delivered', 'delivered']);
		});
	});

	it('signs with the real time when the sandbox clock was moved', async () => {
		await api.sandbox.close();
		const clock = createClock();
		clock.advance(10 * 24 * 3600);
		api = await TestSandbox.start({ webhookUrl: receiver.url, clock });
		await api.newCard();
		await eventually(() => {
			expect(receiver.received).toHaveLength(1);
		});
		const { headers, body } = receiver.received[0] as Received;
		expect(Math.abs(Number(headers['x-service-timestamp']) - Date.now() / 1000)).toBeLessThan(5);
		expect(Date.parse(body.occurred_at)).toBeGreaterThan(Date.now() + 9 * 24 * 3600 * 1000);
	});

	it('sends a test event about a given card or about a made-up one', async () => {
		const id = await api.newCard();
		const given = await api.control('POST', '/events', { event: 'card.returned', card: id });
		expect(given.status).toBe(202);
		await api.control('POST', '/events', { event: 'card.shipped' });
		await eventually(() => {
			expect(receiver.received).toHaveLength(3);
		});
		const byEvent = new Map(receiver.received.map((one) => [one.body.event, one]));
		expect(byEvent.get('card.returned')?.body.data).toMatchObject({ id, status: 'returned' });
		expect(byEvent.get('card.shipped')?.body.data.status).toBe('posted');
		for (const one of receiver.received) expectSigned(one);
		expect(await api.eventTypes(id)).toEqual(['card.created']);
		expect(await api.status(id)).toBe('queued');
		expect(await api.letters()).toBe(1);
	});

	it('refuses a test event it cannot send', async () => {
		const unknown = { event: 'card.created', card: 'crd_x' };
		expect((await api.control('POST', '/events', unknown)).status).toBe(404);
		expect((await api.control('POST', '/events', { event: 'card.unheard_of' })).status).toBe(400);
		await api.control('PUT', '/receivers/main', { url: null });
		const off = await api.control('POST', '/events', { event: 'card.created' });
		expect([off.status, errorOf(off).code]).toEqual([409, 'no_webhook']);
	});
});

describe('with a failing receiver', () => {
	it('repeats the same body with a fresh timestamp and signature', async () => {
		receiver = await startReceiver((nth) => (nth <= 2 ? 500 : 204));
		let wall = Date.parse('2030-01-01T00:00:00Z');
		const clock = createClock(() => wall);
		api = await TestSandbox.start({ webhookUrl: receiver.url, webhookRetrySeconds: 60, clock });
		await api.newCard();
		for (const [attempts, wait] of [
			[1, 60],
			[2, 120],
		] as const) {
			await eventually(async () => {
				const [delivery] = await api.deliveries();
				expect(delivery?.attempts).toHaveLength(attempts);
				const dueIn = Date.parse(String(delivery?.next_attempt_at)) - clock.now();
				expect(dueIn).toBe(wait * 1000);
			});
			wall += wait * 1000;
			clock.advance(0);
		}
		await eventually(async () => {
			expect((await api.deliveries())[0]?.status).toBe('delivered');
		});
		expect(receiver.received).toHaveLength(3);
		expect(new Set(receiver.received.map(({ rawBody }) => rawBody.toString())).size).toBe(1);
		const stamps = receiver.received.map(({ headers }) => headers['x-service-timestamp']);
		expect(stamps).toEqual(['1893456000', '1893456060', '1893456180']);
		for (const one of receiver.received) expectSigned(one);
		const [delivery] = await api.deliveries();
		expect(delivery?.attempts.map(({ status }) => status)).toEqual([500, 500, 204]);
	});

	it('retries by itself, without the clock being moved', async () => {
		receiver = await startReceiver((nth) => (nth === 1 ? 500 : 200));
		api = await TestSandbox.start({ webhookUrl: receiver.url, webhookRetrySeconds: 0.01 });
		await api.newCard();
		await eventually(async () => {
			expect((await api.deliveries())[0]).toMatchObject({ status: 'delivered' });
		});
		expect(receiver.received).toHaveLength(2);
	});

	it('first tries the next event when the first try before it has ended', async () => {
		receiver = await startReceiver((nth) => (nth === 1 ? 500 : 200));
		const clock = createClock();
		api = await TestSandbox.start({ webhookUrl: receiver.url, webhookRetrySeconds: 60, clock });
		const id = await api.newCard();
		await api.advance(id, 'posted');
		await eventually(() => {
			expect(receiver.events()).toEqual(['card.created', 'card.written', 'card.shipped']);
		});
		clock.advance(60);
		await eventually(() => {
			expect(receiver.events()).toHaveLength(4);
		});
		expect(receiver.events()[3]).toBe('card.created');
	});

	it('gives up after 24 hours of sandbox time', async () => {
		receiver = await startReceiver(() => 503);
		const clock = createClock();
		api = await TestSandbox.start({ webhookUrl: receiver.url, webhookRetrySeconds: 3600, clock });
		await api.newCard();
		for (const [attempts, waitHours] of [
			[1, 1],
			[2, 2],
			[3, 4],
			[4, 8],
		] as const) {
			await eventually(async () => {
				const [delivery] = await api.deliveries();
				expect([delivery?.attempts.length, delivery?.status]).toEqual([attempts, 'pending']);
				expect(delivery?.next_attempt_at).not.toBeNull();
			});
			clock.advance(waitHours * 3600);
		}
		await eventually(async () => {
			const [delivery] = await api.deliveries();
			expect([delivery?.attempts.length, delivery?.status]).toEqual([5, 'failed']);
			expect(delivery?.next_attempt_at).toBeNull();
		});
	});

	it('records why no answer came', async () => {
		receiver = await startReceiver();
		await receiver.close();
		api = await TestSandbox.start({ webhookUrl: receiver.url });
		await api.newCard();
		await eventually(async () => {
			const [attempt] = (await api.deliveries())[0]?.attempts ?? [];
			expect(attempt).toMatchObject({ status: null });
			expect(attempt?.error).toContain('ECONNREFUSED');
		});
	});

	it('a pending delivery follows a new address, and fails when deliveries are switched off', async () => {
		receiver = await startReceiver(() => 500);
		const clock = createClock();
		api = await TestSandbox.start({ webhookUrl: receiver.url, webhookRetrySeconds: 60, clock });
		await api.newCard();
		await eventually(async () => {
			expect((await api.deliveries())[0]?.next_attempt_at).toEqual(expect.any(String));
		});
		await api.control('PUT', '/receivers/main', { url: `${receiver.url}-moved` });
		clock.advance(60);
		await eventually(async () => {
			const urls = (await api.deliveries())[0]?.attempts.map(({ url }) => url);
			expect(urls).toEqual([receiver.url, `${receiver.url}-moved`]);
		});
		await api.control('PUT', '/receivers/main', { url: null });
		clock.advance(120);
		await eventually(async () => {
			expect((await api.deliveries())[0]).toMatchObject({ status: 'failed', next_attempt_at: null });
		});
	});
});
