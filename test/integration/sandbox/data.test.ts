/** What a data file keeps over a restart, and which files are refused. */
import { createHmac } from 'node:crypto';
import { appendFile, copyFile, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import type { RequestListener, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import type { SandboxOptions } from '../../../sandbox/createSandbox';
import { LogFile } from '../../../sandbox/data/logFile';
import { startLocalServer, type LocalServer } from '../../support/localServer';
import { eventually } from '../../support/waiting';
import { errorOf, order, startReceiver, TestSandbox, type Json, type Receiver } from './support';

jest.setTimeout(30_000);

const HOUR = 3600;
let folder: string;
let data: string;
let running: TestSandbox[];
let servers: Array<Pick<LocalServer, 'close'>>;

beforeEach(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'sandbox-data-'));
	data = path.join(folder, 'letters.data');
	running = [];
	servers = [];
});
afterEach(async () => {
	await Promise.all(servers.map((server) => server.close()));
	await Promise.all(running.map(({ sandbox }) => sandbox.close()));
	await rm(folder, { recursive: true });
});

async function start(options: SandboxOptions = {}): Promise<TestSandbox> {
	const api = await TestSandbox.start({ data, ...options });
	running.push(api);
	return api;
}
async function restart(api: TestSandbox, options: SandboxOptions = {}): Promise<TestSandbox> {
	await api.sandbox.close();
	return start(options);
}
/** A sandbox on the file as it is at this moment: what a kill would leave. */
let copies = 0;
async function startOnCopy(options: SandboxOptions = {}): Promise<TestSandbox> {
	copies += 1;
	const copy = path.join(folder, `copy-${copies}`);
	await copyFile(data, copy);
	return start({ ...options, data: copy });
}

async function listen(listener: RequestListener): Promise<string> {
	const server = await startLocalServer(listener);
	servers.push(server);
	return server.origin;
}

const cards = async (api: TestSandbox) => (await api.control('GET', '/cards')).body;
const state = async (api: TestSandbox) => (await api.control('GET', '/state')).body;

describe('after a restart', () => {
	test('a secret changed by an option makes the one before the old one, as a change at run time does', async () => {
		const receiver = await startReceiver(() => 200);
		servers.push(receiver);
		const faults = [{ when: { every: 1 }, fault: { webhook: 'old_secret' as const } }];
		const first = await start({ webhookUrl: receiver.url, webhookSecret: 'whsec_a', faults });
		const second = await restart(first, { webhookUrl: receiver.url, webhookSecret: 'whsec_b', faults });
		await second.newCard();
		await eventually(() => {
			expect(receiver.received).toHaveLength(1);
		});
		const [delivery] = receiver.received;
		const signed = `${String(delivery?.headers['x-service-timestamp'])}.${String(delivery?.rawBody)}`;
		expect(delivery?.headers['x-service-signature']).toBe(
			createHmac('sha256', 'whsec_a').update(signed).digest('hex'),
		);
	});

	test('letters, batches and their timelines are there, and keys give the first answer', async () => {
		const api = await start();
		const orders = [order({ metadata: { note: 'çã"\\\n✉' } }), { cards: [order(), order()] }];
		const paths = ['/cards', '/batches'];
		const first = await Promise.all(
			paths.map((where, i) => api.post(where, orders[i], { idempotencyKey: 'k' })),
		);
		await api.advance(String(first[0]?.body.id), 'returned');
		const before = await cards(api);

		const again = await restart(api);
		expect(await cards(again)).toEqual(before);
		expect(await state(again)).toMatchObject({ letters: 3, batches: 1 });
		for (const [i, where] of paths.entries()) {
			const repeated = await again.post(where, orders[i], { idempotencyKey: 'k' });
			expect([repeated.status, repeated.body]).toEqual([first[i]?.status, first[i]?.body]);
			const other = await again.post(where, orders[1 - i], { idempotencyKey: 'k' });
			expect(other.status).toBe(409);
		}
		expect((await state(again)).letters).toBe(3);
	});

	test("another account's letter stays foreign", async () => {
		const api = await start({ apiKeys: ['a', 'b'] });
		const { body } = await api.post('/cards', order(), { apiKey: 'b' });
		const again = await restart(api, { apiKeys: ['a', 'b'] });
		expect((await again.get(`/cards/${String(body.id)}`, { apiKey: 'a' })).status).toBe(404);
		expect((await again.get(`/cards/${String(body.id)}`, { apiKey: 'b' })).status).toBe(200);
	});

	test('settings changed at run time hold, and so does the clock', async () => {
		const api = await start();
		const rules = [{ when: { every: 9 }, fault: { webhook: 'stale' } }];
		await api.control('PUT', '/clock', { advanceSeconds: 5 * 24 * HOUR, speed: 90 });
		await api.control('PUT', '/limits', { limit: 7, windowSeconds: 9 });
		await api.control('PUT', '/faults', { rules });
		const webhook = { url: 'http://127.0.0.1:9/hook', secret: 'whsec_new', headerPrefix: 'X-L' };
		await api.control('PUT', '/webhook', webhook);
		const { clock } = await state(api);

		const again = await restart(api);
		expect(await state(again)).toMatchObject({
			clock: { speed: 90 },
			limits: { limit: 7, windowSeconds: 9 },
			faults: [{ ...rules[0], struck: 0 }],
			webhook: { url: webhook.url, headerPrefix: 'X-L' },
		});
		const now = Date.parse(String(((await state(again)).clock as Json).now));
		const before = Date.parse(String((clock as Json).now));
		expect(now).toBeGreaterThanOrEqual(before);
		expect(now - before).toBeLessThan(HOUR * 1000);
	});

	test('an option with another value than before wins over a change at run time', async () => {
		const api = await start({ speed: 60 });
		await api.control('PUT', '/clock', { speed: 90 });
		await api.control('PUT', '/limits', { limit: 7 });
		await api.control('PUT', '/webhook', { headerPrefix: 'X-L' });
		const again = await restart(api, { speed: 120, headerPrefix: 'X-M', plan: 'starter' });
		const options = { clock: { speed: 120 }, limits: { limit: 100 }, webhook: { headerPrefix: 'X-M' } };
		expect(await state(again)).toMatchObject(options);
		expect(await state(await restart(again, { speed: 120, headerPrefix: 'X-M', plan: 'starter' }))).toMatchObject(options);
		const back = await restart(running.at(-1) as TestSandbox, { speed: 60 });
		expect(await state(back)).toMatchObject({ clock: { speed: 60 }, limits: { limit: null } });
	});

	test('letters go on moving; a new speed holds for them', async () => {
		const api = await start({ speed: HOUR });
		const id = await api.newCard();
		await api.control('PUT', '/clock', { advanceSeconds: HOUR / 2 });
		const same = await restart(api, { speed: HOUR });
		await same.control('PUT', '/clock', { advanceSeconds: HOUR / 2 });
		expect(await same.status(id)).toBe('writing');
		const slow = await restart(same, { speed: 10 * HOUR });
		await slow.control('PUT', '/clock', { advanceSeconds: 2 * HOUR });
		expect(await slow.status(id)).toBe('writing');
		await slow.control('PUT', '/clock', { advanceSeconds: 8 * HOUR });
		expect(await slow.status(id)).toBe('posted');
	});

	test('a reset stays one, and keeps the settings', async () => {
		const api = await start();
		await api.post('/cards', order(), { idempotencyKey: 'k' });
		await api.control('PUT', '/limits', { limit: 7 });
		await api.control('POST', '/reset');
		const id = await api.newCard();
		const again = await restart(api);
		expect((await cards(again)).total).toBe(1);
		expect(await again.status(id)).toBe('queued');
		expect((await again.post('/cards', order({ message: 'B' }), { idempotencyKey: 'k' })).status).toBe(201);
		expect((await state(again)).limits).toMatchObject({ limit: 7 });
	});
});

describe('deliveries', () => {
	let receiver: Receiver;
	let answer: number;
	beforeEach(async () => {
		answer = 500;
		receiver = await startReceiver(() => answer);
	});
	afterEach(() => receiver.close());

	test('keep their attempts and their planned retries', async () => {
		const options = { webhookUrl: receiver.url, webhookRetrySeconds: HOUR };
		const api = await start(options);
		await api.newCard();
		await eventually(async () => {
			expect((await api.deliveries())[0]?.next_attempt_at).not.toBeNull();
		});
		const before = await api.deliveries();
		const again = await restart(api, options);
		expect(await again.deliveries()).toEqual(before);
		answer = 200;
		await again.control('PUT', '/clock', { advanceSeconds: HOUR });
		await eventually(async () => {
			expect((await again.deliveries())[0]).toMatchObject({ status: 'delivered' });
		});
		expect(receiver.received).toHaveLength(2);
		expect((await again.deliveries())[0]?.attempts.map(({ status }) => status)).toEqual([500, 200]);
		// One that has been delivered stays so.
		const third = await restart(again, options);
		expect((await third.deliveries())[0]).toMatchObject({ status: 'delivered' });
		await third.newCard();
		await eventually(() => {
			expect(receiver.received).toHaveLength(3);
		});
	});

	test('under way during a reset do not come back', async () => {
		const api = await start({ webhookUrl: receiver.url });
		// The receiver itself resets the sandbox before it answers the first event.
		const slow = await listen((_, response) => {
			void api.control('POST', '/reset').then(() => response.end());
		});
		await api.control('PUT', '/webhook', { url: slow });
		await api.newCard();
		await eventually(async () => {
			expect((await state(api)).letters).toBe(0);
		});
		await api.control('PUT', '/webhook', { url: receiver.url });
		answer = 200;
		await api.newCard();
		await eventually(async () => {
			expect((await api.deliveries())[0]).toMatchObject({ status: 'delivered' });
		});
		expect(await (await restart(api)).deliveries()).toHaveLength(1);
	});

	test('that were not tried leave in their order', async () => {
		const seen: string[] = [];
		const unanswered: ServerResponse[] = [];
		let isHeld = true;
		const patient = await listen((incoming, response) => {
			void json(incoming).then((body) => {
				const { event, data } = body as { event: string; data: Json };
				seen.push(data.id === id ? event : 'witness');
				if (isHeld && data.id === id) unanswered.push(response);
				else response.end();
			});
		});
		const options = { webhookUrl: patient };
		const received = (...events: string[]) => eventually(() => expect(seen).toEqual(events));

		// The first event's first try does not end, and the others wait behind it, here and there.
		const api = await start(options);
		const id = await api.newCard();
		await api.advance(id, 'delivered');
		await received('card.created');
		const again = await restart(api, options);
		await received('card.created', 'card.created');
		await again.newCard();
		await received('card.created', 'card.created', 'witness');
		isHeld = false;
		unanswered.at(-1)?.end();
		const rest = ['card.written', 'card.shipped', 'card.delivered'];
		await received('card.created', 'card.created', 'witness', ...rest);
	});
});

describe('the file', () => {
	test('holds what was answered the moment the answer is there', async () => {
		const api = await start();
		for (let i = 0; i < 20; i += 1) {
			const idempotencyKey = `k-${i}`;
			const answer = await api.post(i % 2 ? '/batches' : '/cards', i % 2 ? { cards: [order()] } : order(), {
				idempotencyKey,
			});
			expect(answer.status).toBeLessThan(300);
			const text = await readFile(data, 'utf8');
			expect(text.endsWith('}\n')).toBe(true);
			// The key and its letter in one line: never the one without the other.
			const line = text.split('\n').find((one) => one.includes(`acc_1 ${idempotencyKey}"`));
			expect(JSON.parse(String(line))).toMatchObject({ calls: [{}], cards: [{}] });
		}
		const copy = await startOnCopy();
		expect((await cards(copy)).total).toBe(20);
	});

	test('an answer that is lost on demand is kept too', async () => {
		const api = await start();
		await api.control('PUT', '/faults', { rules: [{ when: { next: 1 }, fault: { cut: true } }] });
		await expect(api.post('/cards', order(), { idempotencyKey: 'k-cut' })).rejects.toThrow();
		expect(await readFile(data, 'utf8')).toContain('acc_1 k-cut"');
	});

	test('a line cut short is dropped, and the file goes on behind it', async () => {
		const api = await start();
		const id = await api.newCard();
		await api.sandbox.close();
		await appendFile(data, '{"cards":[{"accountId":"acc_1","batch');
		const again = await start();
		expect((await cards(again)).total).toBe(1);
		const second = await again.newCard();
		const third = await restart(again);
		expect([await third.status(id), await third.status(second)]).toEqual(['queued', 'queued']);
	});

	test.each(['', '{"file":"handwritten'])('a beginning cut short (%j) is a new file', async (text) => {
		await writeFile(data, text);
		const api = await start();
		const id = await api.newCard();
		expect(await (await restart(api)).status(id)).toBe('queued');
	});

	test.each([
		['{"name":"my-app"}\n', 'not a data file'],
		['my notes', 'not a data file'],
		['{"file":"handwritten-letters sandbox","version":2}\n{}\n', 'not a data file of this version'],
	])('%j is refused and stays as it is', async (text, message) => {
		await writeFile(data, text);
		await expect(start()).rejects.toThrow(message);
		expect(await readFile(data, 'utf8')).toBe(text);
	});

	test('a damaged line with others behind it is refused by its number', async () => {
		const api = await start();
		await api.newCard();
		await api.newCard();
		await api.sandbox.close();
		const whole = await readFile(data, 'utf8');
		const lines = whole.split('\n');
		lines[2] = String(lines[2]).slice(0, -5);
		await writeFile(data, lines.join('\n'));
		await expect(start()).rejects.toThrow('damaged in line 3');
		expect(await readFile(data, 'utf8')).toBe(lines.join('\n'));
		// A refused file is let go.
		await writeFile(data, whole);
		expect((await cards(await start())).total).toBe(2);
	});

	test('has one sandbox, also by another name; a closed one lets go', async () => {
		const api = await start();
		await api.newCard();
		const link = path.join(folder, 'link');
		await symlink(data, link);
		await expect(start()).rejects.toThrow('is in use by another sandbox');
		await expect(start({ data: link })).rejects.toThrow('is in use by another sandbox');
		await api.sandbox.close();
		expect((await cards(await start({ data: link }))).total).toBe(1);
	});

	test('a port in use lets go of it too', async () => {
		const other = await TestSandbox.start();
		running.push(other);
		const port = Number(new URL(other.sandbox.origin).port);
		await expect(start({ port })).rejects.toThrow('EADDRINUSE');
		await start();
	});

	test('in a folder that does not exist is refused', async () => {
		await expect(start({ data: path.join(folder, 'none', 'x') })).rejects.toThrow('ENOENT');
	});

	test('is written anew once most of it is outdated, and loses nothing', async () => {
		const api = await start();
		const count = 1500;
		const batch = { cards: Array.from({ length: count }, () => order()) };
		const first = await api.post('/batches', batch, { idempotencyKey: 'k' });
		// Each letter eleven times: more than twice what is needed, and the spare.
		for (let speed = HOUR; speed < HOUR + 10; speed += 1) {
			await api.control('PUT', '/clock', { speed });
		}
		await api.newCard();
		const lines = (await readFile(data, 'utf8')).trim().split('\n');
		const held = lines.flatMap((line) => (JSON.parse(line) as { cards?: Json[] }).cards ?? []);
		expect(held.length).toBeLessThan(6 * count);
		const last = await api.newCard();
		const before = await cards(api);

		const copy = await startOnCopy();
		expect(await cards(copy)).toEqual(before);
		expect(await copy.status(last)).toBe('queued');
		const repeated = await copy.post('/batches', batch, { idempotencyKey: 'k' });
		expect(repeated.body).toEqual(first.body);
		expect(await state(copy)).toMatchObject({ letters: count + 2, clock: { speed: HOUR + 9 } });
	});

	test('that cannot be written: nothing is accepted and no event leaves', async () => {
		const printed = jest.spyOn(console, 'error').mockImplementation();
		const receiver = await startReceiver();
		const api = await start({ webhookUrl: receiver.url });
		await api.newCard();
		await eventually(async () => {
			expect((await api.deliveries())[0]).toMatchObject({ status: 'delivered' });
		});
		const full = jest.spyOn(LogFile.prototype, 'append').mockRejectedValue(new Error('ENOSPC'));
		for (const body of [order(), { cards: [order()] }]) {
			const answer = await api.post('cards' in body ? '/batches' : '/cards', body);
			expect([answer.status, errorOf(answer).code]).toEqual([500, 'internal_error']);
		}
		full.mockRestore();
		// Also once there is room again: what was refused must not appear with a later letter.
		expect((await api.post('/cards', order())).status).toBe(500);
		expect(receiver.events()).toEqual(['card.created']);
		expect(printed.mock.calls[0]?.[0]).toContain('cannot be written');
		printed.mockRestore();
		expect((await cards(await restart(api))).total).toBe(1);
		await receiver.close();
	});
});
