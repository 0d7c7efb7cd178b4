/** The journal: what it holds of a call, and what can be looked for in it and in the deliveries. */
import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { text as textOf } from 'node:stream/consumers';

import type { FaultRule } from '../../../sandbox/src/faults/rules';
import { eventually } from '../../../tools/waiting';
import type { Delivery, Json } from './support';
import { attempts, call, newDataFolder, order, startReceiver, TestSandbox } from './support';

let api: TestSandbox;
beforeEach(async () => {
	api = await TestSandbox.start();
});

interface Message {
	headers: Json;
	body: string | null;
}
type Entry = Json & { request: Message | null; answer: Message | null };

async function found(query = ''): Promise<{ requests: Entry[]; total: number; counts: Json }> {
	const { status, body } = await api.control('GET', `/requests${query}`);
	expect(status).toBe(200);
	return body as unknown as { requests: Entry[]; total: number; counts: Json };
}

it('holds request and answer with headers and body, and no key', async () => {
	const body = order({ external_id: 'P-1' });
	const answer = await api.post('/cards', body, { headers: { cookie: 'a=secret', 'x-own': 'shown' } });
	const { requests } = await found();
	const [entry] = requests;
	expect(JSON.parse(entry?.request?.body ?? '')).toEqual(body);
	expect(JSON.parse(entry?.answer?.body ?? '')).toEqual(answer.body);
	expect(entry?.request?.headers).toMatchObject({
		authorization: 'Bearer ***',
		cookie: '***',
		'x-own': 'shown',
		'content-type': 'application/json',
	});
	expect(entry?.answer?.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8' });
	expect(JSON.stringify(requests)).not.toMatch(/test_key|secret/);
});

describe('secrets in it', () => {
	const TOKEN = 'token-of-our-own';
	const FIRST = 'whsec "first"';
	const SECRET = /test_key|whsec|token-of-our-own/;
	const seen: string[] = [];
	const watcher = {
		call: ({ path: seenPath }: { path: string }) => seen.push(seenPath),
		delivery: jest.fn(),
	};
	let own: TestSandbox;
	beforeEach(async () => {
		seen.length = 0;
		own = await TestSandbox.start({
			apiKeys: ['test_key', 'k'],
			webhookSecret: FIRST,
			controlToken: TOKEN,
			watcher,
		});
	});
	const control = (method: 'GET' | 'PUT' | 'POST', where: string, body?: unknown) =>
		call(method, `${own.sandbox.origin}/_sandbox${where}`, { body, apiKey: TOKEN });
	const entries = async () => (await control('GET', '/requests')).body.requests as Entry[];

	it('are masked in paths, keys, headers and bodies, also once they were replaced', async () => {
		for (const secret of ['whsec_second', 'whsec_third']) await control('PUT', '/receivers/main', { secret });
		const said = ['test_key', FIRST, 'whsec_second', 'whsec_third', TOKEN];
		const body = order({ message: `It is ${said.join(', ')}!`, metadata: { said } });
		await own.post('/cards', body, { idempotencyKey: 'a-test_key-1', headers: { 'x-own': `=${TOKEN}` } });
		await own.get(`/cards/test_key?a=whsec_third&b=${encodeURIComponent(FIRST)}`);
		await own.get('/whsec_second');
		const found = await entries();
		expect(JSON.stringify(found)).not.toMatch(SECRET);
		expect(found[0]).toMatchObject({ idempotency_key: 'a-***-1', request: { headers: { 'x-own': '=***' } } });
		const masked = said.map(() => '***');
		const expected = { message: `It is ${masked.join(', ')}!`, metadata: { said: masked } };
		expect(JSON.parse(found[0]?.request?.body ?? '')).toMatchObject(expected);
		expect(JSON.parse(found[0]?.answer?.body ?? '')).toMatchObject({ metadata: { said: masked } });
		expect(found[1]?.path).toBe('/v1/cards/***?a=***&b=***');
		expect(found[2]?.answer?.body).toContain('No operation GET /v1/***');
		// The live log's lines.
		expect(seen).toEqual(['/v1/cards', '/v1/cards/***?a=***&b=***', '/v1/***']);
	});

	it('are masked in every way of writing them', async () => {
		const secret = 'whsec/é?';
		await control('PUT', '/receivers/main', { secret });
		const escaped = JSON.stringify(order({ message: secret })).replace('/é', '\\/é');
		await own.post('/cards', undefined, { rawBody: escaped });
		const encoded = encodeURIComponent(secret);
		await own.get(`/cards/unknown?a=${encoded}&b=${encoded.toLowerCase()}`);
		const [posted, read] = await entries();
		expect(posted?.request?.body).toContain('"message":"***"');
		expect(read?.path).toBe('/v1/cards/unknown?a=***&b=***');
	});

	it('masks a secret that was cut in the middle', async () => {
		const start = Buffer.byteLength(JSON.stringify(order({ message: '' }))) - '"}'.length;
		// The beginning of one may end as another begins: whsec "first, and test_key.
		for (const secret of ['test_key', FIRST]) {
			for (let shown = 1; shown < JSON.stringify(secret).length - 2; shown += 1) {
				const filler = '-'.repeat(64 * 1024 - start - shown);
				await own.post('/cards', order({ message: `${filler}${secret}${filler}` }));
			}
		}
		for (const { request } of await entries()) expect(request?.body?.slice(-4)).toBe('-***');
	});

	it('are masked in what a receiver answers, also where it is cut', async () => {
		const answers = [`{"secret":${JSON.stringify(FIRST)}}`, `${'-'.repeat(998)}test_key`];
		const receiver = await startReceiver((nth) => ({ status: 200, body: answers[nth - 1] ?? '' }));
		await control('PUT', '/receivers/main', { url: receiver.url });
		for (const event of ['card.written', 'card.shipped']) await control('POST', '/events', { event });
		await eventually(async () => {
			const { deliveries } = (await control('GET', '/deliveries')).body;
			const shown = (deliveries as Delivery[]).map(({ attempts }) => attempts[0]?.answer);
			expect(shown.sort()).toEqual([`${'-'.repeat(998)}***`, '{"secret":"***"}']);
		});
		await receiver.close();
	});

	it('masks a short secret by its place, and no word of a letter', async () => {
		await own.post('/cards', order({ message: 'k, thank you' }), { apiKey: 'k' });
		const [entry] = await entries();
		expect(JSON.parse(entry?.request?.body ?? '')).toMatchObject({ message: 'k, thank you' });
		expect(entry?.request?.headers.authorization).toBe('Bearer ***');
	});

	it.each([
		['x-api-key', '/styles'],
		['api-key', '/styles'],
		['x-auth-token', '/styles'],
		['authorization', '/styles'],
		[null, '/styles?limit=1&api_key=live_1'],
		[null, '/no/such/place?access%5Ftoken=live_1&limit=1'],
	])('masks a key in the wrong place: header %s, %s', async (header, place) => {
		const headers = header === null ? undefined : { [header]: 'live_1' };
		await own.get(place, { apiKey: null, headers });
		const [entry] = await entries();
		expect(JSON.stringify([entry, seen])).not.toContain('live_1');
		expect(JSON.stringify([entry?.request?.headers, entry?.path])).toContain('***');
		expect(entry?.path).not.toMatch(/limit=\*/);
	});

	it('keeps an Idempotency-Key, which is no credential', async () => {
		await own.post('/cards', order(), { idempotencyKey: 'order-1' });
		expect((await entries())[0]?.request?.headers['idempotency-key']).toBe('order-1');
	});
});

const EARLY: [string, FaultRule['fault'] | null, string, number | null][] = [
	['a fault', { status: 503 }, 'test_key', 503],
	['a reset', { reset: true }, 'test_key', null],
	['401', null, 'wrong', 401],
	['429', null, 'test_key', 429],
];
it.each(EARLY)(
	'keeps the body of a call answered early (%s), up to 64 KB',
	async (_, fault, apiKey, status) => {
		const rule = fault && [{ on: { method: 'POST' as const }, when: { every: 1 }, fault }];
		await api.control('PUT', '/faults', { rules: rule ?? [] });
		if (status === 429) {
			await api.control('PUT', '/limits', { limit: 1 });
			await api.get('/styles');
		}
		for (const [external_id, message] of [
			['P-1', 'Oi'],
			['P-2', 'é'.repeat(400_000)],
		]) {
			await api.post('/cards', order({ external_id, message }), { apiKey }).catch(() => undefined);
		}
		const { requests } = await found('?external_id=P-1&method=POST');
		const body = JSON.stringify(order({ external_id: 'P-1', message: 'Oi' }));
		expect(requests.map((one) => [one.status, one.request?.body])).toEqual([[status, body]]);
		const long = (await found('?limit=1')).requests[0]?.request?.body ?? '';
		expect(Buffer.byteLength(long)).toBeGreaterThan(64 * 1024 - 2);
		expect(long).not.toContain('\ufffd');
	},
);

it('keeps the body of another content type, and the beginning of one that is too large', async () => {
	await api.post('/cards', undefined, { rawBody: 'to=Ana', headers: { 'content-type': 'text/plain' } });
	const large = await api.post('/cards', order({ message: 'a'.repeat(2 ** 21) }));
	expect(large.status).toBe(413);
	const { requests } = await found();
	const kept = requests.map(({ status, request }) => [status, Buffer.byteLength(request?.body ?? '')]);
	expect(kept).toEqual([
		[400, 6],
		[413, 64 * 1024],
	]);
});

it('says of a body that it was not read: compressed, or announced and never sent', async () => {
	const compressed = { 'content-encoding': 'gzip' };
	await api.post('/cards', undefined, { rawBody: 'zzz', headers: compressed, apiKey: 'wrong' });
	const socket = connect(Number(new URL(api.sandbox.origin).port), '127.0.0.1');
	socket.write(
		'POST /v1/cards HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: 9\r\n\r\n',
	);
	expect(await textOf(socket)).toContain('HTTP/1.1 401');
	await api.get('/styles', { apiKey: 'wrong' });
	const { requests } = (await api.control('GET', '/requests')).body as { requests: { request: Json }[] };
	expect(requests.map(({ request }) => [request.body, request.not_read])).toEqual([
		[null, true],
		[null, true],
		[null, undefined],
	]);
});

it('a call that was cut off shows the answer it would have got; a reset one has none', async () => {
	const rules = [
		{ when: { next: 1 }, fault: { cut: true } },
		{ when: { next: 1 }, fault: { reset: true } },
	];
	await api.control('PUT', '/faults', { rules });
	await expect(api.post('/cards', order())).rejects.toThrow();
	await expect(api.post('/cards', order())).rejects.toThrow();
	const { requests, counts } = await found();
	expect(JSON.parse(requests[0]?.answer?.body ?? '')).toMatchObject({ status: 'queued' });
	expect([requests[1]?.status, requests[1]?.answer]).toEqual([null, null]);
	expect(counts).toEqual({ 201: 1, none: 1 });
});

it('a body of more than 64 KB is cut between two characters', async () => {
	await api.post('/cards', order({ message: `x${'é'.repeat(100_000)}` }));
	const [entry] = (await found()).requests;
	for (const { body } of [entry?.request, entry?.answer].filter((one) => one != null)) {
		expect(Buffer.byteLength(String(body))).toBeLessThanOrEqual(64 * 1024);
		expect(body).not.toContain('\ufffd');
	}
	expect(Buffer.byteLength(String(entry?.request?.body))).toBeGreaterThan(64 * 1024 - 2);
});

describe('looking for calls', () => {
	beforeEach(async () => {
		await api.post('/cards', order({ external_id: 'P-1', message: 'Für Ana' }), { idempotencyKey: 'k-1' });
		await api.post('/cards', order({ external_id: 'P-10' }), { idempotencyKey: 'k-10' });
		await api.post('/cards', order({ style: 'sty_x', external_id: 'P-2' }));
		await api.post(
			'/batches',
			{ cards: [order(), order({ external_id: 'P-1' })] },
			{ idempotencyKey: 'k-b' },
		);
		await api.get('/styles');
		await api.get('/cards/unknown', { apiKey: null });
	});

	it.each<[string, number[]]>([
		['', [0, 1, 2, 3, 4, 5]],
		['?method=get', [4, 5]],
		['?path=/cards', [0, 1, 2, 5]],
		['?path=/v1/batches', [3]],
		['?key=k-1', [0]],
		['?external_id=P-1', [0, 3]],
		['?status=422', [2]],
		['?status=201&external_id=P-1', [0]],
		['?text=F%C3%9CR%20ana', [0]],
		['?text=invalid_api_key', [5]],
		['?limit=2', [5, 4]],
		['?limit=2&offset=1', [4, 3]],
		['?offset=4', [4, 5]],
		['?key=none', []],
	])('%s', async (query, expected) => {
		const all = (await found()).requests.map(({ request_id: id }) => id);
		const { requests, total } = await found(query);
		expect(requests.map(({ request_id: id }) => all.indexOf(id))).toEqual(expected);
		if (!query.includes('limit') && !query.includes('offset')) expect(total).toBe(expected.length);
	});

	it('finds an external_id however it is written, also in a batch that holds more than letters', async () => {
		const rawBody = JSON.stringify({ cards: [null, { external_id: 'P-é' }] }).replace('é', '\\u00e9');
		await api.post('/batches', undefined, { rawBody });
		await api.post('/cards', undefined, { rawBody: '{"external_id": "P-é"' });
		await api.post('/cards', undefined, { rawBody: 'null' });
		const { requests } = await found('?external_id=P-%C3%A9');
		expect(requests.map(({ request }) => request?.body)).toEqual([rawBody]);
	});

	it('counts say how many got which status', async () => {
		expect((await found()).counts).toEqual({ 200: 1, 201: 2, 202: 1, 401: 1, 422: 1 });
		expect((await found('?method=POST&limit=1')).counts).toEqual({ 201: 2, 202: 1, 422: 1 });
	});
});

it('deliveries are found by card, event, status and text, page by page', async () => {
	const receiver = await startReceiver((nth) => (nth === 1 ? 500 : 200));
	await api.control('PUT', '/receivers/main', { url: receiver.url });
	const id = await api.newCard(order({ external_id: 'P-1' }));
	await api.delivery({ attempts: attempts(1) });
	await api.advance(id, 'posted');
	await api.newCard(order({ external_id: 'P-2' }));
	await api.settled(4);
	const list = async (query: string) => {
		const { deliveries, total } = (await api.control('GET', `/deliveries${query}`)).body;
		return [(deliveries as Json[]).map(({ event }) => event), total];
	};
	expect(await list(`?card=${id}`)).toEqual([['card.created', 'card.written', 'card.shipped'], 3]);
	// With a limit, the newest first.
	expect(await list(`?card=${id}&limit=2`)).toEqual([['card.shipped', 'card.written'], 3]);
	expect(await list(`?card=${id}&event=card.shipped`)).toEqual([['card.shipped'], 1]);
	expect(await list('?card=crd_unknown')).toEqual([[], 0]);
	expect(await list('?text=p-2')).toEqual([['card.created'], 1]);
	expect(await list('?status=failed')).toEqual([[], 0]);
	expect(await list('?limit=1&offset=1')).toEqual([['card.shipped'], 4]);
});

it('is not written to the data folder', async () => {
	const data = newDataFolder();
	const kept = await TestSandbox.start({ data });
	await kept.post('/cards', order({ style: 'unknown-style-1042' }), {
		headers: { 'x-own': 'own-header' },
	});
	await kept.newCard();
	await kept.sandbox.close();
	const letters = path.join(data, 'letters');
	const files = await Promise.all((await readdir(letters)).map((name) => readFile(path.join(letters, name))));
	expect(Buffer.concat(files).toString('latin1')).not.toMatch(/unknown-style-1042|own-header|Bearer/);
});
