/** The terminal's live log: one line for each call to /v1 and each attempt to deliver an event. */
import { liveLog } from '../../../sandbox/src/cli/liveLog';
import type { Clock } from '../../../sandbox/src/time/clock';
import { createClock } from '../../../sandbox/src/time/clock';
import { eventually } from '../../../tools/waiting';
import { baseUrlOf, startProgram } from './program';
import type { Receiver } from './support';
import { address, call, order, startReceiver, TestSandbox } from './support';

const DAY = 24 * 3600;
let answer: number;
let lines: string[];
let clock: Clock;
let api: TestSandbox;
let receiver: Receiver;

beforeEach(async () => {
	answer = 200;
	lines = [];
	clock = createClock(() => Date.parse('2030-01-01T12:00:00Z'));
	receiver = await startReceiver(() => answer);
	api = await TestSandbox.start({
		webhookUrl: receiver.url,
		webhookRetrySeconds: 60,
		clock,
		watcher: liveLog((line) => lines.push(line.replace(/in \d+ ms/, 'in N ms'))),
	});
});

const deliveryLines = () => lines.filter((line) => / card\.\w+ crd_/.test(line));

async function afterDeliveryLines(count: number): Promise<string[]> {
	await eventually(() => {
		expect(deliveryLines()).toHaveLength(count);
	});
	return deliveryLines();
}

it('a call is a line: when, what, the answer, its key', async () => {
	await api.get('/styles');
	await api.post('/cards', order(), { idempotencyKey: 'order-1' });
	expect(lines).toContain('12:00:00Z GET  /v1/styles → 200');
	expect(lines).toContain('12:00:00Z POST /v1/cards → 201 (key order-1)');
});

it('a refused call says why, on one line and without secrets', async () => {
	await api.post('/cards', order({ style: 'none' }), { idempotencyKey: 'order-1' });
	await api.get('/styles', { apiKey: 'wrong' });
	const state = `test_key\n${'x'.repeat(1000)}`;
	await api.post('/cards', order({ to: { ...address, state } }), { idempotencyKey: 'order-2' });
	expect(lines.slice(0, 2)).toEqual([
		'12:00:00Z POST /v1/cards → 422 style: is not a style of this account (key order-1)',
		'12:00:00Z GET  /v1/styles → 401 The API key is missing, invalid or revoked',
	]);
	expect(lines[2]).toMatch(/→ 422 to\.state: must be two letters.* but is "\*\*\* x+… \(key order-2\)$/);
	expect(lines[2]?.length).toBeLessThan(400);
});

it('a call that a fault struck says so', async () => {
	const rules = [
		{ when: { next: 1 }, fault: { status: 503 } },
		{ when: { next: 1 }, fault: { reset: true } },
	];
	await api.control('PUT', '/faults', { rules });
	await api.get('/styles');
	await expect(api.get('/styles')).rejects.toThrow();
	expect(lines).toEqual([
		'12:00:00Z GET  /v1/styles → 503 (fault status)',
		'12:00:00Z GET  /v1/styles → no answer (fault reset)',
	]);
});

it('an accepted event is one line', async () => {
	const id = await api.newCard();
	expect(await afterDeliveryLines(1)).toEqual([`12:00:00Z card.created ${id} → 200 in N ms`]);
});

it('a failed attempt says when the next one is due, the last one that it was the last', async () => {
	answer = 500;
	const id = await api.newCard();
	expect(await afterDeliveryLines(1)).toEqual([
		`12:00:00Z card.created ${id} → 500 in N ms, again at 12:01:00Z`,
	]);
	clock.advance(60);
	expect((await afterDeliveryLines(2))[1]).toBe(
		`12:01:00Z card.created ${id} → 500 in N ms, again at 12:03:00Z`,
	);
	clock.advance(DAY);
	// 1023 minutes after the first; the next one would be due after more than a day.
	expect((await afterDeliveryLines(11))[10]).toBe(`05:03:00Z card.created ${id} → 500 in N ms, given up`);
});

it('without an answer the line says why', async () => {
	await receiver.close();
	await api.newCard();
	const [line] = await afterDeliveryLines(1);
	expect(line).toMatch(/→ no answer: .*ECONNREFUSED.* in N ms, again at 12:01:00Z$/);
});

it('an attempt by hand keeps the planned one in its line', async () => {
	answer = 500;
	const id = await api.newCard();
	await afterDeliveryLines(1);
	const [delivery] = await api.deliveries();
	await api.control('POST', `/deliveries/${String(delivery?.id)}/redeliver`);
	expect((await afterDeliveryLines(2))[1]).toBe(
		`12:00:00Z card.created ${id} → 500 in N ms, again at 12:01:00Z`,
	);
});

it('an event delivered twice on demand is two lines', async () => {
	await api.control('PUT', '/faults', { rules: [{ when: { next: 1 }, fault: { webhook: 'duplicate' } }] });
	const id = await api.newCard();
	const line = `12:00:00Z card.created ${id} → 200 in N ms, fault duplicate`;
	expect(await afterDeliveryLines(2)).toEqual([line, line]);
});

it('the program prints it', async () => {
	answer = 500;
	const program = startProgram('--port', '0', '--webhook-url', receiver.url);
	await call('POST', `${await baseUrlOf(program)}/cards`, { body: order(), idempotencyKey: 'k' });
	await eventually(() => {
		expect(program.output.stdout.trim().split('\n').slice(1)).toEqual([
			expect.stringMatching(/POST \/v1\/cards → 201 \(key k\)$/),
			expect.stringMatching(/card\.created crd_\S+ → 500 in \d+ ms, again at \d\d:\d\d:\d\dZ$/),
		]);
	});
});
