/** Moving the sandbox's clock and changing its speed over the control API. */
import type { Clock } from '../../../sandbox/src/time/clock';
import { createClock } from '../../../sandbox/src/time/clock';
import type { Json } from './support';
import { expectRefused, order, startReceiver, TestSandbox } from './support';

const HOUR = 3600;
const START = Date.parse('2030-01-01T00:00:00Z');

let api: TestSandbox;
let clock: Clock;

async function start(speed: 'off' | number): Promise<void> {
	clock = createClock(() => START);
	api = await TestSandbox.start({ speed, clock });
}
const setClock = (body: Json) => api.control('PUT', '/clock', body);
const afterMinutes = (minutes: number) => after(minutes / 60);
const after = (hours: number) => new Date(START + hours * HOUR * 1000).toISOString();

it('its answer and the state show sandbox time and speed', async () => {
	await start('off');
	const answer = await setClock({ advanceSeconds: 1.5, speed: 3 });
	expect([answer.status, answer.body]).toEqual([200, { now: '2030-01-01T00:00:01.500Z', speed: 3 }]);
	expect((await api.state()).clock).toEqual(answer.body);
	expect((await setClock({})).body).toEqual(answer.body);
	expect((await setClock({ speed: 'off' })).body.speed).toBe('off');
});

it('once it answers, every letter has taken its steps, each at its own time', async () => {
	await start(2 * HOUR);
	const id = await api.newCard();
	await setClock({ advanceSeconds: 5 * HOUR });
	const { body } = await api.get(`/cards/${id}`);
	expect([body.status, body.events]).toEqual([
		'posted',
		[
			{ type: 'card.created', at: after(0) },
			{ type: 'card.written', at: after(4) },
			{ type: 'card.shipped', at: after(4) },
		],
	]);
	expect(body.tracking_code).toMatch(/^HL\d{9}BR$/);
	await setClock({ advanceSeconds: 10 * 24 * HOUR });
	const { events, status } = (await api.get(`/cards/${id}`)).body;
	expect([status, (events as Json[]).at(-1)]).toEqual([
		'delivered',
		{ type: 'card.delivered', at: after(8) },
	]);
});

it('thousands of letters are caught up too', async () => {
	await start(HOUR);
	await api.post('/batches', { cards: Array.from({ length: 3000 }, () => order()) });
	await setClock({ advanceSeconds: 4 * HOUR });
	const { counts } = (await api.control('GET', '/cards?limit=1')).body;
	expect(counts).toMatchObject({ delivered: 3000 });
});

it('a new speed holds for letters under way, from the moment it is set', async () => {
	await start('off');
	const id = await api.newCard();
	await setClock({ advanceSeconds: 24 * HOUR, speed: 10 * HOUR });
	expect(await api.status(id)).toBe('queued');
	await setClock({ advanceSeconds: 9 * HOUR });
	expect(await api.status(id)).toBe('queued');
	await setClock({ speed: HOUR });
	expect(await api.status(id)).toBe('queued');
	await setClock({ advanceSeconds: HOUR });
	expect(await api.status(id)).toBe('writing');
	await setClock({ speed: 'off' });
	await setClock({ advanceSeconds: 1000 * HOUR });
	expect(await api.status(id)).toBe('writing');
});

it('the time passed counts at the speed before, when both are given', async () => {
	await start(HOUR);
	const id = await api.newCard();
	await setClock({ advanceSeconds: HOUR, speed: 'off' });
	expect(await api.status(id)).toBe('writing');
});

it.each([
	['its own schedule', { cards: [order({ schedule_at: after(24) })], schedule_at: after(1) }],
	["its batch's schedule", { cards: [order()], schedule_at: after(24) }],
])('a letter with %s waits for it at any speed', async (_, batch) => {
	await start('off');
	await api.post('/batches', batch);
	const id = String((await api.cards())[0]?.id);
	await setClock({ speed: HOUR });
	await setClock({ advanceSeconds: 24 * HOUR - 1 });
	expect(await api.status(id)).toBe('queued');
	await setClock({ advanceSeconds: 1 });
	expect(await api.status(id)).toBe('writing');
});

it('a letter moved by hand begins its new step then', async () => {
	await start(2 * HOUR);
	const id = await api.newCard();
	await setClock({ advanceSeconds: HOUR });
	await api.advance(id);
	await setClock({ advanceSeconds: HOUR });
	expect(await api.status(id)).toBe('writing');
	await setClock({ advanceSeconds: HOUR });
	expect(await api.status(id)).toBe('posted');
});

it('a jump makes all retries that fall into it, each at its time, and the next one is due after it', async () => {
	const receiver = await startReceiver(() => 500);
	clock = createClock(() => START);
	api = await TestSandbox.start({ webhookUrl: receiver.url, webhookRetrySeconds: 60, clock });
	await api.newCard();
	await api.settled(1);
	await setClock({ advanceSeconds: HOUR });
	const delivery = await api.delivery({ next_attempt_at: afterMinutes(63) });
	expect(delivery.attempts.map(({ at }) => at)).toEqual([0, 1, 3, 7, 15, 31].map(afterMinutes));
	await setClock({ advanceSeconds: 24 * HOUR });
	const { attempts } = await api.delivery({ status: 'failed', next_attempt_at: null });
	expect(attempts.map(({ at }) => at)).toEqual(
		[0, 1, 3, 7, 15, 31, 63, 127, 255, 511, 1023].map(afterMinutes),
	);
});

it('a retry that is accepted ends them', async () => {
	const receiver = await startReceiver((nth) => (nth < 4 ? 500 : 200));
	clock = createClock(() => START);
	api = await TestSandbox.start({ webhookUrl: receiver.url, webhookRetrySeconds: 60, clock });
	await api.newCard();
	await api.settled(1);
	await setClock({ advanceSeconds: 24 * HOUR });
	const { attempts } = await api.delivery({ status: 'delivered' });
	expect(attempts.map(({ at }) => at)).toEqual([0, 1, 3, 7].map(afterMinutes));
});

it.each([
	[{ advanceSeconds: -1 }, 'advanceSeconds: must not be negative'],
	[{ advanceSeconds: 1e12 }, 'advanceSeconds: must be at most ten years'],
	[{ speed: 0 }, 'speed: must be off or a number of seconds above 0'],
	[{ speed: 'fast' }, 'speed: must be off'],
	[{ now: 5 }, 'now: is not an allowed property'],
])('refuses %j and changes nothing', async (body, message) => {
	await start('off');
	const { clock: before } = await api.state();
	expectRefused(await setClock(body), 400, 'invalid_request', message);
	expect((await api.state()).clock).toEqual(before);
});
