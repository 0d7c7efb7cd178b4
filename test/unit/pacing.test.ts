import type { Answer, RateLimit, Ticket } from '../../nodes/shared/pacing';
import { backoffMs, PausedTooLong, Pacer } from '../../nodes/shared/pacing';
import { settle, VirtualClock } from '../support/virtualClock';

/** Asks for a place and says whether it has been given. */
function ask(pacer: Pacer, maxInFlight = 64, signal?: AbortSignal, patienceMs?: number) {
	const asked: { ticket?: Ticket; refused?: unknown } = {};
	pacer.acquire(maxInFlight, signal, patienceMs).then(
		(ticket) => (asked.ticket = ticket),
		(error: unknown) => (asked.refused = error),
	);
	return asked;
}

async function askMany(pacer: Pacer, count: number, maxInFlight = 64) {
	const all = Array.from({ length: count }, () => ask(pacer, maxInFlight));
	await settle();
	return all;
}

const admitted = (asked: Array<{ ticket?: Ticket }>) => asked.filter(({ ticket }) => ticket).length;

const FINE: Answer = { outcome: 'fine' };

describe('Pacer', () => {
	let clock: VirtualClock;
	let pacer: Pacer;
	beforeEach(() => {
		clock = new VirtualClock();
		pacer = new Pacer(clock);
	});

	const limitOf = (remaining: number, seconds = 60, limit = 100): RateLimit => ({
		limit,
		remaining,
		reset: Math.floor(clock.now() / 1000) + seconds,
		resetAt: clock.now() + seconds * 1000,
	});

	/** Sends and answers until the window is wide open. */
	async function warmUp(): Promise<void> {
		for (let count = 0; count < 100; count += 1) {
			pacer.release(await pacer.acquire(64), FINE);
		}
	}

	it('starts with few requests and grows while the service answers well', async () => {
		const first = await askMany(pacer, 200);
		expect(admitted(first)).toBe(8);
		for (const { ticket } of first) if (ticket) pacer.release(ticket, FINE);
		await settle();
		expect(admitted(first)).toBe(8 + 16);
	});

	it('goes on as before when requests are given up by a cancelled execution', async () => {
		await warmUp();
		const cancelled = await askMany(pacer, 20);
		for (const { ticket } of cancelled) if (ticket) pacer.release(ticket, { outcome: 'unknown' });
		expect(admitted(await askMany(pacer, 100))).toBe(64);
	});

	it('never has more in flight than the execution allows', async () => {
		await warmUp();
		expect(admitted(await askMany(pacer, 10, 3))).toBe(3);
	});

	it('never has more in flight than X-RateLimit-Remaining', async () => {
		await warmUp();
		pacer.release(await pacer.acquire(64), { outcome: 'fine', rate: limitOf(5) });
		expect(admitted(await askMany(pacer, 20))).toBe(5);
	});

	it('takes the smallest Remaining of a window, whatever the order of the answers', async () => {
		await warmUp();
		const [one, two] = [await pacer.acquire(64), await pacer.acquire(64)];
		const [late, early] = [limitOf(2), limitOf(3)];
		pacer.release(one, { outcome: 'fine', rate: late });
		pacer.release(two, { outcome: 'fine', rate: early });
		expect(admitted(await askMany(pacer, 10))).toBe(2);
	});

	it('waits for the new window when the limit is used up, and then sends again', async () => {
		await warmUp();
		pacer.release(await pacer.acquire(64), { outcome: 'fine', rate: limitOf(0, 60) });
		const asked = await askMany(pacer, 20);
		await clock.advance(59_099);
		expect(admitted(asked)).toBe(0);
		await clock.advance(901);
		expect(admitted(asked)).toBe(20);
	});

	it('tries with one request alone whether the window ended within the rounding of its headers', async () => {
		await warmUp();
		pacer.release(await pacer.acquire(64), { outcome: 'fine', rate: limitOf(0, 60) });
		const asked = await askMany(pacer, 20);
		await clock.advance(59_100);
		expect(admitted(asked)).toBe(1);
		const [first] = asked;
		if (first?.ticket) pacer.release(first.ticket, { outcome: 'fine', rate: limitOf(99, 61) });
		await settle();
		expect(admitted(asked)).toBe(20);
	});

	it('tries half as early after a refusal, never after a second one, and keeps its pace', async () => {
		await warmUp();
		const spend = async () => {
			pacer.release(await pacer.acquire(64), { outcome: 'fine', rate: limitOf(0, 60) });
			return await askMany(pacer, 64);
		};
		const refuse = async ([first]: Array<{ ticket?: Ticket }>) => {
			if (first?.ticket) pacer.release(first.ticket, { outcome: 'throttled', pauseMs: 1000 });
			await settle();
		};
		const answer = (asked: Array<{ ticket?: Ticket }>) => {
			for (const { ticket } of asked) if (ticket) pacer.release(ticket, FINE);
		};
		for (const earlyMs of [900, 450]) {
			const asked = await spend();
			await clock.advance(60_000 - earlyMs - 1);
			expect(admitted(asked)).toBe(0);
			await clock.advance(1);
			expect(admitted(asked)).toBe(1);
			await refuse(asked);
			await clock.advance(1000);
			expect(admitted(asked)).toBe(64);
			answer(asked.slice(1));
		}
		const asked = await spend();
		await clock.advance(59_999);
		expect(admitted(asked)).toBe(0);
		await clock.advance(1);
		expect(admitted(asked)).toBe(64);
	});

	it('does not run into a small limit when its window begins anew', async () => {
		await warmUp();
		pacer.release(await pacer.acquire(64), { outcome: 'fine', rate: limitOf(0, 60, 5) });
		const asked = await askMany(pacer, 20);
		await clock.advance(60_000);
		expect(admitted(asked)).toBe(5);
		for (const { ticket } of asked) if (ticket) pacer.release(ticket, FINE);
		await settle();
		expect(admitted(asked)).toBe(10);
	});

	it('holds the whole account for the whole Retry-After', async () => {
		await warmUp();
		pacer.release(await pacer.acquire(64), { outcome: 'throttled', pauseMs: 30_000 });
		const asked = await askMany(pacer, 3, 1);
		await clock.advance(29_999);
		expect(admitted(asked)).toBe(0);
		await clock.advance(1);
		expect(admitted(asked)).toBe(1);
	});

	it('refuses at once who would not wait a pause out, also one who waits already', async () => {
		const ticket = await pacer.acquire(1);
		const [hasty, patient] = [ask(pacer, 1, undefined, 29_999), ask(pacer, 1, undefined, 30_000)];
		pacer.release(ticket, { outcome: 'throttled', pauseMs: 30_000 });
		const late = ask(pacer, 1, undefined, 29_999);
		await settle();
		expect(hasty.refused).toBeInstanceOf(PausedTooLong);
		expect(late.refused).toBeInstanceOf(PausedTooLong);
		await clock.advance(30_000);
		expect(admitted([hasty, patient, late])).toBe(1);
	});

	it('halves its window once for a burst of failures, not once for each', async () => {
		await warmUp();
		const burst = await askMany(pacer, 32);
		expect(admitted(burst)).toBe(32);
		for (const { ticket } of burst) if (ticket) pacer.release(ticket, { outcome: 'troubled' });
		expect(admitted(await askMany(pacer, 64))).toBe(16);
	});

	it('ignores a reset that lies too far away to be a window', async () => {
		await warmUp();
		pacer.release(await pacer.acquire(64), { outcome: 'fine', rate: limitOf(0, 50_000) });
		expect(admitted(await askMany(pacer, 2))).toBe(2);
	});

	it('stops waiting at once when the execution is cancelled, and keeps no timer', async () => {
		pacer.release(await pacer.acquire(64), { outcome: 'throttled', pauseMs: 30_000 });
		const cancel = new AbortController();
		const asked = ask(pacer, 64, cancel.signal);
		await settle();
		expect(clock.sleeping).toBe(1);
		cancel.abort(new Error('cancelled'));
		await settle();
		expect(asked.refused).toEqual(new Error('cancelled'));
		expect(clock.sleeping).toBe(0);
	});
});

describe('backoffMs', () => {
	it('spreads over the whole doubling range, capped', () => {
		expect(backoffMs(0, 0, () => 0.999_999)).toBe(500);
		expect(backoffMs(3, 0, () => 0.999_999)).toBe(4000);
		expect(backoffMs(20, 0, () => 0.999_999)).toBe(30_000);
		expect(backoffMs(3, 0, () => 0)).toBe(0);
	});

	it('never cuts Retry-After short', () => {
		expect(backoffMs(0, 12_000, () => 0.999_999)).toBe(12_000);
	});
});
