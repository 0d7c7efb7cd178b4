/** The sandbox's own choices about windows; plans, headers and 429 themselves are in ../conformance. */
import { createClock } from '../../../sandbox/src/time/clock';
import type { Answer } from './support';
import { order, TestSandbox } from './support';

const START = Date.parse('2030-01-01T00:00:00.500Z');
let wall: number;
let api: TestSandbox;

async function start(plan: 'pro' | 'enterprise' = 'pro') {
	wall = START;
	const clock = createClock(() => wall);
	api = await TestSandbox.start({ plan, clock });
}
afterEach(() => api.sandbox.close());

const limitHeaders = ({ headers }: Answer) => [
	headers['x-ratelimit-limit'],
	headers['x-ratelimit-remaining'],
	headers['x-ratelimit-reset'],
];

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
