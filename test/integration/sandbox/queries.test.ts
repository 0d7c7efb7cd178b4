/** What the control API finds among many letters, deliveries and requests. */
import type { Json } from './support';
import { address, expectRefused, newDataFolder, order, startReceiver, TestSandbox } from './support';

let api: TestSandbox;
beforeEach(async () => {
	api = await TestSandbox.start();
});

const NONE = { queued: 0, writing: 0, posted: 0, in_transit: 0, delivered: 0, returned: 0 };

async function cards(query = '') {
	const { body } = await api.control('GET', `/cards${query}`);
	const found = body as { cards: Json[]; total: number; counts: Json };
	return { ids: found.cards.map(({ id }) => id), total: found.total, counts: found.counts };
}

describe('cards', () => {
	it('without a query: all, oldest first', async () => {
		const ids = [await api.newCard(), await api.newCard(), await api.newCard()];
		expect(await cards()).toEqual({ ids, total: 3, counts: { ...NONE, queued: 3 } });
	});

	it('with a limit: a page of the newest first', async () => {
		const [a, b, c] = [await api.newCard(), await api.newCard(), await api.newCard()];
		expect((await cards('?limit=2')).ids).toEqual([c, b]);
		expect(await cards('?limit=2&offset=2')).toMatchObject({ ids: [a], total: 3 });
		expect((await cards('?limit=2&offset=3')).ids).toEqual([]);
		expect((await cards('?offset=1')).ids).toEqual([b, c]);
	});

	it('by status, while the counts are over all of them', async () => {
		const [queued, posted] = [await api.newCard(), await api.newCard()];
		await api.advance(posted, 'posted');
		const counts = { ...NONE, queued: 1, posted: 1 };
		expect(await cards('?status=posted')).toEqual({ ids: [posted], total: 1, counts });
		expect((await cards('?status=queued')).ids).toEqual([queued]);
		expect(await cards('?status=returned')).toEqual({ ids: [], total: 0, counts });
	});

	it('one by its id, as in the list', async () => {
		const id = await api.newCard();
		const one = await api.control('GET', `/cards/${id}`);
		expect([one.status, one.body]).toEqual([200, (await api.cards())[0]]);
		expectRefused(await api.control('GET', '/cards/crd_unknown'), 404, 'card_not_found');
	});
});

describe.each(['in memory', 'in a data folder'])('a search among letters %s', (place) => {
	beforeEach(async () => {
		if (place === 'in a data folder') api = await TestSandbox.start({ data: newDataFolder() });
	});

	it.each([
		['external_id', 'crm-77', 'RM-77'],
		['name', 'Íris Prado', 'íRIS'],
		['city', 'Belém', 'BELÉM'],
		['message', 'Feliz Natal', 'feliz n'],
		['tracking code', '', 'code'],
		['id', '', 'id'],
		['message', 'She said: "Oi!"\n\\o/ \u0007', 'said: "oi!"\n\\O/ \u0007'],
		['message', '12345678901234567890', '34567890123'],
	])('looks into the %s', async (field, text, search) => {
		await api.newCard();
		const to = { ...address, ...((field === 'name' || field === 'city') && { [field]: text }) };
		const id = await api.newCard(
			order({
				to,
				...(field === 'external_id' && { external_id: text }),
				...(field === 'message' && { message: text }),
			}),
		);
		const posted = await api.advance(id, 'posted');
		const code = String(posted.body.tracking_code).toLowerCase();
		const needle = { code, id: id.toUpperCase() }[search] ?? search;
		const found = await cards(`?search=${encodeURIComponent(needle)}&status=`);
		expect(found).toEqual({ ids: [id], total: 1, counts: { ...NONE, posted: 1 } });
	});

	it('searches a letter that has a template and no message', async () => {
		await api.newCard({ to: address, template: 'tpl_welcome' });
		expect((await cards('?search=undefined')).total).toBe(0);
	});

	it('finds nothing in other fields', async () => {
		await api.newCard(order({ metadata: { note: 'Natal' } }));
		expect((await cards('?search=natal')).total).toBe(0);
		expect((await cards('?search=flores')).total).toBe(0);
	});

	it('goes through thousands', async () => {
		const cardsOfBatch = Array.from({ length: 5500 }, (_, i) => order({ external_id: `P-${i}` }));
		for (const from of [0, 2750]) {
			await api.post('/batches', { cards: cardsOfBatch.slice(from, from + 2750) });
		}
		// P-54, P-540 to P-549, P-5400 to P-5499.
		expect(await cards('?search=p-54&limit=2')).toMatchObject({ total: 111, counts: { queued: 111 } });
	});
});

it('requests that were refused, got no answer or were struck by a fault', async () => {
	await api.get('/styles');
	await api.get('/cards/crd_unknown');
	await api.setRules(
		{ on: { path: '/templates' }, when: { next: 1 }, fault: { reset: true } },
		{ on: { path: '/styles' }, when: { next: 1 }, fault: { delaySeconds: 0.01 } },
		{ on: { path: '/styles' }, when: { next: 1 }, fault: { cut: true } },
	);
	await expect(api.get('/templates')).rejects.toThrow();
	await api.get('/styles');
	await expect(api.get('/styles')).rejects.toThrow();
	const list = async (only: string) => {
		const { body } = await api.control('GET', `/requests?only=${only}`);
		return [(body.requests as Json[]).map(({ path, status }) => [path, status]), body.total];
	};
	const [unknown, lost, slow] = [
		['/v1/cards/crd_unknown', 404],
		['/v1/templates', null],
		['/v1/styles', 200],
	];
	// The answer of a cut call had this status.
	const cut = ['/v1/styles', 200];
	expect(await list('refused')).toEqual([[unknown, lost, cut], 3]);
	expect(await list('fault')).toEqual([[lost, slow, cut], 3]);
	expect((await list(''))[1]).toBe(5);
});

it('deliveries that a fault struck', async () => {
	const receiver = await startReceiver();
	await api.control('PUT', '/receivers/main', { url: receiver.url });
	await api.setRules({ on: { event: 'card.written' }, when: { next: 1 }, fault: { webhook: 'stale' } });
	await api.advance(await api.newCard(), 'posted');
	await api.settled(3);
	const { body } = await api.control('GET', '/deliveries?only=fault');
	expect([(body.deliveries as Json[]).map(({ event }) => event), body.total]).toEqual([['card.written'], 1]);
});

it.each([
	['/cards?limit=0', 'limit: must be at least 1'],
	['/cards?limit=ten', 'limit: must be a whole number'],
	['/cards?offset=-1', 'offset: must be a whole number'],
	['/cards?status=lost', 'status:'],
	['/cards?page=2', 'page: is not an allowed property'],
	['/deliveries?limit=1.5', 'limit: must be a whole number'],
	['/requests?limit=0', 'limit:'],
	['/requests?status=2xx', 'status:'],
	['/requests?only=good', 'only:'],
])('%s is refused', async (path, message) => {
	expectRefused(await api.control('GET', path), 400, 'invalid_request', message);
});
