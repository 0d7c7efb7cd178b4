/** Deliveries as a receiver sees them: body, headers, order, retries, settings. */
import { createClock } from '../../../sandbox/src/time/clock';
import { eventually } from '../../../tools/waiting';
import { ApiDocument } from './document';
import type { Json, Received, Receiver } from './support';
import { attempts, isSignedWith, order, startReceiver, TestSandbox } from './support';

const SECRET = 'whsec_test';
let api: TestSandbox;
let receiver: Receiver;

const expectSigned = (received: Received, secret = SECRET, prefix?: string) =>
	expect(isSignedWith(secret, received, prefix)).toBe(true);

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
		await receiver.gets(160);
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
		const before = (await api.get(`/cards/${id}`)).body;
		// A test event carries a card as the real one does.
		for (const card of [id, undefined]) {
			const sent = (await api.control('POST', '/events', { event, card })).body;
			const { data } = JSON.parse(String(sent.body)) as { data: Json };
			expect(data.status).toBe(body.data.status);
		}
		// And leaves it as it was.
		expect([await api.letters(), (await api.get(`/cards/${id}`)).body]).toEqual([1, before]);
	});

	it('records what was sent and what came back', async () => {
		const id = await api.newCard();
		const delivery = await api.delivery({ status: 'delivered' });
		const received = receiver.received[0] as Received;
		expect(delivery).toMatchObject({ event: 'card.created', card_id: id, next_attempt_at: null });
		expect(delivery.body).toBe(received.rawBody.toString());
		expect(delivery.attempts).toEqual([
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
		await receiver.gets(1);
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
		await receiver.gets(1);
		const { headers, body } = receiver.received[0] as Received;
		expect(Math.abs(Number(headers['x-service-timestamp']) - Date.now() / 1000)).toBeLessThan(5);
		expect(Date.parse(body.occurred_at)).toBeGreaterThan(Date.now() + 9 * 24 * 3600 * 1000);
	});
});

describe('with a failing receiver', () => {
	it('repeats the same body with a fresh timestamp and signature', async () => {
		receiver = await startReceiver((nth) => (nth <= 2 ? 500 : 204));
		let wall = Date.parse('2030-01-01T00:00:00Z');
		const clock = createClock(() => wall);
		api = await TestSandbox.start({ webhookUrl: receiver.url, webhookRetrySeconds: 60, clock });
		await api.newCard();
		for (const [count, wait] of [
			[1, 60],
			[2, 120],
		] as const) {
			await api.delivery({
				attempts: attempts(count),
				next_attempt_at: new Date(clock.now() + wait * 1000).toISOString(),
			});
			wall += wait * 1000;
			clock.advance(0);
		}
		const delivery = await api.delivery({ status: 'delivered' });
		expect(receiver.received).toHaveLength(3);
		expect(new Set(receiver.received.map(({ rawBody }) => rawBody.toString())).size).toBe(1);
		const stamps = receiver.received.map(({ headers }) => headers['x-service-timestamp']);
		expect(stamps).toEqual(['1893456000', '1893456060', '1893456180']);
		for (const one of receiver.received) expectSigned(one);
		expect(delivery.attempts.map(({ status }) => status)).toEqual([500, 500, 204]);
	});

	it('retries by itself, without the clock being moved', async () => {
		receiver = await startReceiver((nth) => (nth === 1 ? 500 : 200));
		api = await TestSandbox.start({ webhookUrl: receiver.url, webhookRetrySeconds: 0.01 });
		await api.newCard();
		await api.delivery({ status: 'delivered' });
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
		await receiver.gets(4);
		expect(receiver.events()[3]).toBe('card.created');
	});

	it('a pending delivery follows a new address, and fails when deliveries are switched off', async () => {
		receiver = await startReceiver(() => 500);
		const clock = createClock();
		api = await TestSandbox.start({ webhookUrl: receiver.url, webhookRetrySeconds: 60, clock });
		await api.newCard();
		await api.delivery({ next_attempt_at: expect.any(String) });
		await api.control('PUT', '/receivers/main', { url: `${receiver.url}-moved` });
		clock.advance(60);
		await api.delivery({ attempts: [{ url: receiver.url }, { url: `${receiver.url}-moved` }] });
		await api.control('PUT', '/receivers/main', { url: null });
		clock.advance(120);
		await api.delivery({ status: 'failed', next_attempt_at: null });
	});
});
