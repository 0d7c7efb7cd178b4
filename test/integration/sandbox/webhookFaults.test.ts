/** Webhook faults on demand, as a receiver meets them; the checks are written from the spec alone. */
import type { FaultRule } from '../../../sandbox/src/faults/rules';
import type { Clock } from '../../../sandbox/src/time/clock';
import { createClock } from '../../../sandbox/src/time/clock';
import { eventually } from '../../../tools/waiting';
import type { Received, Receiver } from './support';
import { isSignedWith, startReceiver, TestSandbox } from './support';

const SECRET = 'whsec_test';
let api: TestSandbox;
let receiver: Receiver;
let clock: Clock;

/** Accepts only what a careful receiver accepts (spec, Events: Receiver rules 1 and 2). */
function complaint(received: Received, secret = SECRET): string | null {
	const { headers, body } = received;
	if (!isSignedWith(secret, received)) return 'signature';
	if (Math.abs(Number(headers['x-service-timestamp']) - Date.now() / 1000) > 300) return 'timestamp';
	return headers['x-service-event'] === body.event ? null : 'event';
}
const complaints = (secret?: string) => receiver.received.map((one) => complaint(one, secret));

beforeEach(async () => {
	receiver = await startReceiver(() => {
		const last = receiver.received.at(-1);
		return last !== undefined && complaint(last) === null ? 200 : 401;
	});
	clock = createClock();
	api = await TestSandbox.start({ webhookUrl: receiver.url, webhookRetrySeconds: 60, clock });
});

const once = (webhook: FaultRule['fault']['webhook']): FaultRule => ({
	when: { next: 1 },
	fault: { webhook },
});
async function receivedEvents(count: number): Promise<string[]> {
	await receiver.gets(count);
	return receiver.events();
}
/** Per delivery, what each attempt's fault and answer were. */
async function attempts(): Promise<unknown[][]> {
	return (await api.deliveries()).map((one) => one.attempts.map(({ fault, status }) => [fault, status]));
}
async function allDelivered(): Promise<void> {
	await eventually(async () => {
		expect(new Set((await api.deliveries()).map(({ status }) => status))).toEqual(new Set(['delivered']));
	});
}

describe('a receiver that checks', () => {
	it.each([
		['bad_signature', 'signature', 1, 0],
		['tampered', 'signature', 1, 0],
		['unsigned', 'signature', 1, 0],
		['stale', 'timestamp', 1, -3600],
		['future', 'timestamp', 1, 3600],
		['milliseconds', 'timestamp', 1000, 0],
		['old_secret', 'signature', 1, 0],
		['event_mismatch', 'event', 1, 0],
	] as const)('refuses %s for its %s alone, and accepts the retry', async (webhook, reason, unit, off) => {
		await api.setRules(once(webhook));
		await api.newCard();
		await api.delivery({ next_attempt_at: expect.any(String) });
		clock.advance(60);
		await allDelivered();
		expect(complaints()).toEqual([reason, null]);
		expect(await attempts()).toEqual([
			[
				[webhook, 401],
				[null, 200],
			],
		]);
		expect(await api.struck()).toEqual([1]);
		const [first, second] = receiver.received;
		const timestamp = String(first?.headers['x-service-timestamp']);
		expect(timestamp).toMatch(/^\d+$/);
		expect(Math.abs(Number(timestamp) / unit - off - Date.now() / 1000)).toBeLessThan(60);
		const isTampered = first?.body.data.id !== second?.body.data.id;
		expect([first?.rawBody.equals(second?.rawBody ?? Buffer.of()), isTampered]).toEqual([
			webhook !== 'tampered',
			webhook === 'tampered',
		]);
		expect(first?.headers['x-service-signature'] ?? 'none').toMatch(
			webhook === 'unsigned' ? /^none$/ : /^[0-9a-f]{64}$/,
		);
	});

	it('old_secret: the one before the last change, and a made-up one while there is none', async () => {
		await api.setRules({ when: { every: 1 }, fault: { webhook: 'old_secret' } });
		await api.newCard();
		await receivedEvents(1);
		expect(complaints('whsec_old')).toEqual([null]);
		await api.control('PUT', '/receivers/main', { secret: 'whsec_new' });
		// The same secret again and another setting are no change of it.
		await api.control('PUT', '/receivers/main', { secret: 'whsec_new' });
		await api.control('PUT', '/webhook', { headerPrefix: 'X-Service' });
		await api.newCard();
		await receivedEvents(2);
		expect(complaints(SECRET)[1]).toBeNull();
	});

	it('duplicate: the same body comes twice, each signed; later ones once', async () => {
		await api.setRules(once('duplicate'));
		await api.newCard();
		await receivedEvents(2);
		await allDelivered();
		await api.newCard();
		await receivedEvents(3);
		await allDelivered();
		expect(complaints()).toEqual([null, null, null]);
		expect(receiver.received[1]?.rawBody).toEqual(receiver.received[0]?.rawBody);
		expect(await attempts()).toEqual([
			[
				['duplicate', 200],
				['duplicate', 200],
			],
			[[null, 200]],
		]);
	});
});

it("late: three seconds of sandbox time later, and the card's later events do not wait", async () => {
	await api.setRules(once('late'));
	const id = await api.newCard();
	await api.advance(id, 'posted');
	expect(await receivedEvents(2)).toEqual(['card.written', 'card.shipped']);
	clock.advance(3);
	expect(await receivedEvents(3)).toEqual(['card.written', 'card.shipped', 'card.created']);
	await allDelivered();
	expect((await attempts())[0]).toEqual([['late', 200]]);
});

describe('out_of_order', () => {
	it('comes after the next event of its card, which is not put to the rules', async () => {
		await api.setRules({ when: { every: 1 }, fault: { webhook: 'out_of_order' } });
		const id = await api.newCard();
		await api.advance(id, 'posted');
		expect(await receivedEvents(2)).toEqual(['card.written', 'card.created']);
		await api.advance(id, 'delivered');
		expect(await receivedEvents(4)).toEqual([
			'card.written',
			'card.created',
			'card.delivered',
			'card.shipped',
		]);
		await allDelivered();
		const late = [['out_of_order', 200]];
		expect(await attempts()).toEqual([late, [[null, 200]], late, [[null, 200]]]);
		expect(await api.struck()).toEqual([2]);
	});

	it("another card's events do not wait for it", async () => {
		await api.setRules(once('out_of_order'));
		await api.newCard();
		await api.newCard();
		await receivedEvents(1);
		expect((await api.deliveries()).map(({ status }) => status)).toContain('pending');
	});

	it('waits a minute of sandbox time at most', async () => {
		await api.setRules(once('out_of_order'));
		const id = await api.newCard();
		await eventually(async () => {
			const dueAt = Date.parse(String((await api.deliveries())[0]?.next_attempt_at));
			expect(Math.abs(dueAt - clock.now() - 60_000)).toBeLessThan(10_000);
		});
		expect(receiver.received).toEqual([]);
		clock.advance(60);
		await receivedEvents(1);
		await allDelivered();
		await api.advance(id);
		await api.advance(id);
		expect(await receivedEvents(3)).toEqual(['card.created', 'card.written', 'card.shipped']);
		expect((await attempts())[0]).toEqual([['out_of_order', 200]]);
	});

	it("one event's wait does not end the wait of a later one", async () => {
		await api.setRules(
			{ on: { event: 'card.created' }, ...once('out_of_order') },
			{ on: { event: 'card.shipped' }, ...once('out_of_order') },
		);
		const id = await api.newCard();
		clock.advance(30);
		await api.advance(id, 'posted');
		expect(await receivedEvents(2)).toEqual(['card.written', 'card.created']);
		await api.delivery({ next_attempt_at: expect.any(String) }, 2);
		clock.advance(31);
		const witness = await api.newCard();
		await receivedEvents(3);
		expect(receiver.received[2]?.body.data.id).toBe(witness);
		clock.advance(30);
		await receivedEvents(4);
		await allDelivered();
	});

	it('an event delivered by hand while it waits is not delivered again', async () => {
		await api.setRules(once('out_of_order'));
		const id = await api.newCard();
		const [held] = await api.deliveries();
		await api.control('POST', `/deliveries/${String(held?.id)}/redeliver`);
		await receivedEvents(1);
		await allDelivered();
		await api.advance(id, 'posted');
		expect(await receivedEvents(3)).toEqual(['card.created', 'card.written', 'card.shipped']);
		await allDelivered();
		expect((await attempts())[0]).toEqual([[null, 200]]);
	});
});

describe('rules', () => {
	it('for deliveries and for calls do not count each other', async () => {
		await api.setRules(
			{ when: { every: 2 }, fault: { webhook: 'duplicate' } },
			{ when: { every: 2 }, fault: { status: 503 } },
		);
		await api.newCard();
		await receivedEvents(1);
		expect((await api.get('/styles')).status).toBe(503);
		await api.newCard();
		await receivedEvents(3);
		expect(await api.struck()).toEqual([1, 1]);
	});

	it('on.event: other events are not counted', async () => {
		await api.setRules({ on: { event: 'card.shipped' }, when: { next: 1 }, fault: { webhook: 'stale' } });
		const id = await api.newCard();
		await api.advance(id, 'delivered');
		await receivedEvents(4);
		expect(complaints()).toEqual([null, null, 'timestamp', null]);
	});

	it('a script: the first rule that strikes decides', async () => {
		await api.setRules(once('bad_signature'), { when: { next: 2 }, fault: { webhook: 'event_mismatch' } });
		const id = await api.newCard();
		await api.advance(id, 'delivered');
		await receivedEvents(4);
		expect(complaints()).toEqual(['signature', 'event', 'event', null]);
		expect(await api.struck()).toEqual([1, 2]);
	});

	it('neither a retry nor a redelivery by hand is put to them', async () => {
		await api.setRules({ when: { every: 1 }, fault: { webhook: 'bad_signature' } });
		await api.newCard();
		await api.delivery({ next_attempt_at: expect.any(String) });
		clock.advance(60);
		await allDelivered();
		const [first] = await api.deliveries();
		await api.control('POST', `/deliveries/${String(first?.id)}/redeliver`);
		await receivedEvents(3);
		expect(complaints()).toEqual(['signature', null, null]);
		expect(await api.struck()).toEqual([1]);
	});
});
