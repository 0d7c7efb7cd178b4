import { Sending } from '../../../nodes/HandwrittenLetters/service/attempt/sending';
import type { Again, Refused } from '../../../nodes/HandwrittenLetters/service/attempt/verdict';

const NOW = 1_800_000_000_000;

const refused = (status: number): Refused => ({
	kind: 'refused',
	answer: { outcome: 'fine' },
	failure: { status },
	mayHaveBeenAccepted: false,
});
const again = (status: number, more: Partial<Again> = {}): Again => ({
	kind: 'again',
	answer: { outcome: 'troubled' },
	failure: { status },
	mayHaveBeenAccepted: true,
	retryAfterMs: 0,
	...more,
});
const unreadable = again(200, { failure: { status: 200, body: {} }, unreadable: true });
const throttled = again(429, { answer: { outcome: 'throttled' }, mayHaveBeenAccepted: false });

/** Each attempt a second after the one before. */
function after(verdicts: Array<Refused | Again>, mayExist?: boolean) {
	const sending = new Sending(10_000, mayExist);
	verdicts.forEach((verdict, second) => {
		sending.begin(NOW + 1000 * second);
		sending.note(verdict, NOW + 1000 * second);
	});
	return sending;
}
const failureAfter = (verdicts: Array<Refused | Again>, mayExist?: boolean) =>
	after(verdicts, mayExist).failure(NOW + 1499, false);

it('has all its time before its first attempt, and less after it', () => {
	const sending = after([]);
	expect([sending.spentMs(NOW), sending.leftMs(NOW), sending.isProbe]).toEqual([0, 10_000, false]);
	sending.begin(NOW);
	expect([sending.spentMs(NOW + 1), sending.leftMs(NOW + 1)]).toEqual([1, 9999]);
});

it('says what its last attempt came to', () => {
	expect(failureAfter([again(503), refused(422)])).toEqual({
		status: 422,
		attempts: 2,
		seconds: 1,
		mayHaveBeenAccepted: true,
		stopped: false,
	});
});

it('says why it is not tried now, and that an answer without an id came', () => {
	const failure = after([unreadable, refused(422)]).failure(NOW, true, { heldBack: 'paused', status: 1 });
	expect(failure).toMatchObject({ heldBack: 'paused', status: 200, body: {}, stopped: true });
});

it.each<[string, Array<Refused | Again>, boolean | undefined, boolean]>([
	['it was refused', [refused(422)], undefined, false],
	['an attempt before it may have been', [again(503), refused(422)], false, true],
	['an earlier run has sent it', [refused(422)], true, true],
	['an earlier run has sent it, and it is there', [refused(409)], true, false],
	['nothing was sent', [], undefined, false],
])('may have been accepted where %s', (_where, verdicts, mayExist, expected) => {
	expect(failureAfter(verdicts, mayExist).mayHaveBeenAccepted).toBe(expected);
});

it('counts the answers without an id alone', () => {
	expect(after([unreadable, again(503), refused(422)]).unreadableAnswers).toBe(1);
	expect(after([{ ...refused(422), unreadable: true } as Refused]).unreadableAnswers).toBe(0);
});

it('is busy since the first 409 after an attempt that may have been accepted', () => {
	expect(after([again(503), refused(422)]).busySince).toBeUndefined();
	expect(after([refused(409)]).busySince).toBeUndefined();
	expect(after([again(503), refused(409), refused(409)]).busySince).toBe(NOW + 1000);
});

it('was only throttled as long as every answer was 429', () => {
	expect(
		[after([throttled]), after([throttled, again(503), throttled])].map((one) => one.onlyThrottled),
	).toEqual([true, false]);
});
