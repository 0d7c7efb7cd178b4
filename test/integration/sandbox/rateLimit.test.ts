/** Plans and windows. */
import { createClock } from '../../../sandbox/src/time/clock';
import type { Answer } from './support';
import { errorOf, order, TestSandbox } from './support';

const START = Date.parse('2030-01-01T00:00:00.500Z');
let wall: number;
let api: TestSandbox;

async function start(plan: 'starter' | 'pro' | 'enterprise' = 'pro') {
	wall = START;
	const clock = createClock(() => wall);
	api = await TestSandbox.start({ plan, clock, apiKeys: ['test_key', 'other_key'] });
}

const limitHeaders = ({ headers }: Answer) => [
	headers['x-ratelimit-limit'],
	headers['x-ratelimit-remaining'],
	headers['x-ratelimit-reset'],
];

it.each([
	['starter', 100],
	['pro', 500],
] as const)('the plan %s allows %i requests per minute and account', async (plan, limit) => {
	await start(plan);
	for (let left = limit - 1; left >= 0; left -= 1) {
		const { status, headers } = await api.get('/styles');
		expect([status, headers['x-ratelimit-remaining']]).toEqual([200, String(left)]);
	}
	const refused = await api.post('/cards', order());
	expect([refused.status, limitHeaders(refused)]).toEqual([429, [String(limit), '0', '1893456061']]);
	expect(errorOf(refused)).toMatchObject({ type: 'rate_limit_error', code: 'rate_limit_exceeded' });
	expect(await api.letters()).toBe(0);
	expect((await api.get('/styles', { apiKey: 'other_key' })).status).toBe(200);
	wall += Number(refused.headers['retry-after']) * 1000;
	expect((await api.post('/cards', order())).status).toBe(201);
});

it('an unlimited plan sends no rate headers', async () => {
	await start('enterprise');
	expect(limitHeaders(await api.get('/styles'))).toEqual([undefined, undefined, undefined]);
});

it('a window starts with the first request in it and ends as announced', async () => {
	await start();
	await api.control('PUT', '/limits', { limit: 2, windowSeconds: 10 });
	await api.post('/cards', order());
	wall += 3200;
	expect((await api.post('/cards', order())).headers['x-ratelimit-remaining']).toBe('0');

	const refused = await api.post('/cards', order());
	expect(refused.status).toBe(429);
	expect(refused.headers['retry-after']).toBe('7');
	expect(refused.headers['x-ratelimit-remaining']).toBe('0');

	wall += 6799;
	expect((await api.get('/styles')).status).toBe(429);
	wall += 1;
	expect((await api.post('/cards', order())).headers['x-ratelimit-remaining']).toBe('1');
});

it('a wrong key and the control API use no window, a failed call does', async () => {
	await start();
	await api.control('PUT', '/limits', { limit: 1, windowSeconds: 60 });
	await api.get('/styles', { apiKey: 'wrong' });
	await api.control('GET', '/state');
	expect((await api.post('/cards', {})).status).toBe(422);
	expect((await api.get('/styles')).status).toBe(429);
});

it('a reset empties the windows and keeps the limits', async () => {
	await start();
	await api.control('PUT', '/limits', { limit: 1 });
	await api.get('/styles');
	await api.control('POST', '/reset');
	const answer = await api.get('/styles');
	expect([answer.status, answer.headers['x-ratelimit-limit']]).toEqual([200, '1']);
});
