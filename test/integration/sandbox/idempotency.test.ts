/** Idempotency-Keys, beyond what `check` can see. */
import type { Json } from './support';
import { expectRefused, freshKey, order, TestSandbox } from './support';

let api: TestSandbox;
beforeEach(async () => {
	api = await TestSandbox.start({ apiKeys: ['test_key', 'other_key'] });
});

it('a repeated call gets the first answer word for word, even if the card has moved', async () => {
	const idempotencyKey = freshKey();
	const first = await api.post('/cards', order(), { idempotencyKey });
	await api.advance(first.body.id, 'posted');
	const second = await api.post('/cards', order(), { idempotencyKey });
	expect(second.status).toBe(201);
	expect(second.body).toEqual(first.body);
});

const AT_ONCE = 50;

describe.each([
	['/cards', 201, 1, (message: string) => order({ message })],
	['/batches', 202, 2, (message: string) => ({ cards: [order({ message }), order()] })],
] as const)('POST %s, 50 calls at once with one key', (path, accepted, letters, body) => {
	const posts = (messageOf: (nth: number) => string) => {
		const idempotencyKey = freshKey();
		const calls = Array.from({ length: AT_ONCE }, (_, nth) => body(messageOf(nth)));
		return Promise.all(calls.map((one) => api.post(path, one, { idempotencyKey })));
	};

	it('and one payload make one resource', async () => {
		const answers = await posts(() => 'Hi');
		expect(answers.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(accepted));
		expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
		expect(await api.letters()).toBe(letters);
	});

	it('and different payloads: one is accepted, the others are 409', async () => {
		const statuses = (await posts((nth) => `No ${nth}`)).map(({ status }) => status);
		expect(statuses.sort()).toEqual([accepted, ...Array<number>(AT_ONCE - 1).fill(409)]);
		expect(await api.letters()).toBe(letters);
	});
});

it('the order of the fields does not make another payload', async () => {
	const idempotencyKey = freshKey();
	const { to, message } = order();
	const metadata = { a: 1, b: [{ c: 2, d: 3 }] };
	const reordered = { b: [{ d: 3, c: 2 }], a: 1 };
	const first = await api.post('/cards', { to, message, metadata }, { idempotencyKey });
	const second = await api.post('/cards', { metadata: reordered, message, to }, { idempotencyKey });
	expect(second.body.id).toBe(first.body.id);
});

it('a used key with an invalid payload is 409, not a validation error', async () => {
	const idempotencyKey = freshKey();
	await api.post('/cards', order(), { idempotencyKey });
	expectRefused(await api.post('/cards', order({ foo: 1 }), { idempotencyKey }), 409, 'idempotency_conflict');
});

it('a rejected call leaves its key free', async () => {
	const idempotencyKey = freshKey();
	const rejected = await api.post('/cards', order({ style: 'sty_x' }), { idempotencyKey });
	expect(rejected.status).toBe(422);
	expect((await api.post('/cards', order(), { idempotencyKey })).status).toBe(201);
});

it('a key belongs to one account and one endpoint', async () => {
	const idempotencyKey = freshKey();
	const mine = await api.post('/cards', order(), { idempotencyKey });
	const theirs = await api.post('/cards', order(), { idempotencyKey, apiKey: 'other_key' });
	const batched = await api.post('/batches', { cards: [order(), order()] }, { idempotencyKey });
	expect([theirs.status, batched.status]).toEqual([201, 202]);
	expect(theirs.body.id).not.toBe(mine.body.id);
	expect(await api.letters()).toBe(4);
});

describe.each([
	['/cards', (more?: Json) => order(more)],
	['/batches', (more?: Json) => ({ cards: [order(more)] })],
])('with rejectedKeepsKey, POST %s that was rejected', (path, body) => {
	let keeping: TestSandbox;
	beforeEach(async () => {
		keeping = await TestSandbox.start({ rejectedKeepsKey: true });
	});

	it.each([
		[400, { foo: 1 }],
		[422, { style: 'sty_x' }],
	])('with %s keeps its key: corrected, it is 409', async (status, wrong) => {
		const idempotencyKey = freshKey();
		const post = async (more?: Json) => (await keeping.post(path, body(more), { idempotencyKey })).status;
		expect([await post(wrong), await post(wrong)]).toEqual([status, status]);
		expectRefused(await keeping.post(path, body(), { idempotencyKey }), 409, 'idempotency_conflict');
		expect(await keeping.letters()).toBe(0);
		expect((await keeping.post(path, body(), { idempotencyKey: freshKey() })).status).toBeLessThan(300);
	});
});
