import {
	readDate,
	readRateLimit,
	readRetryAfterMs,
} from '../../../nodes/HandwrittenLetters/service/rateLimit';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const SECONDS = NOW / 1000;
const DAY_MS = 86_400_000;
const at = (ms: number) => new Date(NOW + ms).toUTCString();

it.each([
	['7', 7000],
	[' 7 ', 7000],
	['12', 12_000],
	['0', 0],
	['7.5', 0],
	['x7', 0],
	['-7', 0],
	['soon', 0],
	[7, 0],
	[undefined, 0],
	[at(5000), 5000],
	[at(-5000), 0],
	[String(DAY_MS / 1000), DAY_MS],
	[String(DAY_MS / 1000 + 1), 0],
])('Retry-After %j is a wait of %i ms', (value, waitMs) => {
	expect(readRetryAfterMs({ 'retry-after': value }, NOW)).toBe(waitMs);
});

it('a Retry-After that is a date counts from the answer’s own Date', () => {
	expect(readRetryAfterMs({ 'retry-after': at(5000), date: at(3000) }, NOW)).toBe(2000);
});

it.each([
	[at(0), NOW],
	['no date', undefined],
	[2026, undefined],
	[undefined, undefined],
])('the Date %j is %s', (date, instant) => {
	expect(readDate({ date })).toBe(instant);
});

describe('X-RateLimit-*', () => {
	const headers = (more: object = {}): Record<string, unknown> => ({
		'x-ratelimit-limit': '60',
		'x-ratelimit-remaining': '7',
		'x-ratelimit-reset': String(SECONDS + 30),
		...more,
	});

	it('say how many are left, and until when', () => {
		expect(readRateLimit(headers(), NOW)).toEqual({
			limit: 60,
			remaining: 7,
			reset: SECONDS + 30,
			resetAt: NOW + 30_000,
		});
	});

	it('count from the answer’s own Date, and never back', () => {
		expect(readRateLimit(headers({ date: at(-10_000) }), NOW)?.resetAt).toBe(NOW + 40_000);
		expect(readRateLimit(headers({ date: at(60_000) }), NOW)?.resetAt).toBe(NOW);
	});

	it.each([
		['0', '5', 5000],
		['0', '40', 30_000],
		['0', undefined, 30_000],
		['7', '5', 30_000],
	])('with %s left and Retry-After %s, the window ends at the nearer instant', (left, retryAfter, waitMs) => {
		const more = { 'x-ratelimit-remaining': left, 'retry-after': retryAfter };
		expect(readRateLimit(headers(more), NOW)?.resetAt).toBe(NOW + waitMs);
	});

	it.each([
		{ 'x-ratelimit-limit': '0' },
		{ 'x-ratelimit-limit': undefined },
		{ 'x-ratelimit-remaining': 'none' },
		{ 'x-ratelimit-reset': '' },
	])('say nothing with %j', (more) => {
		expect(readRateLimit(headers(more), NOW)).toBeUndefined();
	});
});
