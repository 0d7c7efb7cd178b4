/** Success shapes of every operation, authentication and ownership. */
import { cardSchema } from '../../../nodes/shared/contract';
import { errorOf, order, TestSandbox, type Json } from './support';

let api: TestSandbox;
beforeAll(async () => {
	api = await TestSandbox.start({ apiKeys: ['test_key', 'other_key'] });
});
afterAll(() => api.sandbox.close());

const CARD_FIELDS = [
	'created_at',
	'estimated_posting_at',
	'external_id',
	'id',
	'status',
	'tracking_code',
	'tracking_url',
];

describe('POST /cards', () => {
	test('accepts an order with 201 and a queued card without events', async () => {
		const { status, body } = await api.post('/cards', order());
		expect(status).toBe(201);
		expect(Object.keys(body).sort()).toEqual(CARD_FIELDS);
		expect(body).toMatchObject({
			id: expect.stringMatching(/^crd_/) as unknown,
			external_id: null,
			status: 'queued',
			tracking_code: null,
			tracking_url: null,
		});
		expect(Date.parse(String(body.estimated_posting_at))).toBeGreaterThan(
			Date.parse(String(body.created_at)),
		);
	});

	test('returns external_id, metadata and the scheduled time unchanged', async () => {
		const metadata = { campaign: 'spring', nested: { list: [1, null, 'ü'] } };
		const schedule_at = '2030-05-01T09:00:00-03:00';
		const request = order({ external_id: 'order-7', metadata, schedule_at });
		const { body } = await api.post('/cards', request);
		expect(body).toMatchObject({ external_id: 'order-7', estimated_posting_at: schedule_at });
		expect(body.metadata).toEqual(metadata);
	});

	test('accepts template and message together, every catalog entry and every optional field', async () => {
		const { templates } = (await api.get('/templates')).body as { templates: Json[] };
		const { styles } = (await api.get('/styles')).body as { styles: Json[] };
		for (const { id: template } of templates) {
			for (const { id: style } of styles) {
				const { status } = await api.post('/cards', order({ template, style }));
				expect(status).toBe(201);
			}
		}
		const to = { ...(order().to as Json), address_line2: null, country: 'PT', zip: '1000-001' };
		expect((await api.post('/cards', order({ to }))).status).toBe(201);
	});
});

describe('GET /cards/{id}', () => {
	test('reads the card with its timeline', async () => {
		const created = (await api.post('/cards', order())).body;
		const { status, body } = await api.get(`/cards/${String(created.id)}`);
		expect(status).toBe(200);
		expect(body).toEqual({
			...created,
			events: [{ type: 'card.created', at: created.created_at }],
		});
		expect(cardSchema.safeParse(body).success).toBe(true);
	});

	test('reports an unknown card and a foreign card alike', async () => {
		const id = await api.newCard();
		const foreign = await api.get(`/cards/${id}`, { apiKey: 'other_key' });
		const unknown = await api.get('/cards/crd_unknown');
		expect([foreign.status, unknown.status]).toEqual([404, 404]);
		expect(errorOf(foreign)).toMatchObject({ type: 'not_found_error', code: 'card_not_found' });
		expect(errorOf(foreign).message).toBe(errorOf(unknown).message);
	});
});

describe('POST /batches', () => {
	test('accepts with 202; every item is a letter of its own', async () => {
		const cards = [order({ external_id: 'a' }), order({ external_id: 'b' })];
		const { status, body } = await api.post('/batches', { cards });
		expect(status).toBe(202);
		expect(body).toEqual({
			batch_id: expect.stringMatching(/^bat_/) as unknown,
			status: 'queued',
			total_cards: 2,
			created_at: expect.any(String) as unknown,
		});
		const all = (await api.control('GET', '/cards')).body.cards as Json[];
		const mine = all.filter(({ batch_id }) => batch_id === body.batch_id);
		expect(mine.map(({ external_id }) => external_id)).toEqual(['a', 'b']);
		expect(new Set(mine.map(({ id }) => id)).size).toBe(2);
	});

	test("a card's own schedule wins over the batch's", async () => {
		const own = '2031-01-01T00:00:00Z';
		const schedule_at = '2030-01-01T00:00:00Z';
		const cards = [order({ schedule_at: own }), order()];
		const { body } = await api.post('/batches', { cards, schedule_at });
		const all = (await api.control('GET', '/cards')).body.cards as Json[];
		const mine = all.filter(({ batch_id }) => batch_id === body.batch_id);
		expect(mine.map((card) => card.estimated_posting_at)).toEqual([own, schedule_at]);
	});
});

test('GET /templates and GET /styles list the catalog', async () => {
	const templates = await api.get('/templates');
	expect(templates.status).toBe(200);
	expect(templates.body.templates).toContainEqual({
		id: 'tpl_thank_you',
		name: 'Thank you',
		variables: ['first_name', 'product'],
	});
	const styles = await api.get('/styles');
	expect(styles.status).toBe(200);
	expect((styles.body.styles as Json[]).map(({ id }) => id)).toEqual([
		'sty_casual',
		'sty_elegant',
		'sty_classic',
		'sty_playful',
	]);
});

describe('authentication', () => {
	const operations = [
		['POST', '/cards'],
		['GET', '/cards/x'],
		['POST', '/batches'],
		['GET', '/templates'],
		['GET', '/styles'],
	] as const;

	test.each(operations)('%s %s needs a valid key', async (method, path) => {
		const send = (apiKey: string | null, headers = {}) =>
			method === 'GET'
				? api.get(path, { apiKey, headers })
				: api.post(path, order(), { apiKey, headers });
		const answers = [
			await send(null),
			await send('wrong'),
			await send(null, { authorization: 'Basic test_key' }),
		];
		for (const answer of answers) {
			expect(answer.status).toBe(401);
			expect(errorOf(answer)).toEqual({
				type: 'authentication_error',
				code: 'invalid_api_key',
				message: expect.any(String) as unknown,
				request_id: expect.stringMatching(/^req_/) as unknown,
			});
		}
	});
});
