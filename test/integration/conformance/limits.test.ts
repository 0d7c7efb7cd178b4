/** Spec, Limits 1 to 3: requests per minute by plan, their headers, and 429 with Retry-After. */
import { createClock } from '../../../sandbox/src/time/clock';
import type { Answer } from './service';
import { describeSandbox, errorOf, order, OTHER_ACCOUNT, Service } from './service';

// Up to a thousand calls each.
jest.setTimeout(30_000);

const MINUTE = 60_000;
let now = Date.parse('2030-01-01T00:00:00.250Z');
let service: Service;

const start = async (plan: 'starter' | 'pro' | 'enterprise'): Promise<void> => {
	service = await Service.start({ plan, clock: createClock(() => now) });
};
/** In waves: hundreds of new connections at once take a busy machine seconds. */
const WAVE = 20;
async function readStyles(count: number): Promise<Answer[]> {
	const answers: Answer[] = [];
	while (answers.length < count) {
		const length = Math.min(WAVE, count - answers.length);
		answers.push(...(await Promise.all(Array.from({ length }, () => service.get('/styles')))));
	}
	return answers;
}
const statuses = async (count: number): Promise<Set<number>> =>
	new Set((await readStyles(count)).map(({ status }) => status));

describeSandbox('Limits', () => {
	afterEach(() => service.close());

	it.each([
		['Starter', 'starter', 100],
		['Pro', 'pro', 500],
	] as const)('Limits 1: %s: %s allows %i requests per minute', async (_name, plan, limit) => {
		await start(plan);
		const { headers } = await service.post('/cards', order());
		expect(headers['x-ratelimit-limit']).toBe(String(limit));
		expect(headers['x-ratelimit-remaining']).toBe(String(limit - 1));
		expect(await statuses(limit - 1)).toEqual(new Set([200]));
		expect(await statuses(3)).toEqual(new Set([429]));
		now += MINUTE;
		expect(await statuses(limit)).toEqual(new Set([200]));
	});

	it('Limits 1: Enterprise is unlimited', async () => {
		await start('enterprise');
		expect(await statuses(600)).toEqual(new Set([200]));
	});

	it('Limits 1: the rate is counted per account', async () => {
		await start('starter');
		await readStyles(100);
		expect((await service.get('/styles')).status).toBe(429);
		expect((await service.get('/styles', { apiKey: OTHER_ACCOUNT })).status).toBe(200);
	});

	it('Limits 2: Remaining counts down to 0, Reset is the Unix second of renewal', async () => {
		await start('starter');
		const answers = [];
		for (let i = 0; i < 100; i += 1) answers.push(await service.get('/styles'));
		const remaining = answers.map(({ headers }) => Number(headers['x-ratelimit-remaining']));
		expect(remaining).toEqual(Array.from({ length: 100 }, (_, i) => 99 - i));
		const reset = Number(answers[0]?.headers['x-ratelimit-reset']) * 1000;
		expect(reset - now).toBeGreaterThan(0);
		expect(reset - now).toBeLessThan(MINUTE + 1000);
		now = reset;
		expect((await service.get('/styles')).headers['x-ratelimit-remaining']).toBe('99');
	});

	it('Limits 3: beyond the limit 429, and waiting Retry-After seconds is enough', async () => {
		await start('starter');
		await readStyles(100);
		const letters = await service.letters();
		now += 12_345;
		const refused = await service.post('/cards', order());
		expect(refused.status).toBe(429);
		expect(errorOf(refused)).toMatchObject({ type: 'rate_limit_error', code: 'rate_limit_exceeded' });
		expect(refused.headers['retry-after']).toMatch(/^[1-9]\d*$/);
		expect(await service.letters()).toBe(letters);
		now += Number(refused.headers['retry-after']) * 1000;
		expect((await service.post('/cards', order())).status).toBe(201);
	});
});
