/** Spec, Endpoints: Idempotency rules. */
import { errorOf, freshKey, order, TestSandbox } from './support';

let api: TestSandbox;
beforeEach(async () => {
	api = await TestSandbox.start({ apiKeys: ['test_key', 'other_key'] });
});
afterEach(() => api.sandbox.close());

const batch = () => ({ cards: [order(), order()] });

test.each(['/cards', '/batches'])('POST %s requires the key', async (path) => {
	const body = path === '/cards' ? order() : batch();
	for (const idempotencyKey of [undefined, '', '  ']) {
		const answer = await api.post(path, body, { idempotencyKey });
		expect([answer.status, errorOf(answer).code]).toEqual([400, 'invalid_request']);
		expect(errorOf(answer).message).toContain('Idempotency-Key');
	}
	expect(await api.letters()).toBe(0);
});

test('the same key and payload return the same card and create no second letter', async () => {
	const idempotencyKey = freshKey();
	const first = await api.post('/cards', order(), { idempotencyKey });
	await api.control('POST', `/cards/${String(first.body.id)}/advance`, { to: 'posted' });
	const second = await api.post('/cards', order(), { idempotencyKey });
	expect(second.status).toBe(201);
	expect(second.body).toEqual(first.body);
	expect(await api.letters()).toBe(1);
});

test('the order of the fields does not make another payload', async () => {
	const idempotencyKey = freshKey();
	const { to, message } = order();
	const metadata = { a: 1, b: [{ c: 2, d: 3 }] };
	const reordered = { b: [{ d: 3, c: 2 }], a: 1 };
	const first = await api.post('/cards', { to, message, metadata }, { idempotencyKey });
	const second = await api.post('/cards', { metadata: reordered, message, to }, { idempotencyKey });
	expect(second.body.id).toBe(first.body.id);
});

test.each<[string, unknown]>([
	['another message', order({ message: 'Other' })],
	['one more field', order({ external_id: 'x' })],
	['an invalid payload', order({ foo: 1 })],
])('a used key with %s is 409 idempotency_conflict', async (_name, body) => {
	const idempotencyKey = freshKey();
	await api.post('/cards', order(), { idempotencyKey });
	const answer = await api.post('/cards', body, { idempotencyKey });
	expect(answer.status).toBe(409);
	expect(errorOf(answer)).toMatchObject({ type: 'idempotency_error', code: 'idempotency_conflict' });
	expect(await api.letters()).toBe(1);
});

test('a batch is repeated like a card', async () => {
	const idempotencyKey = freshKey();
	const first = await api.post('/batches', batch(), { idempotencyKey });
	const second = await api.post('/batches', batch(), { idempotencyKey });
	expect([second.status, second.body]).toEqual([202, first.body]);
	const other = await api.post('/batches', { cards: [order()] }, { idempotencyKey });
	expect(errorOf(other).code).toBe('idempotency_conflict');
	expect(await api.letters()).toBe(2);
});

test('50 identical requests at once create one letter', async () => {
	const idempotencyKey = freshKey();
	const answers = await Promise.all(
		Array.from({ length: 50 }, () => api.post('/cards', order(), { idempotencyKey })),
	);
	expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(201));
	expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
	expect(await api.letters()).toBe(1);
});

test('a rejected call leaves its key free', async () => {
	const idempotencyKey = freshKey();
	const rejected = await api.post('/cards', order({ style: 'sty_x' }), { idempotencyKey });
	expect(rejected.status).toBe(422);
	expect((await api.post('/cards', order(), { idempotencyKey })).status).toBe(201);
});

test('a key belongs to one account and one endpoint', async () => {
	const idempotencyKey = freshKey();
	const mine = await api.post('/cards', order(), { idempotencyKey });
	const theirs = await api.post('/cards', order(), { idempotencyKey, apiKey: 'other_key' });
	const batched = await api.post('/batches', batch(), { idempotencyKey });
	expect([theirs.status, batched.status]).toEqual([201, 202]);
	expect(theirs.body.id).not.toBe(mine.body.id);
	expect(await api.letters()).toBe(4);
});
