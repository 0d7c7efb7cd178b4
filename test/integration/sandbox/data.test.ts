/** What a data folder keeps over a restart, and which folders are refused. */
import { chmod, cp, mkdir, readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import type { RequestListener, ServerResponse } from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';

import { ClassicLevel } from 'classic-level';

import type { SandboxOptions } from '../../../sandbox/src/createSandbox';
import { DataStore } from '../../../sandbox/src/data/dataStore';
import { startLocalServer } from '../../../tools/localServer';
import { eventually } from '../../../tools/waiting';
import type { Answer, Json, Received, Receiver } from './support';
import {
	call,
	closeAfterwards,
	expectRefused,
	isSignedWith,
	newDataFolder,
	order,
	startReceiver,
	TestSandbox,
} from './support';

const HOUR = 3600;
let folder: string;
let data: string;
beforeEach(() => {
	data = newDataFolder();
	folder = path.dirname(data);
});

const start = (options: SandboxOptions = {}) => TestSandbox.start({ data, ...options });
async function restart(api: TestSandbox, options: SandboxOptions = {}): Promise<TestSandbox> {
	await api.sandbox.close();
	return start(options);
}
/** A sandbox on the files as they are at this moment: what a kill would leave. */
let copies = 0;
async function startOnCopy(options: SandboxOptions = {}): Promise<TestSandbox> {
	copies += 1;
	const copy = path.join(folder, `copy-${copies}`);
	await cp(data, copy, { recursive: true });
	return start({ ...options, data: copy });
}

async function listen(listener: RequestListener): Promise<string> {
	const server = await startLocalServer(listener);
	closeAfterwards(server.close);
	return server.origin;
}

const cards = async (api: TestSandbox) => (await api.control('GET', '/cards')).body;

it('only its owner may read the folder, also if others could before', async () => {
	const mode = async () => (await stat(data)).mode & 0o777;
	const api = await start();
	expect(await mode()).toBe(0o700);
	await api.sandbox.close();
	await chmod(data, 0o755);
	await start();
	expect(await mode()).toBe(0o700);
});

describe('after a restart', () => {
	it('a secret changed by an option makes the one before the old one, as a change at run time does', async () => {
		const receiver = await startReceiver();
		const faults = [{ when: { every: 1 }, fault: { webhook: 'old_secret' as const } }];
		const first = await start({ webhookUrl: receiver.url, webhookSecret: 'whsec_a', faults });
		const second = await restart(first, { webhookUrl: receiver.url, webhookSecret: 'whsec_b', faults });
		await second.newCard();
		await receiver.gets(1);
		expect(isSignedWith('whsec_a', receiver.received[0] as Received)).toBe(true);
	});

	it('letters, batches and their timelines are there, and keys give the first answer', async () => {
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
		expect(await again.state()).toMatchObject({ cards: 3, batches: 1 });
		for (const [i, where] of paths.entries()) {
			const repeated = await again.post(where, orders[i], { idempotencyKey: 'k' });
			expect([repeated.status, repeated.body]).toEqual([first[i]?.status, first[i]?.body]);
			const other = await again.post(where, orders[1 - i], { idempotencyKey: 'k' });
			expect(other.status).toBe(409);
		}
		expect((await again.state()).cards).toBe(3);
	});

	it("another account's letter stays foreign", async () => {
		const api = await start({ apiKeys: ['a', 'b'] });
		const { body } = await api.post('/cards', order(), { apiKey: 'b' });
		const again = await restart(api, { apiKeys: ['a', 'b'] });
		expect((await again.get(`/cards/${String(body.id)}`, { apiKey: 'a' })).status).toBe(404);
		expect((await again.get(`/cards/${String(body.id)}`, { apiKey: 'b' })).status).toBe(200);
	});

	it('settings changed at run time hold, and so does the clock', async () => {
		const api = await start();
		const rules = [{ when: { every: 9 }, fault: { webhook: 'stale' } }];
		await api.control('PUT', '/clock', { advanceSeconds: 5 * 24 * HOUR, speed: 90 });
		await api.control('PUT', '/limits', { limit: 7, windowSeconds: 9 });
		await api.control('PUT', '/faults', { rules });
		const webhook = { url: 'http://127.0.0.1:9/hook', secret: 'whsec_new' };
		await api.control('PUT', '/receivers/main', webhook);
		await api.control('PUT', '/webhook', { headerPrefix: 'X-L' });
		const { clock } = await api.state();

		const again = await restart(api);
		expect(await again.state()).toMatchObject({
			clock: { speed: 90 },
			limits: { limit: 7, windowSeconds: 9 },
			faults: [{ ...rules[0], struck: 0 }],
			webhook: { url: webhook.url, headerPrefix: 'X-L' },
		});
		const now = Date.parse(String(((await again.state()).clock as Json).now));
		const before = Date.parse(String((clock as Json).now));
		expect(now).toBeGreaterThanOrEqual(before);
		expect(now - before).toBeLessThan(HOUR * 1000);
	});

	it('an option with another value than before wins over a change at run time', async () => {
		const api = await start({ speed: 60 });
		await api.control('PUT', '/clock', { speed: 90 });
		await api.control('PUT', '/limits', { limit: 7 });
		await api.control('PUT', '/webhook', { headerPrefix: 'X-L' });
		const again = await restart(api, { speed: 120, headerPrefix: 'X-M', plan: 'starter' });
		const options = { clock: { speed: 120 }, limits: { limit: 100 }, webhook: { headerPrefix: 'X-M' } };
		expect(await again.state()).toMatchObject(options);
		const same = await restart(again, { speed: 120, headerPrefix: 'X-M', plan: 'starter' });
		expect(await same.state()).toMatchObject(options);
		const back = await restart(same, { speed: 60 });
		expect(await back.state()).toMatchObject({ clock: { speed: 60 }, limits: { limit: null } });
	});

	it('letters go on moving; a new speed holds for them', async () => {
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

	it('what was reset stays empty, and the settings stay', async () => {
		const api = await start();
		await api.post('/cards', order(), { idempotencyKey: 'k' });
		await api.control('PUT', '/limits', { limit: 7 });
		await api.control('POST', '/reset');
		const id = await api.newCard();
		const again = await restart(api);
		expect((await cards(again)).total).toBe(1);
		expect(await again.status(id)).toBe('queued');
		expect((await again.post('/cards', order({ message: 'B' }), { idempotencyKey: 'k' })).status).toBe(201);
		expect((await again.state()).limits).toMatchObject({ limit: 7 });
	});
});

describe('deliveries', () => {
	let receiver: Receiver;
	let answer: number;
	beforeEach(async () => {
		answer = 500;
		receiver = await startReceiver(() => answer);
	});

	it('keep their attempts and their planned retries', async () => {
		const options = { webhookUrl: receiver.url, webhookRetrySeconds: HOUR };
		const api = await start(options);
		await api.newCard();
		await api.delivery({ next_attempt_at: expect.any(String) });
		const before = await api.deliveries();
		const again = await restart(api, options);
		expect(await again.deliveries()).toEqual(before);
		answer = 200;
		await again.control('PUT', '/clock', { advanceSeconds: HOUR });
		await again.delivery({ status: 'delivered', attempts: [{ status: 500 }, { status: 200 }] });
		expect(receiver.received).toHaveLength(2);
		// One that has been delivered stays so.
		const third = await restart(again, options);
		expect((await third.deliveries())[0]).toMatchObject({ status: 'delivered' });
		await third.newCard();
		await receiver.gets(3);
	});

	it('that wait for a retry survive a start without a URL, 500 of them', async () => {
		const api = await start({ webhookUrl: receiver.url, webhookRetrySeconds: HOUR });
		const letters = Array.from({ length: 500 }, () => order());
		expect((await api.post('/batches', { cards: letters })).status).toBe(202);
		const waiting = async () =>
			(await api.deliveries()).filter(({ next_attempt_at: next }) => next !== null).length;
		await eventually(async () => expect(await waiting()).toBe(letters.length));
		answer = 200;
		const again = await restart(api, { webhookRetrySeconds: HOUR });
		expect((await again.state()).webhook).toMatchObject({ url: receiver.url });
		await again.control('PUT', '/clock', { advanceSeconds: HOUR });
		const delivered = async () => (await again.control('GET', '/deliveries?status=delivered')).body.total;
		await eventually(async () => expect(await delivered()).toBe(letters.length));
		// Another URL is what the person wants now.
		const moved = await restart(again, { webhookUrl: 'http://127.0.0.1:9/hook' });
		expect((await moved.state()).webhook).toMatchObject({ url: 'http://127.0.0.1:9/hook' });
	});

	it('in flight during a reset do not come back', async () => {
		const api = await start({ webhookUrl: receiver.url });
		// The receiver itself resets the sandbox before it answers the first event.
		const slow = await listen((_, response) => {
			void api.control('POST', '/reset').then(() => response.end());
		});
		await api.control('PUT', '/receivers/main', { url: slow });
		await api.newCard();
		await eventually(async () => {
			expect((await api.state()).cards).toBe(0);
		});
		await api.control('PUT', '/receivers/main', { url: receiver.url });
		answer = 200;
		await api.newCard();
		await api.delivery({ status: 'delivered' });
		expect(await (await restart(api)).deliveries()).toHaveLength(1);
	});

	it('that were not tried are sent in their order', async () => {
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

/** Every file of the letters with its bytes. */
async function filesOf(root: string): Promise<Record<string, string>> {
	const files: Record<string, string> = {};
	for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
		if (!entry.isFile()) continue;
		const name = path.join(entry.parentPath, entry.name);
		// What LevelDB notes of its own doings.
		if (!/^LO(G|CK)/.test(entry.name)) files[path.relative(root, name)] = await readFile(name, 'latin1');
	}
	return files;
}

/** The database that holds the letters, while no sandbox does. */
async function withLetters<Result>(work: (database: ClassicLevel) => Promise<Result>): Promise<Result> {
	const database = new ClassicLevel(path.join(data, 'letters'));
	try {
		return await work(database);
	} finally {
		await database.close();
	}
}

describe('the folder', () => {
	it('holds what was answered the moment the answer is there, each letter with its key', async () => {
		const api = await start();
		const orders: Array<[string, Json, string, Answer]> = [];
		for (let i = 0; i < 12; i += 1) {
			const [where, body] = i % 2 ? ['/batches', { cards: [order()] }] : ['/cards', order()];
			const answer = await api.post(where, body, { idempotencyKey: `k-${i}` });
			expect(answer.status).toBeLessThan(300);
			orders.push([where, body, `k-${i}`, answer]);
			expect((await cards(await startOnCopy())).total).toBe(i + 1);
		}
		const copy = await startOnCopy();
		for (const [where, body, idempotencyKey, first] of orders) {
			expect((await copy.post(where, body, { idempotencyKey })).body).toEqual(first.body);
		}
		expect((await cards(copy)).total).toBe(12);
	});

	it('an answer that is lost on demand is kept too', async () => {
		const api = await start();
		await api.control('PUT', '/faults', { rules: [{ when: { next: 1 }, fault: { cut: true } }] });
		await expect(api.post('/cards', order(), { idempotencyKey: 'k-cut' })).rejects.toThrow();
		const copy = await startOnCopy();
		await copy.control('PUT', '/faults', { rules: [] });
		expect((await copy.post('/cards', order(), { idempotencyKey: 'k-cut' })).status).toBe(201);
		expect((await cards(copy)).total).toBe(1);
	});

	it('may be there and empty', async () => {
		await mkdir(data);
		const api = await start();
		const id = await api.newCard();
		expect(await (await restart(api)).status(id)).toBe('queued');
	});

	it("another program's folder is refused and stays as it is", async () => {
		await mkdir(data);
		await writeFile(path.join(data, 'letters.txt'), 'my letters');
		await expect(start()).rejects.toThrow(`${data} is not a data folder of the sandbox`);
		expect(await readFile(path.join(data, 'letters.txt'), 'utf8')).toBe('my letters');
		expect(await readdir(data)).toEqual(['letters.txt']);
	});

	it('of another version is refused', async () => {
		await (await start()).sandbox.close();
		await withLetters((database) => database.put('format', '"9"'));
		await expect(start()).rejects.toThrow(`${data} is not a data folder of this version of the sandbox`);
	});

	it('without its first row, or with a row that is no JSON, is refused', async () => {
		const api = await start();
		await api.newCard();
		await api.sandbox.close();
		await withLetters((database) => database.del('format'));
		await expect(start()).rejects.toThrow(`${data} is damaged: its first row is missing`);
		await withLetters((database) => database.batch([{ type: 'put', key: 'card 1', value: '{"stored":' }]));
		await expect(start()).rejects.toThrow(`${data} is damaged: card 1 is not what was written`);
	});

	it.each(['log', 'MANIFEST', 'CURRENT'])('with a damaged %s is refused and stays as it is', async (part) => {
		const api = await start();
		for (let i = 0; i < 3; i += 1) await api.newCard();
		await api.sandbox.close();
		const letters = path.join(data, 'letters');
		const name = (await readdir(letters)).find((file) => file.includes(part)) ?? '';
		const file = path.join(letters, name);
		const whole = await readFile(file);
		const broken = Buffer.from(whole);
		broken[whole.length >> 1] = (whole[whole.length >> 1] ?? 0) ^ 0xff;
		await writeFile(file, broken);
		const before = await filesOf(path.join(data, 'letters'));
		await expect(start()).rejects.toThrow(/ (is damaged: .*Nothing in it was changed|cannot be used: .*)$/);
		expect(await filesOf(path.join(data, 'letters'))).toEqual(before);
		// A refused folder is let go.
		await writeFile(file, whole);
		expect((await cards(await start())).total).toBe(3);
	});

	it('without CURRENT, which names the files that hold the letters, is refused and stays as it is', async () => {
		const api = await start();
		await api.newCard();
		await api.sandbox.close();
		const current = path.join(data, 'letters', 'CURRENT');
		await rename(current, path.join(folder, 'CURRENT'));
		const before = await filesOf(path.join(data, 'letters'));
		await expect(start()).rejects.toThrow(`${data} is damaged: letters/CURRENT is missing`);
		expect(await filesOf(path.join(data, 'letters'))).toEqual(before);
		await rename(path.join(folder, 'CURRENT'), current);
		expect((await cards(await start())).total).toBe(1);
	});

	it('does not trip over what a kill leaves of the copy that it reads', async () => {
		const api = await start();
		await api.newCard();
		await api.sandbox.close();
		await cp(path.join(data, 'letters'), path.join(data, 'copy'), { recursive: true });
		await writeFile(path.join(data, 'copy', 'CURRENT'), '?');
		expect((await cards(await start())).total).toBe(1);
		expect(await readdir(data)).toEqual(['letters', 'lock']);
	});

	it('serves one sandbox only, also under another name, until that one is closed', async () => {
		const api = await start();
		await api.newCard();
		const other = path.join(folder, 'link');
		await symlink(data, other);
		const oddly = path.join(folder, '..', path.basename(folder), '.', 'letters');
		for (const name of [data, other, oddly, path.relative(process.cwd(), data)]) {
			await expect(start({ data: name })).rejects.toThrow('is in use by another sandbox');
		}
		await api.newCard();
		await api.sandbox.close();
		expect((await cards(await start({ data: other }))).total).toBe(2);
	});

	it('is free again if the port was in use', async () => {
		const other = await TestSandbox.start();
		const port = Number(new URL(other.sandbox.origin).port);
		await expect(start({ port })).rejects.toThrow('EADDRINUSE');
		await start();
	});

	it('in a folder that does not exist is refused, and so is a file', async () => {
		await expect(start({ data: path.join(folder, 'none', 'x') })).rejects.toThrow('ENOENT');
		await writeFile(data, '');
		await expect(start()).rejects.toThrow(`${data} cannot be used: ENOTDIR`);
	});

	it('a change of the speed rewrites no letter', async () => {
		const count = 50;
		const api = await start({ speed: HOUR });
		await api.post('/batches', { cards: Array.from({ length: count }, () => order()) });
		const written = jest.spyOn(DataStore.prototype, 'write');
		for (let speed = HOUR; speed < HOUR + 20; speed += 1) {
			await api.control('PUT', '/clock', { speed });
		}
		const keys = written.mock.calls.flatMap(([rows]) => [...rows.keys()]);
		expect(new Set(keys)).toEqual(new Set(['settings']));
		written.mockRestore();
		const last = await restart(api, { speed: HOUR });
		expect(await last.state()).toMatchObject({ cards: count, clock: { speed: HOUR + 19 } });
	});

	it('keeps no row of what was reset', async () => {
		const api = await start();
		await api.post('/batches', { cards: [order(), order()] });
		await api.control('POST', '/reset');
		await api.sandbox.close();
		expect(await withLetters((database) => database.keys().all())).toEqual(['format', 'settings']);
	});

	it('that cannot be written: nothing is accepted and no event is sent', async () => {
		const printed = jest.spyOn(console, 'error').mockImplementation();
		const receiver = await startReceiver();
		const api = await start({ webhookUrl: receiver.url });
		await api.newCard();
		await api.delivery({ status: 'delivered' });
		const full = jest
			.spyOn(DataStore.prototype, 'write')
			.mockRejectedValue(new Error('IO error: No space left on device'));
		for (const body of [order(), { cards: [order()] }]) {
			const answer = await api.post('cards' in body ? '/batches' : '/cards', body);
			expectRefused(answer, 500, 'internal_error');
		}
		full.mockRestore();
		// Also once there is room again: what was refused must not appear with a later letter.
		expect((await api.post('/cards', order())).status).toBe(500);
		// In the place of another kind of answer too: the console's page.
		const page = await call('GET', `${api.sandbox.origin}/`, { headers: { 'accept-encoding': 'gzip' } });
		expect([page.status, page.headers]).toEqual([
			500,
			expect.objectContaining({ 'content-type': 'application/json; charset=utf-8' }),
		]);
		for (const name of ['etag', 'content-encoding']) expect(page.headers).not.toHaveProperty(name);
		expect(receiver.events()).toEqual(['card.created']);
		expect(printed.mock.calls).toEqual([
			[expect.stringMatching(/^The data folder cannot be written; .*No space left on device/)],
		]);
		printed.mockRestore();
		expect((await cards(await restart(api))).total).toBe(1);
	});
});
