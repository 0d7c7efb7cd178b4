import { backoffMs } from '../../../nodes/HandwrittenLetters/service/nextStep';
import type { Pace, PacedRun, Place, PlaceRequest } from '../../../nodes/HandwrittenLetters/service/pacer';
import { NoPlace, Pacer, pacerFor } from '../../../nodes/HandwrittenLetters/service/pacer';
import type { RateLimit } from '../../../nodes/HandwrittenLetters/service/rateLimit';
import { settle, VirtualClock } from '../../../tools/virtualClock';

/** Asks for a place and says whether it has been given. */
function ask(run: PacedRun, request: PlaceRequest = {}) {
	const asked: { place?: Place; refused?: unknown } = {};
	run.acquire(request).then(
		(place) => (asked.place = place),
		(error: unknown) => (asked.refused = error),
	);
	return asked;
}

async function askMany(run: PacedRun, count: number, request: PlaceRequest = {}) {
	const all = Array.from({ length: count }, () => ask(run, request));
	await settle();
	return all;
}

const admitted = (asked: Array<{ place?: Place }>) => asked.filter(({ place }) => place !== undefined).length;

const FINE: Pace = { outcome: 'fine' };

describe('Pacer', () => {
	let clock: VirtualClock;
	let pacer: Pacer;
	let run: PacedRun;
	beforeEach(() => {
		clock = new VirtualClock();
		pacer = new Pacer(clock);
		run = pacer.open(64);
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
			run.release(await run.acquire(), FINE);
		}
	}

	/** Uses the limit up with requests of this process alone, one after the other. */
	async function spend(rate: RateLimit): Promise<void> {
		for (let remaining = rate.limit - 1; remaining >= 0; remaining -= 1) {
			run.release(await run.acquire(), { outcome: 'fine', rate: { ...rate, remaining } });
		}
	}

	it('of one account is the same for every run of the process', () => {
		expect(pacerFor('a')).toBe(pacerFor('a'));
		expect(pacerFor('b')).not.toBe(pacerFor('a'));
		expect(pacerFor('a')).toBeInstanceOf(Pacer);
	});

	it('says that a run is held up only where it waits for an instant', async () => {
		const one = pacer.open(1);
		const place = await one.acquire();
		ask(one);
		await settle();
		expect(one.heldUntil).toBeUndefined();
		one.release(place, { outcome: 'throttled', pauseMs: 1000 });
		expect(one.heldUntil).toBe(clock.now() + 1000);
	});

	it('grows slowly once it has met trouble', async () => {
		const [first] = await askMany(run, 1);
		run.release(first?.place as Place, { outcome: 'troubled' });
		const sizes: number[] = [];
		for (let round = 0; round < 6; round += 1) {
			const asked = await askMany(run, 20);
			sizes.push(admitted(asked));
			run.close(new Error('the next round'), 'new');
			for (const { place } of asked) if (place !== undefined) run.release(place, FINE);
			run = pacer.open(64);
		}
		expect(sizes).toEqual([1, 2, 2, 3, 4, 5]);
	});

	it('shrinks once for each burst of failures, however many bursts there were', async () => {
		const burst = async () => {
			const asked = await askMany(run, 20);
			run.close(new Error('the next burst'), 'new');
			for (const { place } of asked) if (place !== undefined) run.release(place, { outcome: 'troubled' });
			run = pacer.open(64);
			return admitted(asked);
		};
		expect([await burst(), await burst(), await burst()]).toEqual([8, 4, 2]);
	});

	it('grows slowly from the very size that it has shrunk to', async () => {
		const [first, ...others] = await askMany(run, 8);
		run.release(first?.place as Place, { outcome: 'troubled' });
		for (const { place } of others.slice(0, 4)) run.release(place as Place, FINE);
		// Of 3 under way, and 4 places and nearly a fifth.
		expect(admitted(await askMany(run, 8))).toBe(1);
	});

	it('starts with few requests and grows while the service answers well', async () => {
		const first = await askMany(run, 200);
		expect(admitted(first)).toBe(8);
		for (const { place } of first) if (place !== undefined) run.release(place, FINE);
		await settle();
		// The 8 have left their places, and each has made room for one more.
		expect(admitted(first)).toBe(24);
	});

	it('waits for the new window when the limit is used up, and then sends again', async () => {
		await spend(limitOf(0, 60));
		const asked = await askMany(run, 20);
		await clock.advance(59_999);
		expect(admitted(asked)).toBe(0);
		await clock.advance(1);
		// One finds out what is left of the new window.
		expect(admitted(asked)).toBe(1);
		for (const { place } of asked)
			if (place !== undefined) run.release(place, { outcome: 'fine', rate: limitOf(99, 120) });
		await settle();
		expect(admitted(asked)).toBe(20);
	});

	it('lets a run with one request at a time go on beside one that has filled the window', async () => {
		const many = await askMany(run, 100);
		expect(admitted(many)).toBe(8);
		const small = await askMany(pacer.open(1), 1);
		expect(admitted(small)).toBe(0);
		const places = many.flatMap(({ place }) => place ?? []);
		for (const place of places.slice(0, 2)) run.release(place, { outcome: 'unknown' });
		await settle();
		expect(admitted(small)).toBe(1);
		expect(admitted(many)).toBe(9);
	});

	it('serves those that were sent before first, and in their sequence', async () => {
		const one = pacer.open(1);
		const place = await one.acquire();
		const [fresh, first, second] = [ask(one), ask(one, { again: true }), ask(one, { again: true })];
		one.release(place, FINE);
		await settle();
		expect([admitted([fresh]), admitted([first]), admitted([second])]).toEqual([0, 1, 0]);
	});

	it('rejects only requests that were never sent, once the run is closed to new ones', async () => {
		run.release(await run.acquire(), { outcome: 'throttled', pauseMs: 1000 });
		const [fresh, again] = [ask(run), ask(run, { again: true })];
		run.close(new Error('closed'), 'new');
		const late = ask(run);
		await settle();
		expect([fresh.refused, late.refused]).toEqual([new Error('closed'), new Error('closed')]);
		await clock.advance(1000);
		expect(again.place).toBeDefined();
		run.close(new Error('closed to all'), 'all');
		const more = ask(run, { again: true });
		await settle();
		expect(more.refused).toEqual(new Error('closed to all'));
	});

	it('measures how long a run waited for the limit, once for all its requests, and says until when', async () => {
		const held = pacer.open(64);
		held.release(await held.acquire(), { outcome: 'throttled', pauseMs: 30_000 });
		await clock.advance(5000);
		const asked = await askMany(held, 5);
		expect(held.heldUntil).toBe(clock.now() + 25_000);
		await clock.advance(25_000);
		expect(admitted(asked)).toBeGreaterThan(0);
		expect(held.waitedMs).toBe(25_000);
		expect(run.waitedMs).toBe(0);
	});

	it('pauses the whole account for the whole Retry-After', async () => {
		await warmUp();
		run.release(await run.acquire(), { outcome: 'throttled', pauseMs: 30_000 });
		const asked = await askMany(pacer.open(1), 3);
		await clock.advance(29_999);
		expect(admitted(asked)).toBe(0);
		await clock.advance(1);
		expect(admitted(asked)).toBe(1);
	});

	it('rejects requests at once whose deadline comes before the end of a pause, also those that wait already', async () => {
		const one = pacer.open(1);
		const place = await one.acquire();
		const [hasty, patient] = [ask(one, { patienceMs: 29_999 }), ask(one, { patienceMs: 30_000 })];
		one.release(place, { outcome: 'throttled', pauseMs: 30_000 });
		const late = ask(one, { patienceMs: 29_999 });
		await settle();
		expect(hasty.refused).toBeInstanceOf(NoPlace);
		expect(late.refused).toBeInstanceOf(NoPlace);
		await clock.advance(30_000);
		expect(admitted([hasty, patient, late])).toBe(1);
	});

	describe('paused for longer than a new run would wait', () => {
		const DAY_MS = 86_400_000;
		const PATIENCE = { patienceMs: 60_000 };

		async function pauseForADay() {
			const first = pacer.open(1);
			first.release(await first.acquire(), { outcome: 'throttled', pauseMs: DAY_MS });
		}

		it('goes on at once where that answer is a good one', async () => {
			await pauseForADay();
			const one = pacer.open(2);
			const [asking, waiting] = [ask(one, PATIENCE), ask(one, PATIENCE)];
			await settle();
			one.release(asking.place as Place, { outcome: 'fine' });
			await settle();
			expect(admitted([waiting])).toBe(1);
		});

		it('stays paused where it is not, or where another answer is good', async () => {
			const slow = pacer.open(2);
			const underWay = await slow.acquire();
			await pauseForADay();
			slow.release(underWay, { outcome: 'fine' });
			const one = pacer.open(2);
			const [asking, waiting] = [ask(one, PATIENCE), ask(one, PATIENCE)];
			await settle();
			one.release(asking.place as Place, { outcome: 'throttled', pauseMs: DAY_MS });
			await settle();
			expect(waiting.refused).toBeInstanceOf(NoPlace);
			expect(admitted([ask(one, PATIENCE)])).toBe(0);
		});
	});

	it('stops waiting at once when the execution is cancelled, and keeps no timer', async () => {
		run.release(await run.acquire(), { outcome: 'throttled', pauseMs: 30_000 });
		const asked = ask(run, { again: true });
		await settle();
		expect(clock.sleeping).toBe(1);
		run.close(new Error('cancelled'), 'all');
		await settle();
		expect(asked.refused).toEqual(new Error('cancelled'));
		expect(clock.sleeping).toBe(0);
	});
});

describe('backoffMs', () => {
	it('doubles the range of the random wait, up to 30 seconds', () => {
		expect(backoffMs(0, 0, () => 0.999_999)).toBe(500);
		expect(backoffMs(3, 0, () => 0.999_999)).toBe(4000);
		expect(backoffMs(20, 0, () => 0.999_999)).toBe(30_000);
		expect(backoffMs(3, 0, () => 0)).toBe(0);
	});

	it('never waits for less than Retry-After', () => {
		expect(backoffMs(0, 12_000, () => 0.999_999)).toBe(12_000);
	});
});
