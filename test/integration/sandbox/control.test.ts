/** Control API, and what closing leaves behind. */
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';

import fastify from 'fastify';

import { installErrors } from '../../../sandbox/src/api/errors';
import { createSandbox } from '../../../sandbox/src/createSandbox';
import { eventually } from '../../../tools/waiting';
import {
	address,
	call,
	closeAfterwards,
	errorOf,
	expectRefused,
	order,
	startReceiver,
	TestSandbox,
} from './support';

describe('control API', () => {
	let api: TestSandbox;
	beforeEach(async () => {
		api = await TestSandbox.start({ plan: 'pro' });
	});

	it('reports readiness, counts and settings', async () => {
		expect((await api.control('GET', '/ready')).body).toEqual({ ready: true });
		await api.newCard();
		await api.post('/batches', { cards: [order(), order()] });
		expect(await api.state()).toEqual({
			api_keys: ['test_key'],
			cards: 3,
			batches: 1,
			deliveries: 0,
			requests: 2,
			clock: { now: expect.any(String) as unknown, speed: 'off' },
			limits: { limit: 500, windowSeconds: 60 },
			faults: [],
			webhook: { url: null, headerPrefix: 'X-Service' },
			receivers: [{ name: 'main', url: null, events: null, allowSelfSigned: false }],
		});
	});

	it.each(['http://evil.example', 'null'])('refuses calls from pages of %s', async (origin) => {
		await api.newCard();
		const answer = await call('POST', `${api.sandbox.origin}/_sandbox/reset`, { headers: { origin } });
		expectRefused(answer, 403, 'foreign_origin');
		expect(await api.letters()).toBe(1);
	});

	it('takes calls from its own page', async () => {
		const { origin } = api.sandbox;
		expect(await call('POST', `${origin}/_sandbox/reset`, { headers: { origin } })).toMatchObject({
			status: 200,
		});
	});

	it('shows every card with its order and timeline', async () => {
		const id = await api.newCard();
		expect(await api.cards()).toEqual([
			{
				...(await api.get(`/cards/${id}`)).body,
				batch_id: null,
				request: { to: address, message: 'Obrigado!' },
			},
		]);
	});

	it('keeps a journal of the calls to /v1, refused ones too', async () => {
		await api.post('/cards', order(), { idempotencyKey: 'k-1' });
		const refused = await api.post('/cards', order({ foo: 1 }), { idempotencyKey: 'k-2' });
		await api.get('/styles', { apiKey: null });
		const requests = await api.requests();
		expect(requests.map((r) => [r.method, r.path, r.status, r.idempotency_key])).toEqual([
			['POST', '/v1/cards', 201, 'k-1'],
			['POST', '/v1/cards', 400, 'k-2'],
			['GET', '/v1/styles', 401, null],
		]);
		expect(requests[1]?.request_id).toBe(errorOf(refused).request_id);
		expect(Date.parse(String(requests[0]?.at))).not.toBeNaN();
	});

	it('a reset empties everything, also remembered keys, and keeps settings', async () => {
		const receiver = await startReceiver();
		await api.control('PUT', '/receivers/main', { url: receiver.url });
		const first = await api.post('/cards', order(), { idempotencyKey: 'k' });
		await api.post('/batches', { cards: [order()] });
		await receiver.gets(2);
		await api.setRules({ when: { every: 1 }, fault: { status: 503 } });
		await api.control('POST', '/reset');
		expect(await api.state()).toMatchObject({
			cards: 0,
			batches: 0,
			deliveries: 0,
			requests: 0,
			faults: [],
			webhook: { url: receiver.url },
		});
		expect((await api.get(`/cards/${String(first.body.id)}`)).status).toBe(404);
		const again = await api.post('/cards', order({ message: 'New' }), { idempotencyKey: 'k' });
		expect(again.status).toBe(201);
	});

	it.each([
		['PUT', '/limits', { limit: 0 }, 'limit:'],
		['PUT', '/limits', { rate: 5 }, 'rate:'],
		['PUT', '/webhook', { headerPrefix: 'X Service' }, 'headerPrefix:'],
		['PUT', '/webhook', { url: 'http://127.0.0.1:9/' }, 'url: is not an allowed property'],
	] as const)('%s %s refuses %j', async (method, path, body, named) => {
		const { limits, webhook } = await api.state();
		expectRefused(await api.control(method, path, body), 400, 'invalid_request', named);
		expect(await api.state()).toMatchObject({ limits, webhook });
	});

	it('a limit can be lifted', async () => {
		await api.control('PUT', '/limits', { limit: null });
		expect((await api.get('/styles')).headers).not.toHaveProperty('x-ratelimit-limit');
	});
});

it('an unexpected failure is 500 internal_error without its reason', async () => {
	const printed = jest.spyOn(console, 'error').mockImplementation();
	const app = fastify();
	installErrors(app);
	app.get('/', () => {
		throw new Error('secret reason');
	});
	const answer = await call('GET', await app.listen({ port: 0, host: '127.0.0.1' }));
	await app.close();
	expectRefused(answer, 500, 'internal_error');
	expect(errorOf(answer).message).not.toContain('secret reason');
	expect(printed).toHaveBeenCalledTimes(1);
	printed.mockRestore();
});

describe('starting and closing', () => {
	it('refuses settings that make no sense', async () => {
		await expect(createSandbox({ speed: 0, port: 0 })).rejects.toThrow('above 0');
		await expect(createSandbox({ apiKeys: [], port: 0 })).rejects.toThrow('at least one key');
	});

	it('close ends pending retries, unanswered deliveries and kept-alive connections', async () => {
		const reached: string[] = [];
		const silent = createServer((socket) => {
			socket.on('data', () => reached.push('data')).on('close', () => reached.push('closed'));
			socket.on('error', () => undefined);
		});
		await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
		closeAfterwards(() => silent.close());
		const { port } = silent.address() as AddressInfo;
		const api = await TestSandbox.start({
			webhookUrl: `http://127.0.0.1:${String(port)}`,
			speed: 0.005,
		});
		await api.newCard();
		await eventually(() => {
			expect(reached).toContain('data');
		});
		await api.sandbox.close();
		await eventually(() => {
			expect(reached).toContain('closed');
		});
		await expect(api.get('/styles')).rejects.toThrow('ECONNREFUSED');
		const connections = await promisify(silent.getConnections.bind(silent))();
		expect(connections).toBe(0);
	});
});
