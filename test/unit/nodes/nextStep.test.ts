/** What follows an attempt without a good answer, case by case: time and chance are arguments. */
import type { Situation } from '../../../nodes/shared/nextStep';
import { nextStep } from '../../../nodes/shared/nextStep';
import { Sending } from '../../../nodes/shared/sending';
import type { Again, Refused } from '../../../nodes/shared/verdict';

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

/** After the last of `attempts`, the first of which began `spentMs` ago. */
function after(
	verdict: Refused | Again,
	{
		attempts = 1,
		spentMs = 0,
		...situation
	}: Partial<Situation> & { attempts?: number; spentMs?: number } = {},
) {
	const sending = new Sending('key', DEADLINE_MS);
	for (let attempt = 0; attempt < attempts; attempt += 1) {
		sending.begin(NOW - spentMs);
		sending.note(verdict);
	}
	const rest = { now: NOW, heardAt: NOW - spentMs, random: () => 0.5 };
	return nextStep({ sending, verdict, ...rest, ...situation });
}

it('gives up after a final refusal', () => {
	expect(after(refused(422))).toEqual({});
});

it('closes the run to every request after a refused API key', () => {
	expect(after(refused(401))).toEqual({ close: { to: 'all', why: 'keyRefused' } });
});

it('asks once more, and only once, after a good status without an id', () => {
	expect(after(unreadable)).toEqual({ sleepMs: 0 });
	expect(after(unreadable, { attempts: 2 })).toEqual({});
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
});

it('closes the run to new requests when nothing was heard since the first attempt of one that gives up', () => {
	const spentMs = DEADLINE_MS;
	expect(after(again(500), { spentMs, heardAt: NOW - DEADLINE_MS - MINUTE })).toEqual({
		close: { to: 'new', why: 'noAnswer' },
	});
	expect(after(again(500), { spentMs, heardAt: NOW - MINUTE })).toEqual({});
});
