/** What a call may look like at its edges: its path, its headers, the forms of some fields. */
import { startLocalServer } from '../../../tools/localServer';
import { closeAfterwards, expectRefused, order, TestSandbox } from './support';

let api: TestSandbox;
beforeEach(async () => {
	api = await TestSandbox.start();
});

describe('card ids that no card can have', () => {
	const ids: Array<[string, string]> = [
		['of 101 characters', 'x'.repeat(101)],
		['of 5,000 characters', 'x'.repeat(5000)],
		['with bad %-encoding', '%zz'],
		['with bytes that are no UTF-8', '%ff'],
	];
	it.each(ids)('%s: 401 without a key, else 404, and in the journal', async (_name, id) => {
		const path = `/cards/${id}`;
		expectRefused(await api.get(path, { apiKey: null }), 401, 'invalid_api_key');
		expectRefused(await api.get(path), 404, 'card_not_found');
		expect((await api.requests()).map((one) => [one.path, one.status])).toEqual([
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
	for (const second of ['b', 'a']) {
		const answer = await api.post('/cards', order(), { headers: { 'idempotency-key': ['a', second] } });
		expectRefused(answer, 400, 'invalid_request', 'Idempotency-Key header must be sent once');
	}
	expect((await api.post('/cards', order(), { idempotencyKey: 'a, b' })).status).toBe(201);
	expect(await api.letters()).toBe(1);
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
	expect((await api.control('GET', '/cards')).body.counts).toMatchObject({ queued: 6 });
	const bad = await api.post('/cards', order({ schedule_at: '2030-02-30t09:00:00z' }));
	expectRefused(bad, 422, 'invalid_schedule_at');
});

it('credentials in the webhook URL are sent as Basic and shown nowhere', async () => {
	const seen: Array<string | undefined> = [];
	const receiver = await startLocalServer((incoming, response) => {
		seen.push(incoming.headers.authorization);
		response.end(incoming.headers.authorization);
	});
	closeAfterwards(receiver.close);
	const url = receiver.origin.replace('//', '//us%40er:p%C3%A4ss@');
	await api.control('PUT', '/receivers/main', { url: `${url}/hook` });
	await api.newCard();
	await api.delivery({ status: 'delivered' });
	expect(seen).toEqual([`Basic ${Buffer.from('us@er:päss').toString('base64')}`]);
	const shown = JSON.stringify(await api.deliveries());
	expect(shown).toContain(`${receiver.origin}/hook`);
	expect(shown).not.toMatch(/p%C3%A4ss|päss|Basic [^*]/);
});
