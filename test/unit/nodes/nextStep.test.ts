/** What is known of a request after each attempt, and what follows it: time and chance are arguments. */
import type { Progress } from '../../../nodes/HandwrittenLetters/service/nextStep';
import {
	begun,
	failureOf,
	nextStep,
	NOT_BEGUN,
	noted,
	spentMs,
} from '../../../nodes/HandwrittenLetters/service/nextStep';
import type { NotGood } from '../../../nodes/HandwrittenLetters/service/verdict';

const NOW = 1_800_000_000_000;
const DEADLINE_MS = 600_000;
const MINUTE = 60_000;

const refused = (status: number): NotGood => ({
	kind: 'refused',
	pace: { outcome: 'fine' },
	failure: { status },
	mayHaveBeenAccepted: false,
	retryAfterMs: 0,
});

const again = (status: number | undefined, retryAfterMs = 0): NotGood => ({
	kind: 'again',
	pace: { outcome: status === 429 ? 'throttled' : 'troubled' },
	failure: { status },
	mayHaveBeenAccepted: status !== 429,
	retryAfterMs,
});

const unreadable: NotGood = {
	...again(200),
	pace: { outcome: 'fine' },
	failure: { status: 200, body: {} },
	unreadable: true,
};

/** Each so long after the first. */
const course = (...attempts: Array<[verdict: NotGood, atMs: number]>): Progress =>
	attempts.reduce(
		(progress, [verdict, atMs]) => noted(begun(progress, NOW + atMs), verdict, NOW + atMs),
		NOT_BEGUN,
	);

interface Case {
	random?: () => number;
	attempts?: number;
	/** How long ago the first attempt began. */
	spent?: number;
}

/** After the last of `attempts`. */
function after(verdict: NotGood, { attempts = 1, spent = 0, ...others }: Case = {}) {
	const progress = course(
		...Array.from({ length: attempts }, (): [typeof verdict, number] => [verdict, -spent]),
	);
	return nextStep(progress, verdict, { now: NOW, deadlineMs: DEADLINE_MS, random: () => 0.5, ...others });
}

describe('what follows', () => {
	it('is the end of the run after a refused API key', () => {
		expect(after(refused(401))).toEqual({ endsRun: true });
	});

	it('is one more attempt, and only one, after a good status without an id', () => {
		expect(after(unreadable)).toEqual({ sleepMs: 0 });
		expect(after(unreadable, { attempts: 2 })).toEqual({});
	});

	describe('after 409, where an attempt before it may have been accepted', () => {
		const MOST_MS = 30_000;
		/** Answered 409 so long ago for the first time. */
		const busy = (sinceMs: number, verdict = refused(409)) => {
			const before = course([again(503), -sinceMs - 1000], [refused(409), -sinceMs]);
			const progress = sinceMs > 0 ? noted(begun(before, NOW), refused(409), NOW) : before;
			return nextStep(progress, verdict, { now: NOW, deadlineMs: DEADLINE_MS, random: () => 0.5 });
		};

		it('is another attempt for 30 s: the service may still be busy with that one', () => {
			expect(busy(0)).toEqual({ sleepMs: 500 });
			expect(busy(MOST_MS - 100)).toEqual({ sleepMs: 100 });
			expect(busy(MOST_MS)).toEqual({});
		});

		it('is nothing after any other refusal', () => {
			expect(busy(0, refused(422))).toEqual({});
		});

		it('is nothing where no attempt may have been accepted', () => {
			expect(after(refused(409))).toEqual({});
			expect(after(refused(409), { attempts: 2 })).toEqual({});
		});
	});

	it.each([500, 408, undefined])('is a sleep of this request alone after %s, longer each time', (status) => {
		expect(after(again(status))).toEqual({ sleepMs: 250 });
		expect(after(again(status), { attempts: 4 })).toEqual({ sleepMs: 2000 });
	});

	it('is a pause of the account after 429, for the whole Retry-After', () => {
		expect(after(again(429))).toEqual({ pauseMs: 250, sleepMs: 0 });
		expect(after(again(429, 30_000))).toEqual({ pauseMs: 30_000, sleepMs: 0 });
	});

	it('is nothing when the next attempt would come after the deadline; the account pauses all the same', () => {
		const late = { isLate: true };
		const spent = DEADLINE_MS - 100;
		expect(after(again(500), { spent })).toEqual(late);
		expect(after(again(429), { spent })).toEqual({ pauseMs: 250, ...late });
		expect(after(again(500), { spent, random: () => 0.1 })).toEqual({ sleepMs: 50 });
		expect(after(again(429, DEADLINE_MS))).toEqual({ pauseMs: DEADLINE_MS, sleepMs: 0 });
		expect(after(again(503, MINUTE), { spent: DEADLINE_MS - MINUTE })).toEqual({ sleepMs: MINUTE });
	});

	it('says until when the service asked to wait, where that is too long', () => {
		const until = (at: number) => ({ reason: { heldBack: 'paused', until: at } });
		const pauseMs = DEADLINE_MS + 1;
		expect(after(again(429, pauseMs))).toEqual({ pauseMs, ...until(NOW + pauseMs), isLate: false });
		expect(after(again(429, MINUTE), { spent: DEADLINE_MS - 1000 })).toEqual({
			pauseMs: MINUTE,
			...until(NOW + MINUTE),
			isLate: true,
		});
		expect(after(again(429), { spent: DEADLINE_MS + 1000 })).toEqual({ pauseMs: 250, isLate: true });
	});

	it('is never a pause of the account after 5xx, and a wait of at most a minute of its Retry-After', () => {
		expect(after(again(503, 20_000))).toEqual({ sleepMs: 20_000 });
		expect(after(again(503, 3_600_000))).toEqual({ sleepMs: MINUTE });
	});
});

describe('what it is given up with', () => {
	const failureAfter = (progress: Progress, mayExist?: boolean) =>
		failureOf(progress, NOW + 1499, { stopped: false, mayExist });

	it('has spent nothing of its time before its first attempt', () => {
		expect(spentMs(NOT_BEGUN, NOW)).toBe(0);
		expect(spentMs(begun(begun(NOT_BEGUN, NOW), NOW + 1), NOW + 2)).toBe(2);
	});

	it('is what its last attempt came to', () => {
		expect(failureAfter(course([again(503), 0], [refused(422), 1000]))).toEqual({
			status: 422,
			attempts: 2,
			seconds: 1,
			mayHaveBeenAccepted: true,
			stopped: false,
		});
	});

	it('is why it is not tried now, and that an answer without an id came', () => {
		const failure = failureOf(course([unreadable, 0], [refused(422), 0]), NOW, {
			stopped: true,
			reason: { heldBack: 'paused', status: 1 },
		});
		expect(failure).toMatchObject({ heldBack: 'paused', status: 200, body: {}, stopped: true });
	});

	it.each<[string, Progress, boolean | undefined, boolean]>([
		['it was refused', course([refused(422), 0]), undefined, false],
		['an attempt before it may have been', course([again(503), 0], [refused(422), 0]), false, true],
		['an earlier run has sent it', course([refused(422), 0]), true, true],
		['an earlier run has sent it, and it is there', course([refused(409), 0]), true, false],
		['nothing was sent', NOT_BEGUN, undefined, false],
	])('may have been accepted where %s', (_where, progress, mayExist, expected) => {
		expect(failureAfter(progress, mayExist).mayHaveBeenAccepted).toBe(expected);
	});

	it('counts the answers without an id alone', () => {
		expect(course([unreadable, 0], [again(503), 0], [refused(422), 0]).unreadableAnswers).toBe(1);
	});

	it('is busy since the first 409 after an attempt that may have been accepted', () => {
		expect(course([again(503), 0], [refused(422), 1]).busySince).toBeUndefined();
		expect(course([refused(409), 0]).busySince).toBeUndefined();
		expect(course([again(503), 0], [refused(409), 1], [refused(409), 2]).busySince).toBe(NOW + 1);
	});
});
