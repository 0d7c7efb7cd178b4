/** Spec, Resources and their fields; Endpoints: the exact form of every success. */

import type { Answer, Json } from './service';
import { itInSandbox, order, Service } from './service';

let service: Service;
beforeAll(async () => {
	service = await Service.start({ plan: 'pro' });
	await service.control('PUT', '/limits', { limit: 10_000 });
});
afterAll(() => service.close());

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/) as unknown;
const text = expect.stringMatching(/\S/) as unknown;

/** Fields that a Card may have besides those it always has. */
const OPTIONAL = ['external_id', 'tracking_code', 'tracking_url', 'estimated_posting_at', 'metadata'];

function expectCard(card: Json, more: string[] = []): void {
	expect(card).toMatchObject({ id: text, status: text, created_at: instant });
	const known = ['id', 'status', 'created_at', ...OPTIONAL, ...more];
	expect(Object.keys(card).filter((field) => !known.includes(field))).toEqual([]);
}

function expectJson({ headers }: Answer): void {
	expect(headers['content-type']).toMatch(/^application\/json(;|$)/);
}

describe('POST /cards', () => {
	it('POST /cards: 201, a Card, JSON', async () => {
		const answer = await service.post('/cards', order());
		expect(answer.status).toBe(201);
		expectJson(answer);
		expectCard(answer.body);
	});

	it('POST /cards: status queued, tracking_code and tracking_url null', async () => {
		const card = await service.newCard();
		expect(card).toMatchObject({ status: 'queued', tracking_code: null, tracking_url: null });
	});

	it('Card: events is absent from the create response', async () => {
		expect(await service.newCard()).not.toHaveProperty('events');
	});

	it('POST /cards: estimated_posting_at reflects the scheduled time', async () => {
		const schedule_at = '2030-05-01T09:00:00-03:00';
		const { estimated_posting_at } = await service.newCard({ schedule_at });
		expect(Date.parse(String(estimated_posting_at))).toBe(Date.parse(schedule_at));
	});

	it('Card: external_id mirrors what the client sent', async () => {
		expect((await service.newCard({ external_id: 'pedido nº 7/ç' })).external_id).toBe('pedido nº 7/ç');
	});

	it('Card: metadata is returned unchanged', async () => {
		const metadata = { 'free key': [1, -2.5, null, true, { ü: '"\\\u2028✉' }], '': {}, id: 'x', n: 1e21 };
		const card = await service.newCard({ metadata });
		expect(card.metadata).toEqual(metadata);
		const { body } = await service.get(`/cards/${String(card.id)}`);
		expect(body.metadata).toEqual(metadata);
	});

	it('Card: created_at is the instant the API accepted the letter', async () => {
		const { created_at } = await service.newCard();
		// Generous towards another machine's clock.
		expect(Math.abs(Date.parse(String(created_at)) - Date.now())).toBeLessThan(5 * 60_000);
	});

	it('Card: id is unique', async () => {
		const cards = await Promise.all(Array.from({ length: 20 }, () => service.newCard()));
		expect(new Set(cards.map(({ id }) => id)).size).toBe(20);
	});

	itInSandbox('POST /cards: the answer carries X-RateLimit-Limit, -Remaining and -Reset', async () => {
		const { headers } = await service.post('/cards', order());
		for (const name of ['limit', 'remaining', 'reset']) {
			expect(headers[`x-ratelimit-${name}`]).toMatch(/^\d+$/);
		}
		// Limits 2: a Unix timestamp of the window's renewal.
		const untilReset = Number(headers['x-ratelimit-reset']) - Date.now() / 1000;
		expect(untilReset).toBeGreaterThan(-60);
		expect(untilReset).toBeLessThan(24 * 3600);
	});
});

describe('GET /cards/{id}', () => {
	it('GET /cards/{id}: 200, the Card with its events, JSON', async () => {
		const created = await service.newCard({ external_id: 'order-7' });
		const answer = await service.get(`/cards/${String(created.id)}`);
		expect(answer.status).toBe(200);
		expectJson(answer);
		expectCard(answer.body, ['events']);
		expect(answer.body).toMatchObject({ ...created, events: expect.any(Array) as unknown });
	});

	it('CardEvent: type and at', async () => {
		const { id } = await service.newCard();
		const { events } = (await service.get(`/cards/${String(id)}`)).body;
		expect(events).toContainEqual({ type: 'card.created', at: instant });
	});

	itInSandbox(
		'GET /cards/{id}: events are an ordered timeline: created, written, shipped, and so on',
		async () => {
			const { id } = await service.newCard();
			await service.advance(id, 'delivered');
			const { body } = await service.get(`/cards/${String(id)}`);
			const events = body.events as { type: string; at: string }[];
			expect(events.map(({ type }) => type)).toEqual([
				'card.created',
				'card.written',
				'card.shipped',
				'card.delivered',
			]);
			const times = events.map(({ at }) => Date.parse(at));
			expect(times).toEqual([...times].sort((a, b) => a - b));
		},
	);
});

describe('POST /batches', () => {
	it('POST /batches: 202, a Batch, JSON', async () => {
		const answer = await service.post('/batches', { cards: [order(), order(), order()] });
		expect(answer.status).toBe(202);
		expectJson(answer);
		expect(answer.body).toEqual({
			batch_id: text,
			status: 'queued',
			total_cards: 3,
			created_at: instant,
		});
	});

	itInSandbox('Batch: each item keeps its own letter identifier and status', async () => {
		const cards = Array.from({ length: 5 }, (_, i) => order({ external_id: `batch-item-${i}` }));
		const { batch_id } = await service.accepted('/batches', { cards });
		const all = (await service.control('GET', '/cards')).body.cards as Json[];
		const mine = all.filter((card) => card.batch_id === batch_id);
		expect(mine.map(({ external_id }) => external_id)).toEqual(cards.map((card) => card.external_id));
		expect(new Set(mine.map(({ id }) => id)).size).toBe(5);
		await service.advance(mine[0]?.id, 'writing');
		const statuses = mine.map(async ({ id }) => (await service.get(`/cards/${String(id)}`)).body.status);
		expect(await Promise.all(statuses)).toEqual(['writing', 'queued', 'queued', 'queued', 'queued']);
	});
});

describe('Catalog', () => {
	it('GET /templates: 200, {templates: [Template]}', async () => {
		const answer = await service.get('/templates');
		expect(answer.status).toBe(200);
		expectJson(answer);
		const { templates } = answer.body as { templates: (Json & { variables: unknown[] })[] };
		expect(answer.body).toEqual({ templates });
		for (const template of templates) {
			expect(template).toEqual({ id: text, name: text, variables: expect.any(Array) as unknown });
			expect(template.variables.every((name) => typeof name === 'string')).toBe(true);
		}
	});

	it('GET /styles: 200, {styles: [Style]}', async () => {
		const answer = await service.get('/styles');
		expect(answer.status).toBe(200);
		expectJson(answer);
		const { styles } = answer.body as { styles: Json[] };
		expect(answer.body).toEqual({ styles });
		for (const { description = null, ...style } of styles) {
			expect(style).toEqual({ id: text, name: text });
			expect(description === null || typeof description === 'string').toBe(true);
		}
	});
});
