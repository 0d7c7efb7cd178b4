/** Spec, Limits: windows per account, their headers, and 429 with Retry-After. */
import { createClock } from '../../../sandbox/clock';
import { errorOf, order, TestSandbox, type Answer } from './support';

const START = Date.parse('2030-01-01T00:00:00.500Z');
let wall: number;
let api: TestSandbox;

async function start(plan: 'starter' | 'pro' | 'enterprise') {
	wall = START;
	const clock = createClock(() => wall);
	api = await TestSandbox.start({ plan, clock, apiKeys: ['test_key', 'other_key'] });
}
afterEach(() => api.sandbox.close());

const limitHeaders = ({ headers }: Answer) => [
	headers['x-ratelimit-limit'],
	headers['x-ratelimit-remaining'],
	headers['x-ratelimit-reset'],
];

test.each([
	['starter', '100', '99'],
	['pro', '500', '499'],
] as const)('plan %s allows %s requests per minute', async (plan, limit, remaining) => {
	await start(plan);
	const reset = String(Math.ceil(START / 1000) + 60);
	expect(limitHeaders(await api.post('/cards', order()))).toEqual([limit, remaining, reset]);
});

test('plan enterprise has no limit and no headers', async () => {
	await start('enterprise');
	expect(limitHeaders(await api.get('/styles'))).toEqual([undefined, undefined, undefined]);
});

test('a request over the limit is 429 and creates nothing until the window is renewed', async () => {
	await start('pro');
	await api.control('PUT', '/limits', { limit: 2, windowSeconds: 10 });
	await api.post('/cards', order());
	wall += 3200;
	expect((await api.post('/cards', order())).headers['x-ratelimit-remaining']).toBe('0');

	const refused = await api.post('/cards', order());
	expect(refused.status).toBe(429);
	expect(errorOf(refused)).toMatchObject({ type: 'rate_limit_error', code: 'rate_limit_exceeded' });
	expect(refused.headers['retry-after']).toBe('7');
	expect(refused.headers['x-ratelimit-remaining']).toBe('0');
	expect(await api.letters()).toBe(2);

	wall += 6799;
	expect((await api.get('/styles')).status).toBe(429);
	wall += 1;
	expect((await api.post('/cards', order())).headers['x-ratelimit-remaining']).toBe('1');
});

test('each account has its own window; a wrong key and the control API use none', async () => {
	await start('pro');
	await api.control('PUT', '/limits', { limit: 1, windowSeconds: 60 });
	await api.get('/styles', { apiKey: 'wrong' });
	await api.control('GET', '/state');
	expect((await api.get('/styles')).status).toBe(200);
	expect((await api.get('/styles')).status).toBe(429);
	expect((await api.get('/styles', { apiKey: 'other_key' })).status).toBe(200);
});

test('a reset empties the windows and keeps the limits', async () => {
	await start('pro');
	await api.control('PUT', '/limits', { limit: 1 });
	await api.get('/styles');
	await api.control('POST', '/reset');
	const answer = await api.get('/styles');
	expect([answer.status, answer.headers['x-ratelimit-limit']]).toEqual([200, '1']);
});
