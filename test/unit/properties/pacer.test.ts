/**
 * Whatever runs share an account and however slow the service is: one process keeps to the limit, no
 * run waits for ever, and all come to their end. The time is virtual, the limiter is the sandbox's.
 */
import fc from 'fast-check';

import type { PacedRun } from '../../../nodes/HandwrittenLetters/send/pacing/pacedRun';
import { Pacer } from '../../../nodes/HandwrittenLetters/send/pacing/pacer';
import { readRateLimit } from '../../../nodes/HandwrittenLetters/send/pacing/rateHeaders';
import { RateLimiter } from '../../../sandbox/src/api/rateLimit';
import type { Clock } from '../../../sandbox/src/time/clock';
import { VirtualClock } from '../../../tools/virtualClock';

interface Case {
	/** How many letters each run has, and how many it sends at once. */
	runs: Array<{ letters: number; maxInFlight: number }>;
	/** More than the first requests, which leave before anything is known. */
	limit: number;
	windowSeconds: number;
	latenciesMs: number[];
}

const cases = fc.record({
	runs: fc.array(
		fc.record({ letters: fc.integer({ min: 1, max: 12 }), maxInFlight: fc.integer({ min: 1, max: 8 }) }),
		{
			minLength: 1,
			maxLength: 4,
		},
	),
	limit: fc.integer({ min: 8, max: 20 }),
	windowSeconds: fc.integer({ min: 1, max: 60 }),
	latenciesMs: fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 1, maxLength: 8 }),
});

interface Result {
	/** Answers with 429. */
	throttled: number;
	sent: number;
	/** The most places that others got while a run waited with a request to spare. */
	longestWait: number;
}

async function send({ runs, limit, windowSeconds, latenciesMs }: Case): Promise<Result> {
	const clock = new VirtualClock();
	const limiter = new RateLimiter({ wallNow: clock.now } as Clock, { limit, windowSeconds });
	const pacer = new Pacer(clock);
	const result = { throttled: 0, sent: 0, longestWait: 0 };
	/** How many places others have got since a run got one, while it could have taken it. */
	const passedOver = new Map<PacedRun, number>();
	const open = (maxInFlight: number): PacedRun => {
		const run = pacer.open(maxInFlight);
		const admit = run.admit.bind(run);
		run.admit = (ticket) => {
			passedOver.set(run, 0);
			for (const [other, times] of passedOver) {
				if (other === run || !other.isReady) continue;
				passedOver.set(other, times + 1);
				result.longestWait = Math.max(result.longestWait, times + 1);
			}
			admit(ticket);
		};
		passedOver.set(run, 0);
		return run;
	};
	const request = async () => {
		const latencyMs = latenciesMs[result.sent % latenciesMs.length] ?? 0;
		result.sent += 1;
		const { allowed, headers } = limiter.take('account');
		const date = new Date(clock.now()).toUTCString();
		await clock.sleep(latencyMs);
		if (!allowed) result.throttled += 1;
		const small = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
		return readRateLimit({ ...Object.fromEntries(small), date } as Record<string, unknown>, clock.now());
	};
	const sendRun = async ({ letters, maxInFlight }: Case['runs'][number]) => {
		const run = open(maxInFlight);
		await Promise.all(
			Array.from({ length: letters }, async () => {
				const ticket = await run.acquire();
				run.release(ticket, { outcome: 'fine', rate: await request() });
			}),
		);
	};
	const progress = { done: false };
	const all = Promise.all(runs.map(sendRun)).finally(() => {
		progress.done = true;
	});
	while (!progress.done && (await clock.advanceToNext()));
	if (!progress.done) throw new Error('Somebody waits for ever');
	await all;
	return result;
}

it('keeps to the limit, passes over no run that waits, and ends', async () => {
	await fc.assert(
		fc.asyncProperty(cases, async (one) => {
			const { throttled, sent, longestWait } = await send(one);
			expect(throttled).toBe(0);
			expect(sent).toBe(one.runs.reduce((sum, { letters }) => sum + letters, 0));
			expect(longestWait).toBeLessThan(one.runs.length);
		}),
		{ numRuns: 60 },
	);
});
