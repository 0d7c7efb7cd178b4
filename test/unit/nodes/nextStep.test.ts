/** What follows an attempt without a good answer, case by case: time and chance are arguments. */
import type { Heard, Situation } from '../../../nodes/HandwrittenLetters/service/attempt/nextStep';
import { firstAsked, nextStep, noted } from '../../../nodes/HandwrittenLetters/service/attempt/nextStep';
import { Sending } from '../../../nodes/HandwrittenLetters/service/attempt/sending';
import type { Again, Refused } from '../../../nodes/HandwrittenLetters/service/attempt/verdict';

const NOW = 1_800_000_000_000;
const DEADLINE_MS = 600_000;
const MINUTE = 60_000;

const refused = (status: number): Refused => ({
	kind: 'refused',
	answer: { outcome: 'fine' },
	failure: { status },
	mayHaveBeenAccepted: false,
});

const again = (status: number | undefined, retryAfterMs = 0): Again => ({
	kind: 'again',
	answer: { outcome: status === 429 ? 'throttled' : 'troubled' },
	failure: { status },
	mayHaveBeenAccepted: status !== 429,
	retryAfterMs,
});

const unreadable: Again = { ...again(200), answer: { outcome: 'fine' }, unreadable: true };

interface Case extends Partial<Omit<Situation, 'heard'>> {
	attempts?: number;
	/** How long ago the first attempt began. */
	spentMs?: number;
	heard?: Partial<Heard>;
	isProbe?: boolean;
}

/** After the last of `attempts`, of a service that answered well when the first one began. */
function after(
	verdict: Refused | Again,
	{ attempts = 1, spentMs = 0, isProbe = false, heard, ...others }: Case = {},
) {
	const begunAt = NOW - spentMs;
	const sending = new Sending(DEADLINE_MS);
	sending.isProbe = isProbe;
	for (let attempt = 0; attempt < attempts; attempt += 1) {
		sending.begin(begunAt);
		sending.note(verdict, begunAt);
	}
	const known = { ...firstAsked(begunAt), hasAnswered: true, acceptedAt: NOW, ...heard };
	return nextStep({ sending, verdict, now: NOW, heard: known, random: () => 0.5, ...others });
}

it('closes the run to every request after a refused API key', () => {
	expect(after(refused(401))).toEqual({ close: { to: 'all', why: 'keyRefused' } });
});

it('asks once more, and only once, after a good status without an id', () => {
	expect(after(unreadable)).toEqual({ sleepMs: 0 });
	expect(after(unreadable, { attempts: 2 })).toEqual({});
});

describe('after 409, where an attempt before it may have been accepted', () => {
	const MOST_MS = 30_000;
	/** Answered 409 so long ago for the first time. */
	const busy = (sinceMs: number) => {
		const sending = new Sending(DEADLINE_MS);
		const note = (verdict: Refused | Again, agoMs: number) => {
			sending.begin(NOW - agoMs);
			sending.note(verdict, NOW - agoMs);
		};
		note(again(503), sinceMs + 1000);
		note(refused(409), sinceMs);
		if (sinceMs > 0) note(refused(409), 0);
		const heard = { ...firstAsked(NOW - sinceMs - 1000), hasAnswered: true, acceptedAt: NOW };
		return (verdict = refused(409)) => nextStep({ sending, verdict, now: NOW, heard, random: () => 0.5 });
	};

	it('asks again for 30 s: the service may still be busy with that one', () => {
		expect(busy(0)()).toEqual({ sleepMs: 500 });
		expect(busy(MOST_MS - 100)()).toEqual({ sleepMs: 100 });
		expect(busy(MOST_MS)()).toEqual({});
	});

	it('gives up after any other refusal', () => {
		expect(busy(0)(refused(422))).toEqual({});
	});

	it('takes it for final where no attempt may have been accepted', () => {
		expect(after(refused(409))).toEqual({});
		expect(after(refused(409), { attempts: 2 })).toEqual({});
	});
});

it.each([500, 408, undefined])('lets this request alone sleep after %s, longer each time', (status) => {
	expect(after(again(status))).toEqual({ sleepMs: 250 });
	expect(after(again(status), { attempts: 4 })).toEqual({ sleepMs: 2000 });
});

it('pauses the account after 429, for the whole Retry-After', () => {
	expect(after(again(429))).toEqual({ pauseMs: 250, sleepMs: 0 });
	expect(after(again(429, 30_000))).toEqual({ pauseMs: 30_000, sleepMs: 0 });
});

it('gives up when the next attempt would come after the deadline, and still pauses the account', () => {
	expect(after(again(429, DEADLINE_MS + 1))).toEqual({ pauseMs: DEADLINE_MS + 1 });
	const spentMs = DEADLINE_MS - 100;
	expect(after(again(500), { spentMs })).toEqual({});
	expect(after(again(500), { spentMs, random: () => 0.1 })).toEqual({ sleepMs: 50 });
	expect(after(again(429, DEADLINE_MS))).toEqual({ pauseMs: DEADLINE_MS, sleepMs: 0 });
	expect(after(again(503, MINUTE), { spentMs: DEADLINE_MS - MINUTE })).toEqual({ sleepMs: MINUTE });
});

it('never lets 5xx pause the account, and waits at most a minute of its Retry-After', () => {
	expect(after(again(503, 20_000))).toEqual({ sleepMs: 20_000 });
	expect(after(again(503, 3_600_000))).toEqual({ sleepMs: MINUTE });
});

describe('when the service may be gone', () => {
	const begunAt = NOW - DEADLINE_MS;
	const silent = { spentMs: DEADLINE_MS, heard: { acceptedAt: begunAt - 1 } };

	it('doubts it when a request is given up and nothing was accepted since its first attempt', () => {
		expect(after(again(500), silent)).toEqual({ doubt: true });
		expect(after(again(500), { ...silent, heard: { acceptedAt: NOW - MINUTE } })).toEqual({});
		expect(after(again(500), { ...silent, heard: { acceptedAt: begunAt } })).toEqual({});
	});

	it('closes the run when its probe gets no answer either', () => {
		const doubted = { spentMs: 1000, heard: { ...silent.heard, doubtedAt: NOW - MINUTE } };
		const closed = { close: { to: 'new', why: 'noAnswer' } };
		expect(after(again(undefined), { ...doubted, isProbe: true })).toEqual(closed);
		const atOnce = { ...doubted, spentMs: MINUTE, isProbe: true };
		expect(after(again(undefined), atOnce)).toEqual(closed);
		expect(after(again(500), doubted)).toEqual({ sleepMs: 250 });
		expect(after(again(429), { ...doubted, isProbe: true })).toEqual({ pauseMs: 250, sleepMs: 0 });
	});

	it('does not let the probe of an earlier doubt close the run', () => {
		const heard = { ...silent.heard, doubtedAt: NOW - MINUTE };
		expect(after(again(500), { spentMs: 2 * MINUTE, heard, isProbe: true })).toEqual({ sleepMs: 250 });
	});
});

describe('when the limit stays used up', () => {
	it('closes the run when a request is given up ten minutes after the last good answer', () => {
		const close = { to: 'new', why: 'limitSpent' };
		const spent = { spentMs: DEADLINE_MS - 100, heard: { acceptedAt: NOW - DEADLINE_MS } };
		expect(after(again(429), spent)).toEqual({ pauseMs: 250, close });
	});

	it('goes on before ten minutes have passed, however short the deadline is', () => {
		const sending = new Sending(MINUTE);
		sending.begin(NOW - MINUTE);
		const situation = { sending, verdict: again(429), now: NOW, random: () => 0.5 };
		expect(nextStep({ ...situation, heard: firstAsked(NOW - 9 * MINUTE) })).toEqual({ pauseMs: 250 });
		// The next attempt would come 250 ms later.
		const closing = NOW - 10 * MINUTE + 250;
		expect(nextStep({ ...situation, heard: firstAsked(closing) })).toHaveProperty('close');
		expect(nextStep({ ...situation, heard: firstAsked(closing + 1) })).toEqual({ pauseMs: 250 });
	});

	it('leaves it to a pause longer than the deadline to say until when', () => {
		const earlier = { spentMs: 1000, heard: { acceptedAt: NOW - 2000 } };
		expect(after(again(429, DEADLINE_MS + 1), earlier)).toEqual({ pauseMs: DEADLINE_MS + 1 });
		expect(after(again(429, DEADLINE_MS), earlier)).toHaveProperty('close');
	});

	it('does not count 429, 5xx or silence as a good answer', () => {
		const heard = firstAsked(NOW - MINUTE);
		for (const verdict of [again(429), again(500), again(undefined)]) {
			expect(noted(heard, verdict, NOW).acceptedAt).toBe(-Infinity);
		}
		expect(noted(heard, refused(422), NOW)).toMatchObject({ acceptedAt: NOW, hasAnswered: true });
	});
});

describe('when nothing has answered at all', () => {
	const unheard = (spentMs: number, hasAnswered = false) =>
		after(again(undefined), {
			attempts: 8,
			spentMs,
			firstAnswerMs: 30_000,
			heard: { hasAnswered, acceptedAt: -Infinity },
		});

	it('asks a last time when the time for the first answer ends, and then closes the run', () => {
		expect(unheard(29_000)).toEqual({ sleepMs: 1000 });
		expect(unheard(30_000)).toEqual({ close: { to: 'all', why: 'noAnswer' } });
	});

	it('keeps to the deadline once anything has answered, be it with an error', () => {
		expect(unheard(30_000, true)).toEqual({ sleepMs: 15_000 });
		expect(noted(firstAsked(NOW), again(500), NOW).hasAnswered).toBe(true);
		expect(noted(firstAsked(NOW), again(undefined), NOW).hasAnswered).toBe(false);
	});
});
