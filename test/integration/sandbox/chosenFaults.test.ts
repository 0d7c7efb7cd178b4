/** Faults of one letter, chosen by its key or its external_id, and errors that come late. */
import { eventually } from '../../../tools/waiting';
import { order, TestSandbox } from './support';

let api: TestSandbox;
beforeEach(async () => {
	api = await TestSandbox.start();
});

it('by key: the calls with this key alone', async () => {
	await api.setRules({ on: { key: 'k-2' }, when: { next: 1 }, fault: { status: 503 } });
	for (const [idempotencyKey, status] of [
		['k-1', 201],
		['k-2', 503],
		['k-2', 201],
		['k-20', 201],
	] as const) {
		expect((await api.post('/cards', order(), { idempotencyKey })).status).toBe(status);
	}
	expect(await api.struck()).toEqual([1]);
});

it('by external_id: a letter, and a batch that holds it', async () => {
	await api.setRules({ on: { external_id: 'P-2' }, when: { next: 2 }, fault: { status: 500 } });
	const letter = (external_id: string) => order({ external_id });
	expect((await api.post('/cards', letter('P-1'))).status).toBe(201);
	expect((await api.post('/cards', letter('P-2'))).status).toBe(500);
	expect((await api.post('/batches', { cards: [letter('P-1'), letter('P-2')] })).status).toBe(500);
	expect((await api.post('/cards', letter('P-2'))).status).toBe(201);
	expect((await api.get('/styles')).status).toBe(200);
	expect([await api.letters(), await api.struck()]).toEqual([2, [2]]);
});

it.each([
	['undefined', {}],
	['null', { external_id: null }],
	['7', { external_id: 7 }],
])('by external_id %j: does not find a letter without one', async (external_id, changes) => {
	await api.setRules({ on: { external_id }, when: { every: 1 }, fault: { status: 500 } });
	expect((await api.post('/cards', order(changes))).status).not.toBe(500);
});

it('by external_id and cut: accepted, and the answer is lost', async () => {
	await api.setRules({ on: { external_id: 'P-1' }, when: { next: 1 }, fault: { cut: true } });
	await expect(api.post('/cards', order({ external_id: 'P-1' }))).rejects.toThrow();
	expect(await api.letters()).toBe(1);
});

it('a rule that looks into the body keeps the order of the rules', async () => {
	await api.setRules(
		{ on: { external_id: 'P-1' }, when: { next: 1 }, fault: { status: 500 } },
		{ when: { next: 2 }, fault: { status: 503 } },
	);
	const statuses = [];
	for (let i = 0; i < 3; i += 1) {
		statuses.push((await api.post('/cards', order({ external_id: 'P-1' }))).status);
	}
	expect([...statuses, (await api.get('/styles')).status]).toEqual([500, 503, 503, 200]);
	const wrongKey = await api.post('/cards', order(), { apiKey: 'wrong' });
	expect(wrongKey.status).toBe(401);
});

it('a late error', async () => {
	await api.setRules({ when: { next: 1 }, fault: { status: 503, delaySeconds: 0.2 } });
	expect((await api.post('/cards', order())).status).toBe(503);
	expect(await api.letters()).toBe(0);
});

it.each([{ cut: true }, { reset: true }] as const)('a late %j', async (fault) => {
	await api.setRules({ when: { next: 1 }, fault: { ...fault, delaySeconds: 0.1 } });
	await expect(api.post('/cards', order())).rejects.toThrow();
	expect(await api.letters()).toBe('cut' in fault ? 1 : 0);
});

it('a delay longer than the test: nothing is answered before it', async () => {
	await api.setRules({ when: { next: 1 }, fault: { status: 503, delaySeconds: 3600 } });
	let isAnswered = false;
	const pending = api.post('/cards', order()).finally(() => (isAnswered = true));
	await eventually(async () => expect(await api.requests()).toHaveLength(1));
	expect((await api.post('/cards', order())).status).toBe(201);
	expect(isAnswered).toBe(false);
	await api.sandbox.close();
	await expect(pending).rejects.toThrow();
});
