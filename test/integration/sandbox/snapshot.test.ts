/** GET and PUT /_sandbox/snapshot: what the sandbox holds at one moment, taken away and brought back. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { request } from 'undici';

import type { SandboxOptions } from '../../../sandbox/src/createSandbox';
import { createClock } from '../../../sandbox/src/time/clock';
import { startLocalServer } from '../../../tools/localServer';
import { eventually } from '../../../tools/waiting';
import type { Answer, Json, Receiver } from './support';
import { errorOf, order, startReceiver, TestSandbox } from './support';

jest.setTimeout(30_000);

const HOUR = 3600;
let folder: string;
let answer: number;
let receiver: Receiver;
let running: TestSandbox[];

beforeEach(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'sandbox-snapshot-'));
	answer = 200;
	receiver = await startReceiver(() => answer);
	running = [];
});
afterEach(async () => {
	await Promise.all(running.map(({ sandbox }) => sandbox.close()));
	await receiver.close();
	await rm(folder, { recursive: true });
});

async function start(options: SandboxOptions = {}): Promise<TestSandbox> {
	const api = await TestSandbox.start({ webhookUrl: receiver.url, webhookRetrySeconds: HOUR, ...options });
	running.push(api);
	return api;
}

const take = async (api: TestSandbox) => (await api.control('GET', '/snapshot')).body;
const restore = (api: TestSandbox, snapshot: Json): Promise<Answer> =>
	api.control('PUT', '/snapshot', snapshot);

/** What the control API shows of all that a snapshot holds. */
async function contents(api: TestSandbox) {
	const [cards, deliveries, state] = await Promise.all(
		['/cards', '/deliveries', '/state'].map(async (where) => (await api.control('GET', where)).body),
	);
	return { cards, deliveries, batches: state?.batches, clock: (state?.clock as Json).speed };
}

const odd = '{"a": 1e400, "b": 12345678901234567890, "c": 1.0, "d": "çã\\"\\n✉"}';

/** Letters in several statuses, a batch, a key, metadata with unusual numbers, a failed delivery. */
async function fill(api: TestSandbox): Promise<void> {
	const rawBody = JSON.stringify(order()).replace(/}$/, `,"metadata": ${odd}}`);
	await api.post('/cards', undefined, { rawBody, idempotencyKey: 'k' });
	await api.post('/batches', { cards: [order(), order()] }, { idempotencyKey: 'b' });
	const id = await api.newCard();
	await api.settled(4);
	answer = 500;
	await api.advance(id, 'returned');
	await api.settled(7);
}

describe('a restored sandbox', () => {
	it.each(['in memory', 'with a data file'])('%s is as it was, keys and numbers included', async (kind) => {
		const data = kind === 'in memory' ? null : path.join(folder, 'letters.data');
		let api = await start({ data });
		await fill(api);
		const before = await contents(api);
		const snapshot = await take(api);

		await api.newCard();
		const [, second] = (before.cards as { cards: Json[] }).cards;
		await api.advance(second?.id, 'delivered');
		await api.settled(11);
		const restored = await restore(api, snapshot);
		expect([restored.status, restored.body]).toEqual([200, { restored: true, cards: 4, deliveries: 7 }]);
		if (data !== null) {
			await api.sandbox.close();
			api = await start({ data });
		}
		expect(await contents(api)).toEqual(before);

		const rawBody = JSON.stringify(order()).replace(/}$/, `,"metadata": ${odd}}`);
		const repeated = await api.post('/cards', undefined, { rawBody, idempotencyKey: 'k' });
		expect(repeated.status).toBe(201);
		const read = await request(`${api.sandbox.baseUrl}/cards/${String(repeated.body.id)}`, {
			headers: { authorization: 'Bearer test_key' },
		});
		expect(await read.body.text()).toContain('"metadata":{"a":1e400,"b":12345678901234567890,"c":1.0,');
		expect((await api.post('/cards', order(), { idempotencyKey: 'k' })).status).toBe(409);
		const batch = { cards: [order(), order()] };
		expect((await api.post('/batches', batch, { idempotencyKey: 'b' })).status).toBe(202);
		expect(await api.letters()).toBe(4);
		const fresh = await api.newCard();
		expect(await api.status(fresh)).toBe('queued');
	});

	it('is the same in another sandbox, which keeps its own settings', async () => {
		const first = await start();
		await fill(first);
		const snapshot = await take(first);
		const second = await start({ webhookUrl: null, headerPrefix: 'X-Own', plan: 'starter' });
		await second.newCard();
		expect((await restore(second, snapshot)).status).toBe(200);
		expect(await contents(second)).toEqual(await contents(first));
		const { body } = await second.control('GET', '/state');
		expect(body).toMatchObject({ webhook: { url: null, headerPrefix: 'X-Own' }, limits: { limit: 100 } });
	});

	it('starts like one that was reset: no calls in the journal, no rules', async () => {
		const api = await start();
		await api.newCard();
		const snapshot = await take(api);
		await api.control('PUT', '/faults', { rules: [{ when: { every: 1 }, fault: { status: 500 } }] });
		await restore(api, snapshot);
		expect((await api.control('GET', '/state')).body).toMatchObject({ requests: 0, faults: [], cards: 1 });
	});

	it('holds no secret of a receiver', async () => {
		const api = await start({ webhookSecret: 'whsec_not_in_it' });
		await api.newCard();
		await api.settled(1);
		expect(JSON.stringify(await take(api))).not.toContain('whsec_not_in_it');
	});

	it('may be larger than a call to the service', async () => {
		const api = await start({ webhookUrl: null });
		const message = 'x'.repeat(100_000);
		for (let i = 0; i < 2; i += 1) {
			await api.post('/batches', { cards: Array.from({ length: 100 }, () => order({ message })) });
		}
		const snapshot = await take(api);
		expect(JSON.stringify(snapshot).length).toBeGreaterThan(16 * 1024 * 1024);
		await api.control('POST', '/reset');
		expect((await restore(api, snapshot)).body).toMatchObject({ cards: 200 });
	});
});

describe('time', () => {
	it('goes on from the moment of the snapshot, also back, and letters move from there', async () => {
		const clock = createClock(() => Date.parse('2030-01-01T12:00:00Z'));
		const api = await start({ clock, webhookUrl: null });
		await api.control('PUT', '/clock', { speed: HOUR });
		const id = await api.newCard();
		await api.control('PUT', '/clock', { advanceSeconds: HOUR / 2 });
		const snapshot = await take(api);
		await api.control('PUT', '/clock', { advanceSeconds: 10 * HOUR, speed: 'off' });
		expect(await api.status(id)).toBe('delivered');

		await restore(api, snapshot);
		expect((await api.control('GET', '/state')).body.clock).toEqual({
			now: '2030-01-01T12:30:00.000Z',
			speed: HOUR,
		});
		expect(await api.status(id)).toBe('queued');
		await api.control('PUT', '/clock', { advanceSeconds: HOUR / 2 - 1 });
		expect(await api.status(id)).toBe('queued');
		await api.control('PUT', '/clock', { advanceSeconds: 1 });
		expect(await api.status(id)).toBe('writing');
	});

	it('a clock that was set back stays so over a restart with a data file', async () => {
		const source = () => Date.parse('2030-01-01T12:00:00Z');
		const data = path.join(folder, 'letters.data');
		const first = await start({ clock: createClock(source), data });
		const snapshot = await take(first);
		await first.sandbox.close();
		const later = () => source() + 7 * 24 * HOUR * 1000;
		const second = await start({ clock: createClock(later), data });
		await restore(second, snapshot);
		await second.sandbox.close();
		const third = await start({ clock: createClock(later), data });
		expect((await third.control('GET', '/state')).body.clock).toMatchObject({
			now: '2030-01-01T12:00:00.000Z',
		});
	});

	it('a planned retry comes when it was due; an event that waited is delivered again', async () => {
		answer = 500;
		const clock = createClock();
		const api = await start({ clock });
		await api.newCard();
		await api.settled(1);
		const snapshot = await take(api);
		const [{ next_attempt_at: planned } = { next_attempt_at: null }] = await api.deliveries();
		answer = 200;
		clock.advance(HOUR);
		await eventually(async () => {
			expect((await api.deliveries())[0]).toMatchObject({ status: 'delivered' });
		});

		await restore(api, snapshot);
		expect((await api.deliveries())[0]).toMatchObject({ status: 'pending', next_attempt_at: planned });
		clock.advance(HOUR);
		await eventually(() => {
			expect(receiver.received).toHaveLength(3);
		});
		expect(receiver.received[2]?.rawBody).toEqual(receiver.received[0]?.rawBody);
		await eventually(async () => {
			expect((await api.deliveries())[0]).toMatchObject({ status: 'delivered' });
		});
	});

	it.each([null, 'file'])(
		'an attempt under way at the restore counts for nobody (data: %s)',
		async (name) => {
			let release = (): void => undefined;
			const held = new Promise<void>((done) => (release = done));
			let hits = 0;
			const slow = await startLocalServer((incoming, response) => {
				hits += 1;
				incoming.resume();
				void (hits === 1 ? held : Promise.resolve()).then(() =>
					response.writeHead(hits === 1 ? 200 : 503).end(),
				);
			});
			const data = name === null ? null : path.join(folder, name);
			const api = await start({ webhookUrl: slow.origin, data });
			await api.newCard();
			await eventually(() => {
				expect(hits).toBe(1);
			});
			const snapshot = await take(api);
			await restore(api, snapshot);
			// The restored one is tried at once, and refused; only then the old attempt succeeds.
			await eventually(async () => {
				expect((await api.deliveries())[0]?.attempts).toHaveLength(1);
			});
			hits = 1;
			release();
			const witness = await api.newCard();
			await eventually(async () => {
				const { body } = await api.control('GET', `/deliveries?card=${witness}`);
				expect((body.deliveries as { attempts: unknown[] }[])[0]?.attempts).toHaveLength(1);
			});
			expect((await api.deliveries())[0]).toMatchObject({ status: 'pending', attempts: [{ status: 503 }] });
			await slow.close();
		},
	);
});

describe('what is not a snapshot is refused, and nothing is changed', () => {
	const replaced = (snapshot: Json, from: string, to: string): Json =>
		JSON.parse(JSON.stringify(snapshot).replace(from, to)) as Json;

	it.each<[string, number, (snapshot: Json) => Json]>([
		['nothing', 400, () => ({})],
		['another format', 400, (one) => ({ ...one, format: 'handwritten-letters-sandbox-snapshot-9' })],
		['a part that is missing', 400, (one) => ({ ...one, cards: undefined })],
		['something more', 400, (one) => ({ ...one, more: 1 })],
		['a changed letter', 422, (one) => replaced(one, 'Obrigado!', 'Obrigada!')],
		['a letter taken out', 422, (one) => ({ ...one, cards: [] })],
		['another time', 422, (one) => ({ ...one, now: '2031-01-01T00:00:00.000Z' })],
	])('%s', async (_, status, change) => {
		const api = await start();
		await api.newCard();
		await api.settled(1);
		const before = await contents(api);
		const refused = await restore(api, change(await take(api)));
		expect([refused.status, errorOf(refused).message]).toEqual([status, expect.any(String)]);
		expect(await contents(api)).toEqual(before);
	});
});
