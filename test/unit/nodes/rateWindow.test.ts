import type { RateLimit } from '../../../nodes/shared/pacing/rateWindow';
import { RateWindow } from '../../../nodes/shared/pacing/rateWindow';

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
const answer = (remaining: number, more: Partial<RateLimit> = {}, { counted = true, inFlight = 0 } = {}) =>
	rate.settle(said(remaining, more), counted, inFlight, NOW);
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

	it('has all of the next window, and is not spent any more', () => {
		rate.renew(RESET * 1000 - 1);
		expect(rate.places(0)).toBe(97);
		end();
		expect([rate.places(0), rate.isSpent(100)]).toEqual([100, false]);
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

describe('used by others as well', () => {
	it('gives this process its share, of eight requests at once', () => {
		answer(58, {}, { inFlight: 1 });
		expect(rate.places(0)).toBe(7);
		expect(rate.places(3)).toBe(4);
		answer(57);
		expect([rate.places(0), rate.isSpent(0)]).toEqual([7, false]);
	});

	it('gives more to a process that sends more, and never more than eight', () => {
		for (let sent = 0; sent < 20; sent += 1) answer(70 - sent);
		expect(rate.places(0)).toBe(8);
	});

	it('does not count what was refused as its own', () => {
		for (let sent = 0; sent < 20; sent += 1) answer(30, {}, { counted: false });
		expect(rate.places(0)).toBe(4);
	});

	it('is spent when the share is less than a request, and nothing is under way', () => {
		answer(3);
		expect([rate.isSpent(0), rate.isSpent(1)]).toEqual([true, false]);
		expect(rate.places(0)).toBe(0);
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
		expect(rate.places(0)).toBe(8);
		rate.take();
		expect(rate.places(1)).toBe(7);
	});

	it('takes the smallest number, whatever the order of the answers', () => {
		for (const remaining of [14, 20, 14, 20, 14, 20]) answer(remaining, { limit: 30 });
		expect(rate.places(0)).toBe(6);
	});

	it('remembers its own requests of the windows before as well', () => {
		const shares = [0, 1, 2, 3].map((window) => {
			for (let sent = 1; sent <= 5 - window; sent += 1)
				answer(30 - 4 * sent, { limit: 30, reset: RESET + 60 * window });
			return rate.places(0);
		});
		expect(shares).toEqual([3, 4, 5, 7]);
	});

	it('forgets them half with each window', () => {
		answer(40);
		const shares = [1, 2, 3, 4, 5, 6].map((window) => {
			answer(20, { reset: RESET + 60 * window });
			return rate.places(0);
		});
		expect(shares).toEqual([3, 3, 3, 4, 7, 8]);
	});
});
