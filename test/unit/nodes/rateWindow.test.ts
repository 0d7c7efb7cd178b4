import type { RateLimit } from '../../../nodes/HandwrittenLetters/service/rateLimit';
import { RateWindow } from '../../../nodes/HandwrittenLetters/service/rateLimit';

const NOW = 1_800_000_000_000;
const RESET = NOW / 1000 + 60;

let rate: RateWindow;
beforeEach(() => {
	rate = new RateWindow();
});

const said = (remaining: number, more: Partial<RateLimit> = {}): RateLimit => ({
	limit: 100,
	remaining,
	reset: RESET,
	resetAt: RESET * 1000,
	...more,
});
/** An answer to a request that the service took, with none under way behind it. */
const answer = (remaining: number, more: Partial<RateLimit> = {}, { fine = true, inFlight = 0 } = {}) =>
	rate.settle(said(remaining, more), fine, inFlight, NOW);
const end = () => rate.renew(RESET * 1000);

it('limits nothing before the first answer', () => {
	rate.renew(NOW);
	expect([rate.places(1000), rate.isSpent(0), rate.resetAt]).toEqual([Infinity, false, 0]);
});

it('believes no window of more than an hour', () => {
	answer(99, { resetAt: NOW + 3_600_001 });
	expect(rate.places(0)).toBe(Infinity);
	answer(99, { resetAt: NOW + 3_600_000 });
	expect([rate.places(0), rate.resetAt]).toEqual([99, NOW + 3_600_000]);
});

describe('used by this process alone', () => {
	beforeEach(() => {
		for (const remaining of [99, 98, 97]) answer(remaining);
	});

	it('has what is left, without the requests under way', () => {
		expect(rate.places(0)).toBe(97);
		expect(rate.places(7)).toBe(90);
	});

	it('is spent when nothing is left, or when the requests under way will use it up', () => {
		expect([rate.isSpent(96), rate.isSpent(97), rate.isSpent(98)]).toEqual([false, true, true]);
	});

	it('is not spent any more in the next window', () => {
		rate.renew(RESET * 1000 - 1);
		expect(rate.places(0)).toBe(97);
		end();
		expect([rate.places(0), rate.isSpent(100)]).toEqual([1, false]);
	});

	it('takes the smallest number and the nearest end of a window', () => {
		answer(98, { resetAt: NOW + 50_000 });
		expect([rate.places(0), rate.resetAt]).toEqual([97, NOW + 50_000]);
	});

	it('learns nothing from the window before', () => {
		answer(5, { reset: RESET - 60 });
		expect(rate.places(0)).toBe(97);
	});

	it('learns the next window from its first answer', () => {
		end();
		answer(99, { reset: RESET + 60, resetAt: NOW + 120_000 });
		expect([rate.places(0), rate.resetAt]).toEqual([99, NOW + 120_000]);
	});
});

describe('a window that has ended', () => {
	it('limits nothing any more where the service tells of no limit any more', () => {
		answer(3);
		end();
		rate.take();
		rate.settle(undefined, true, 0, NOW);
		expect(rate.places(0)).toBe(Infinity);
	});

	it('sends one request into the next window to find out what is left of it', () => {
		answer(40);
		end();
		expect(rate.places(0)).toBe(1);
		rate.take();
		expect(rate.places(1)).toBe(0);
		rate.settle(undefined, false, 1, NOW);
		end();
		expect(rate.places(1)).toBe(0);
		rate.settle(undefined, false, 0, NOW);
		expect(rate.places(0)).toBe(1);
	});

	it('knows after it that the window has begun', () => {
		answer(40);
		end();
		rate.take();
		answer(80, { reset: RESET + 60, resetAt: NOW + 120_000 });
		expect(rate.places(0)).toBe(80);
		rate.take();
		expect(rate.places(1)).toBe(79);
	});
});
