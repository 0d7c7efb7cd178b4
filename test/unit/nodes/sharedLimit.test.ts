/**
 * Several processes that know nothing of each other share one account's limit: each has a pacer of
 * its own. The time is virtual, the limiter and the headers are the sandbox's.
 */
import { backoffMs } from '../../../nodes/HandwrittenLetters/send/pacing/backoff';
import { Pacer } from '../../../nodes/HandwrittenLetters/send/pacing/pacer';
import { readRateLimit, readRetryAfterMs } from '../../../nodes/HandwrittenLetters/send/pacing/rateHeaders';
import { RateLimiter } from '../../../sandbox/src/api/rateLimit';
import type { Clock } from '../../../sandbox/src/time/clock';
import { VirtualClock } from '../../../tools/virtualClock';

const LIMIT = 100;
const MAX_IN_FLIGHT = 64;

/** Numbers that only look random, so that a failure can be seen again (mulberry32). */
function numbersFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

interface Result {
	seconds: number;
	throttled: number;
}

interface Case {
	processes: number;
	lettersEach: number;
	windowSeconds: number;
}

async function share(
	{ processes, lettersEach, windowSeconds }: Case,
	latencyMs: number,
	seed: number,
): Promise<Result> {
	const clock = new VirtualClock();
	const random = numbersFrom(seed);
	await clock.advance(Math.floor(random() * 1000));
	const limiter = new RateLimiter({ wallNow: clock.now } as Clock, {
		limit: LIMIT,
		windowSeconds,
	});
	const start = clock.now();
	const result = { seconds: 0, throttled: 0 };
	const oneWay = async () => {
		await clock.sleep(Math.round(latencyMs * (0.5 + random())));
	};
	const request = async () => {
		await oneWay();
		const { allowed, headers } = limiter.take('account');
		const date = new Date(clock.now()).toUTCString();
		await oneWay();
		if (!allowed) result.throttled += 1;
		const small = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
		return { allowed, headers: { ...Object.fromEntries(small), date } as Record<string, unknown> };
	};
	const send = async (letters: number) => {
		const run = new Pacer(clock).open(MAX_IN_FLIGHT);
		let left = letters;
		const worker = async () => {
			while (left > 0) {
				left -= 1;
				for (let attempt = 0, done = false; !done; attempt += 1) {
					const ticket = await run.acquire({ again: attempt > 0 });
					const { allowed, headers } = await request();
					const rate = readRateLimit(headers, clock.now());
					const pauseMs = backoffMs(attempt, readRetryAfterMs(headers, clock.now()), random);
					if (allowed) run.release(ticket, { outcome: 'fine', rate });
					else run.release(ticket, { outcome: 'throttled', rate, pauseMs });
					done = allowed;
				}
			}
		};
		await Promise.all(Array.from({ length: Math.min(MAX_IN_FLIGHT, letters) }, worker));
		result.seconds = (clock.now() - start) / 1000;
	};
	const progress = { done: false };
	const all = Promise.all(Array.from({ length: processes }, () => send(lettersEach))).finally(() => {
		progress.done = true;
	});
	while (!progress.done && (await clock.advanceToNext()));
	await all;
	return result;
}

/** The limit itself takes as long: a window begins with its first request. */
const WINDOWS_NEEDED = 3;

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[2] ?? NaN;

it.each([
	{ processes: 1, lettersEach: 360, windowSeconds: 60, slower: 1.03 },
	{ processes: 4, lettersEach: 90, windowSeconds: 6, slower: 1.3 },
	{ processes: 8, lettersEach: 45, windowSeconds: 6, slower: 1.3 },
])('$processes processes use up the limit in little more than its time', async (wanted) => {
	const results: Result[] = [];
	for (let seed = 1; seed <= 5; seed += 1) results.push(await share(wanted, 10, seed));
	const seconds = median(results.map((result) => result.seconds));
	expect(seconds / (WINDOWS_NEEDED * wanted.windowSeconds)).toBeLessThanOrEqual(wanted.slower);
	// Alone, it never runs into the limit; among others, a 429 costs a retry.
	if (wanted.processes === 1) expect(results.map(({ throttled }) => throttled)).toEqual([0, 0, 0, 0, 0]);
});
