/**
 * Whatever runs share an account and however slow the service is: one process keeps to the limit, no run
 * waits for ever, and all come to their end. Several processes, each with a pacer of its own, use the limit
 * up. The time is virtual, the limiter and the headers are the sandbox's.
 */
import fc from 'fast-check';

import { backoffMs } from '../../../nodes/HandwrittenLetters/service/nextStep';
import type { PacedRun } from '../../../nodes/HandwrittenLetters/service/pacer';
import { Pacer } from '../../../nodes/HandwrittenLetters/service/pacer';
import { readRateLimit, readRetryAfterMs } from '../../../nodes/HandwrittenLetters/service/rateLimit';
import { RateLimiter } from '../../../sandbox/src/api/rateLimit';
import type { Clock } from '../../../sandbox/src/time/clock';
import { VirtualClock } from '../../../tools/virtualClock';

interface Limits {
	limit: number;
	windowSeconds: number;
}

/** A service with a limit, and the way to it: how long a request takes there and back. */
function startService(clock: VirtualClock, limits: Limits, way: Record<'there' | 'back', () => number>) {
	const limiter = new RateLimiter({ wallNow: clock.now } as Clock, limits);
	const counted = { sent: 0, throttled: 0 };
	const request = async () => {
		await clock.sleep(way.there());
		counted.sent += 1;
		const { allowed, headers } = limiter.take('account');
		const date = new Date(clock.now()).toUTCString();
		await clock.sleep(way.back());
		if (!allowed) counted.throttled += 1;
		const small = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
		return { allowed, headers: { ...Object.fromEntries(small), date } as Record<string, unknown> };
	};
	return { counted, request };
}
type Service = ReturnType<typeof startService>;

/** Asks for each letter of a run until it is ordered. */
async function sendAll(
	{ request }: Service,
	run: PacedRun,
	letters: number,
	clock: VirtualClock,
	random = Math.random,
): Promise<void> {
	const send = async () => {
		for (let attempt = 0, done = false; !done; attempt += 1) {
			const place = await run.acquire({ again: attempt > 0 });
			const { allowed, headers } = await request();
			const rate = readRateLimit(headers, clock.now());
			const pauseMs = backoffMs(attempt, readRetryAfterMs(headers, clock.now()), random);
			if (allowed) run.release(place, { outcome: 'fine', rate });
			else run.release(place, { outcome: 'throttled', rate, pauseMs });
			done = allowed;
		}
	};
	await Promise.all(Array.from({ length: letters }, send));
}

async function untilAllAreDone(clock: VirtualClock, runs: Array<Promise<void>>): Promise<void> {
	const progress = { done: false };
	const all = Promise.all(runs).finally(() => {
		progress.done = true;
	});
	while (!progress.done && (await clock.advanceToNext()));
	if (!progress.done) throw new Error('Somebody waits for ever');
	await all;
}

/** The most places that others got while a run waited with a request to spare. */
function watchPlaces(runs: PacedRun[]): { longestWait: number } {
	const seen = { longestWait: 0 };
	/** How many places others have got since a run got one, while it could have taken it. */
	const passedOver = new Map(runs.map((run) => [run, 0]));
	for (const run of runs) {
		const admit = run.admit.bind(run);
		run.admit = (place) => {
			passedOver.set(run, 0);
			for (const [other, times] of passedOver) {
				if (other === run || !other.isReady) continue;
				passedOver.set(other, times + 1);
				seen.longestWait = Math.max(seen.longestWait, times + 1);
			}
			admit(place);
		};
	}
	return seen;
}

it('keeps to the limit, passes over no run that waits, and ends', async () => {
	const oneRun = fc.record({
		letters: fc.integer({ min: 1, max: 12 }),
		maxInFlight: fc.integer({ min: 1, max: 8 }),
	});
	const cases = fc.record({
		runs: fc.array(oneRun, { minLength: 1, maxLength: 4 }),
		// More than the first requests, which leave before anything is known.
		limit: fc.integer({ min: 8, max: 20 }),
		windowSeconds: fc.integer({ min: 1, max: 60 }),
		latenciesMs: fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 1, maxLength: 8 }),
	});
	await fc.assert(
		fc.asyncProperty(cases, async ({ runs, latenciesMs, ...limits }) => {
			const clock = new VirtualClock();
			const back = () => latenciesMs[service.counted.sent % latenciesMs.length] ?? 0;
			const service = startService(clock, limits, { there: () => 0, back });
			const pacer = new Pacer(clock);
			const open = runs.map(({ maxInFlight }) => pacer.open(maxInFlight));
			const places = watchPlaces(open);
			const sending = open.map((run, index) => sendAll(service, run, runs[index]?.letters ?? 0, clock));
			await untilAllAreDone(clock, sending);
			const all = runs.reduce((sum, { letters }) => sum + letters, 0);
			expect(service.counted).toEqual({ sent: all, throttled: 0 });
			expect(places.longestWait).toBeLessThan(runs.length);
		}),
		{ numRuns: 60 },
	);
});

/** Numbers that only look random, so that a failure can be seen again. */
const numbersFrom = (seed: number) => {
	let state = seed;
	return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
};

it.each([
	{ processes: 1, lettersEach: 360, windowSeconds: 60, slower: 1.03 },
	{ processes: 4, lettersEach: 90, windowSeconds: 6, slower: 1.3 },
	{ processes: 8, lettersEach: 45, windowSeconds: 6, slower: 1.3 },
])('$processes processes use up the limit in little more than its time', async (wanted) => {
	const { processes, lettersEach, windowSeconds, slower } = wanted;
	const limits = { limit: 100, windowSeconds };
	const seconds: number[] = [];
	for (let seed = 1; seed <= 5; seed += 1) {
		const clock = new VirtualClock();
		const random = numbersFrom(seed * 7919);
		await clock.advance(Math.floor(random() * 1000));
		const start = clock.now();
		const oneWay = () => Math.round(10 * (0.5 + random()));
		const service = startService(clock, limits, { there: oneWay, back: oneWay });
		const send = () => sendAll(service, new Pacer(clock).open(64), lettersEach, clock, random);
		await untilAllAreDone(clock, Array.from({ length: processes }, send));
		seconds.push((clock.now() - start) / 1000);
		// Alone, it never runs into the limit; among others, a 429 costs a retry.
		if (processes === 1) expect(service.counted.throttled).toBe(0);
	}
	// The limit itself takes three windows: each begins with its first request.
	const median = seconds.toSorted((a, b) => a - b)[2] ?? NaN;
	expect(median / (3 * windowSeconds)).toBeLessThanOrEqual(slower);
});
