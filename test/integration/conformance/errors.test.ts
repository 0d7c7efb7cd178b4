/** Spec, Errors: the envelope of everything that goes wrong, and every error of every operation. */
import type { Answer, Json } from './service';
import { address, errorOf, freshKey, itInSandbox, order, Service } from './service';

let service: Service;
beforeEach(async () => {
	service = await Service.start({ plan: 'pro' });
});
afterEach(() => service.close());

function expectEnvelope({ headers, body }: Answer): void {
	expect(headers['content-type']).toMatch(/^application\/json(;|$)/);
	const text = expect.stringMatching(/\S/) as unknown;
	expect(body).toEqual({ error: { type: text, code: text, message: text, request_id: text } });
}

const batch = (card: Json = order()): Json => ({ cards: [card] });
const badZip = order({ to: { ...address, zip: '1' } });
const broken = { rawBody: '{"to": {' };

async function conflict(path: string, body: unknown, other: unknown): Promise<Answer> {
	const idempotencyKey = freshKey();
	await service.post(path, body, { idempotencyKey });
	return service.post(path, other, { idempotencyKey });
}

async function overTheLimit(call: () => Promise<Answer>): Promise<Answer> {
	await service.control('PUT', '/limits', { limit: 1 });
	await service.get('/styles');
	return call();
}

async function failing(call: () => Promise<Answer>): Promise<Answer> {
	const rules = [{ when: { next: 1 }, fault: { status: 500 } }];
	await service.control('PUT', '/faults', { rules });
	return call();
}

const createCard = () => service.post('/cards', order());
const readCard = () => service.get('/cards/unknown');
const createBatch = () => service.post('/batches', batch());

/** The table of the section Errors, for each operation that lists the status. */
const ERRORS: [string, number, string, string | null, () => Promise<Answer>][] = [
	[
		'POST /cards',
		400,
		'validation_error',
		'invalid_request',
		() => service.post('/cards', undefined, broken),
	],
	[
		'POST /cards',
		409,
		'idempotency_error',
		'idempotency_conflict',
		() => conflict('/cards', order(), order({ message: 'Other' })),
	],
	['POST /cards', 422, 'validation_error', 'invalid_zip', () => service.post('/cards', badZip)],
	['POST /cards', 429, 'rate_limit_error', 'rate_limit_exceeded', () => overTheLimit(createCard)],
	['POST /cards', 500, 'internal_error', 'internal_error', () => failing(createCard)],
	['GET /cards/{id}', 404, 'not_found_error', 'card_not_found', readCard],
	['GET /cards/{id}', 429, 'rate_limit_error', 'rate_limit_exceeded', () => overTheLimit(readCard)],
	[
		'POST /batches',
		400,
		'validation_error',
		'invalid_request',
		() => service.post('/batches', undefined, broken),
	],
	[
		'POST /batches',
		409,
		'idempotency_error',
		'idempotency_conflict',
		() => conflict('/batches', batch(), batch(order({ message: 'Other' }))),
	],
	['POST /batches', 422, 'validation_error', 'invalid_zip', () => service.post('/batches', batch(badZip))],
	['POST /batches', 429, 'rate_limit_error', 'rate_limit_exceeded', () => overTheLimit(createBatch)],
];

itInSandbox.each(ERRORS)('Errors: %s, %i %s %s', async (_operation, status, type, code, cause) => {
	const answer = await cause();
	expect(answer.status).toBe(status);
	expectEnvelope(answer);
	expect(errorOf(answer)).toMatchObject({ type, code });
});

const good = JSON.stringify(order());
it.each([
	['broken JSON', { rawBody: good.slice(0, -1) }],
	['an empty body', { rawBody: '' }],
	['text that is no JSON', { rawBody: 'letter' }],
	['bytes that are no UTF-8', { rawBody: '\ud800' }],
	['a form', { rawBody: 'to=Ana', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
	['plain text as content type', { rawBody: good, headers: { 'content-type': 'text/plain' } }],
	['XML as content type', { rawBody: '<card/>', headers: { 'content-type': 'application/xml' } }],
	['a body beyond any letter', { rawBody: JSON.stringify(order({ message: 'x'.repeat(20e6) })) }],
])('Errors: %s is refused with the envelope', async (_name, options) => {
	for (const path of ['/cards', '/batches']) {
		const letters = await service.letters();
		const answer = await service.post(path, undefined, options);
		expect(answer.status).toBeGreaterThanOrEqual(400);
		expect(answer.status).toBeLessThan(500);
		expectEnvelope(answer);
		expect(await service.letters()).toBe(letters);
	}
});

it('Errors: each error has a request_id of its own', async () => {
	const answers = [await readCard(), await readCard(), await service.get('/styles', { apiKey: null })];
	expect(new Set(answers.map((answer) => errorOf(answer).request_id)).size).toBe(3);
});

it.each([
	['GET', '/cards'],
	['PUT', '/cards'],
	['DELETE', '/cards/unknown'],
	['PATCH', '/cards/unknown'],
	['POST', '/cards/unknown'],
	['GET', '/batches'],
	['GET', '/batches/unknown'],
	['POST', '/templates'],
	['DELETE', '/styles'],
	['GET', '/letters'],
	['GET', '/'],
] as const)('Operations outside the interface: %s %s is refused with the envelope', async (method, path) => {
	const answer = await service.send(method, path);
	expect(answer.status).toBeGreaterThanOrEqual(400);
	expect(answer.status).toBeLessThan(500);
	expectEnvelope(answer);
});
