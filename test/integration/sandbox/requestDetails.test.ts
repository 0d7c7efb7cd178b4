/** What a call may look like at its edges: its path, its headers, the forms of some fields. */
import { request } from 'undici';

import { startLocalServer } from '../../../tools/localServer';
import { eventually } from '../../../tools/waiting';
import type { Json } from './support';
import { address, call, errorOf, freshKey, order, TestSandbox } from './support';

let api: TestSandbox;
beforeEach(async () => {
	api = await TestSandbox.start();
});
afterEach(() => api.sandbox.close());

describe('card ids that no card can have', () => {
	const ids: Array<[string, string]> = [
		['of 101 characters', 'x'.repeat(101)],
		['of 5,000 characters', 'x'.repeat(5000)],
		['with bad %-encoding', '%zz'],
		['with bytes that are no UTF-8', '%ff'],
	];
	it.each(ids)('%s: 401 without a key, else 404, and in the journal', async (_name, id) => {
		const path = `/cards/${id}`;
		const without = await api.get(path, { apiKey: null });
		expect([without.status, errorOf(without).code]).toEqual([401, 'invalid_api_key']);
		const answer = await api.get(path);
		expect([answer.status, errorOf(answer).code]).toEqual([404, 'card_not_found']);
		const { requests } = (await api.control('GET', '/requests')).body as { requests: Json[] };
		expect(requests.map((one) => [one.path, one.status])).toEqual([
			[`/v1${path}`, 401],
			[`/v1${path}`, 404],
		]);
	});

	it('finds a letter by an id with an encoded character', async () => {
		const id = await api.newCard();
		expect((await api.get(`/cards/${id.replace('_', '%5F')}`)).status).toBe(200);
	});
});

it('two Idempotency-Key headers are 400; a key may hold a comma', async () => {
	const send = (keys: string | string[]) =>
		request(`${api.sandbox.baseUrl}/cards`, {
			method: 'POST',
			body: JSON.stringify(order()),
			headers: {
				authorization: 'Bearer test_key',
				'content-type': 'application/json',
				'idempotency-key': keys,
			},
		});
	for (const keys of [
		['a', 'b'],
		['a', 'a'],
	]) {
		const { statusCode, body } = await send(keys);
		expect(statusCode).toBe(400);
		expect(await body.text()).toContain('Idempotency-Key header must be sent once');
	}
	expect((await send('a, b')).statusCode).toBe(201);
	expect(await api.letters()).toBe(1);
});

it.each(['12', '😀', 'S.', 'ÁÉ'])('a state %j is 422', async (state) => {
	for (const [path, body] of [
		['/cards', order({ to: { ...address, state } })],
		['/batches', { cards: [order({ to: { ...address, state } })] }],
	] as const) {
		const answer = await api.post(path, body);
		expect([answer.status, errorOf(answer).code]).toEqual([422, 'invalid_state']);
		expect(errorOf(answer).message).toContain('to.state: must be two letters');
	}
});

it('a blank state is 422', async () => {
	const answer = await api.post('/cards', order({ to: { ...address, state: '  ' } }));
	expect(answer.status).toBe(422);
	expect(errorOf(answer).message).toContain('to.state:');
});

it('a date-time may have a small t and z', async () => {
	await api.control('PUT', '/clock', { speed: 1 });
	for (const schedule_at of ['2030-01-01t09:00:00z', '2030-01-01t09:00:00.5-03:00']) {
		const card = await api.post('/cards', order({ schedule_at }));
		expect([card.status, card.body.estimated_posting_at]).toEqual([201, schedule_at]);
		const batch = await api.post('/batches', { cards: [order(), order({ schedule_at })], schedule_at });
		expect(batch.status).toBe(202);
	}
	await api.control('PUT', '/clock', { advanceSeconds: 3600 });
	const { counts } = (await api.control('GET', '/cards')).body as { counts: Json };
	expect(counts.queued).toBe(6);
	const bad = await api.post('/cards', order({ schedule_at: '2030-02-30t09:00:00z' }));
	expect([bad.status, errorOf(bad).code]).toEqual([422, 'invalid_schedule_at']);
});

it('credentials in the webhook URL are sent as Basic and shown nowhere', async () => {
	const seen: Array<string | undefined> = [];
	const receiver = await startLocalServer((incoming, response) => {
		seen.push(incoming.headers.authorization);
		response.end(incoming.headers.authorization);
	});
	const url = receiver.origin.replace('//', '//us%40er:p%C3%A4ss@');
	await api.control('PUT', '/receivers/main', { url: `${url}/hook` });
	await api.newCard();
	await eventually(async () => {
		expect((await api.deliveries())[0]?.status).toBe('delivered');
	});
	expect(seen).toEqual([`Basic ${Buffer.from('us@er:päss').toString('base64')}`]);
	const shown = JSON.stringify(await api.deliveries());
	expect(shown).toContain(`${receiver.origin}/hook`);
	expect(shown).not.toMatch(/p%C3%A4ss|päss|Basic [^*]/);
	await receiver.close();
});

it('a status fault carries no rate headers and uses no rate window', async () => {
	await api.control('PUT', '/limits', { limit: 5 });
	await api.control('PUT', '/faults', { rules: [{ when: { next: 1 }, fault: { status: 429 } }] });
	const struck = await call('GET', `${api.sandbox.baseUrl}/styles`, { idempotencyKey: freshKey() });
	expect(struck.status).toBe(429);
	expect(Object.keys(struck.headers).filter((name) => name.includes('ratelimit'))).toEqual([]);
	expect((await api.get('/styles')).headers['x-ratelimit-remaining']).toBe('4');
});
