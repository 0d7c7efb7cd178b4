/** What the sandbox answers beyond what `check` can see. */
import type { Json } from './support';
import { errorOf, expectRefused, order, TestSandbox } from './support';

let api: TestSandbox;
beforeAll(async () => {
	api = await TestSandbox.start({ apiKeys: ['test_key', 'other_key'] });
});

it('ids say what they name; fields without a value are null, except metadata', async () => {
	const card = (await api.post('/cards', order())).body;
	expect(Object.keys(card).sort()).toEqual([
		'created_at',
		'estimated_posting_at',
		'external_id',
		'id',
		'status',
		'tracking_code',
		'tracking_url',
	]);
	expect(card).toMatchObject({ id: expect.stringMatching(/^crd_/) as unknown, external_id: null });
	const batch = (await api.post('/batches', { cards: [order()] })).body;
	expect(batch.batch_id).toMatch(/^bat_/);
});

it('without a schedule a letter is expected to be posted two days after its order', async () => {
	const { created_at, estimated_posting_at } = (await api.post('/cards', order())).body;
	const wait = Date.parse(String(estimated_posting_at)) - Date.parse(String(created_at));
	expect(wait).toBe(2 * 24 * 3600 * 1000);
});

it('estimated_posting_at is the schedule as it was sent', async () => {
	const schedule_at = '2030-05-01T09:00:00-03:00';
	const { body } = await api.post('/cards', order({ schedule_at }));
	expect(body.estimated_posting_at).toBe(schedule_at);
});

it('accepts every template with every style', async () => {
	const { templates } = (await api.get('/templates')).body as { templates: Json[] };
	const { styles } = (await api.get('/styles')).body as { styles: Json[] };
	for (const { id: template } of templates) {
		for (const { id: style } of styles) {
			const { status } = await api.post('/cards', order({ template, style }));
			expect(status).toBe(201);
		}
	}
});

it("another account's letter is answered as an unknown one", async () => {
	const path = `/cards/${await api.newCard()}`;
	const foreign = await api.get(path, { apiKey: 'other_key' });
	const unknown = await api.get('/cards/unknown', { apiKey: 'other_key' });
	expectRefused(foreign, 404, 'card_not_found');
	expect([unknown.status, errorOf(unknown).message]).toEqual([404, errorOf(foreign).message]);
	expect((await api.get(path)).status).toBe(200);
});

it("a card's own schedule wins over the batch's", async () => {
	const own = '2031-01-01T00:00:00Z';
	const schedule_at = '2030-01-01T00:00:00Z';
	const cards = [order({ schedule_at: own }), order()];
	const { body } = await api.post('/batches', { cards, schedule_at });
	const mine = (await api.cards()).filter(({ batch_id }) => batch_id === body.batch_id);
	expect(mine.map((card) => card.estimated_posting_at)).toEqual([own, schedule_at]);
	// Spec, Batch: each keeps its own identifier and status.
	await api.advance(mine[0]?.id, 'writing');
	expect(await Promise.all(mine.map(({ id }) => api.status(String(id))))).toEqual(['writing', 'queued']);
});

it('has the catalog that the documentation names', async () => {
	const templates = (await api.get('/templates')).body.templates as Json[];
	expect(templates).toContainEqual({
		id: 'tpl_thank_you',
		name: 'Thank you',
		variables: ['first_name', 'product'],
	});
	const styles = (await api.get('/styles')).body.styles as Json[];
	expect(styles.map(({ id }) => id)).toEqual(['sty_casual', 'sty_elegant', 'sty_classic', 'sty_playful']);
});
