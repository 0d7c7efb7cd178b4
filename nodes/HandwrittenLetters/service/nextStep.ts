/**
 * What is known of a request after each attempt, and what follows one that brought no good answer. These are
 * plain values, so that a test can go through every case. All times are in milliseconds.
 */
import type { FailedAttempt, Failure } from './result';
import { CONFLICT } from './result';
import type { NotGood } from './verdict';

/** How far a request has come. */
export interface Progress {
	attempts: number;
	/** Undefined before the first attempt. */
	firstAttemptAt?: number;
	last: FailedAttempt;
	/** A good status without an id. Whatever comes after it, this one may be the accepted order. */
	unreadable?: FailedAttempt;
	unreadableAnswers: number;
	/** Since when it is answered 409, after an attempt that may have been accepted. */
	busySince?: number;
	mayHaveBeenAccepted: boolean;
}

export const NOT_BEGUN: Progress = {
	attempts: 0,
	last: {},
	unreadableAnswers: 0,
	mayHaveBeenAccepted: false,
};

export const begun = (progress: Progress, now: number): Progress => ({
	...progress,
	attempts: progress.attempts + 1,
	firstAttemptAt: progress.firstAttemptAt ?? now,
});

/** With what an attempt came to. */
export function noted(progress: Progress, verdict: NotGood, now: number): Progress {
	const { mayHaveBeenAccepted, busySince, unreadable, unreadableAnswers } = progress;
	const { failure } = verdict;
	return {
		...progress,
		last: failure,
		busySince: busySince ?? (mayHaveBeenAccepted && failure.status === CONFLICT ? now : undefined),
		mayHaveBeenAccepted: mayHaveBeenAccepted || verdict.mayHaveBeenAccepted,
		unreadable: verdict.unreadable ? failure : unreadable,
		unreadableAnswers: unreadableAnswers + (verdict.unreadable ? 1 : 0),
	};
}

/** How long ago the first attempt began. */
export const spentMs = ({ firstAttemptAt }: Progress, now: number): number =>
	firstAttemptAt === undefined ? 0 : now - firstAttemptAt;

/**
 * What it is given up with.
 * @param reason why it is not tried now, where that is not its own last attempt
 * @param mayExist an earlier run has sent it and was not told whether it was accepted
 */
export function failureOf(
	progress: Progress,
	now: number,
	{ mayExist, stopped, reason = {} }: { mayExist?: boolean; stopped: boolean; reason?: FailedAttempt },
): Failure {
	const { attempts, last, unreadable, mayHaveBeenAccepted } = progress;
	return {
		...last,
		...reason,
		...unreadable,
		attempts,
		seconds: Math.round(spentMs(progress, now) / 1000),
		mayHaveBeenAccepted:
			mayHaveBeenAccepted ||
			// That it exists is what a conflict says.
			(mayExist === true && last.status !== CONFLICT) ||
			(attempts > 0 && reason.thrown !== undefined),
		stopped,
	};
}

export interface Step {
	/** No further request of the run makes sense. */
	endsRun?: true;
	/** The whole account waits, and this request with it. */
	pauseMs?: number;
	/** How long this request alone waits for its next attempt. Undefined: it is given up. */
	sleepMs?: number;
	/** It is given up because the next attempt would come after the deadline. */
	isLate?: boolean;
	/** Why it is given up, where that is not its last attempt. */
	reason?: FailedAttempt;
}

/** A Retry-After beside 5xx is one server's guess: the next request may well reach another one. */
const LONGEST_RETRY_AFTER_MS = 60_000;
/** How long a service may still work at an attempt that brought no answer. */
const LONGEST_WORK_MS = 30_000;

/**
 * @param progress with this attempt noted
 * @param deadlineMs how long the request may be tried, counted from its first attempt
 * @param random yields [0, 1)
 */
export function nextStep(
	progress: Progress,
	verdict: NotGood,
	{ now, deadlineMs, random }: { now: number; deadlineMs: number; random: () => number },
): Step {
	const { attempts, busySince = -Infinity, unreadableAnswers } = progress;
	const leftMs = deadlineMs - spentMs(progress, now);
	const wait = (retryAfterMs: number) => backoffMs(attempts - 1, retryAfterMs, random);
	if (verdict.failure.status === 401) return { endsRun: true };
	if (verdict.kind === 'refused') {
		if (verdict.failure.status !== CONFLICT) return {};
		// With the same key, until it gives the order of the earlier attempt.
		const busyMs = Math.min(busySince + LONGEST_WORK_MS - now, leftMs);
		return busyMs > 0 ? { sleepMs: Math.min(wait(0), busyMs) } : {};
	}
	if (verdict.unreadable) return unreadableAnswers > 1 ? {} : { sleepMs: 0 };

	const { retryAfterMs } = verdict;
	// Only 429 is about the account (spec, Errors).
	if (verdict.pace.outcome === 'throttled') {
		const pauseMs = wait(retryAfterMs);
		if (pauseMs <= leftMs) return { pauseMs, sleepMs: 0 };
		// A pause that no letter would wait out refuses the others by itself.
		const isAsked = retryAfterMs > Math.max(leftMs, 0);
		const reason: FailedAttempt | undefined = isAsked
			? { heldBack: 'paused', until: now + pauseMs }
			: undefined;
		return { pauseMs, isLate: pauseMs <= deadlineMs, ...(reason && { reason }) };
	}
	const sleepMs = wait(Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS));
	return sleepMs > leftMs ? { isLate: true } : { sleepMs };
}

const BACKOFF_BASE_MS = 500;
export const BACKOFF_CAP_MS = 30_000;

/**
 * Exponential backoff with full jitter, in milliseconds (spec, Errors). `attempt` counts from 0. The whole
 * Retry-After is a floor, never shortened (spec, Errors: 429).
 */
export function backoffMs(attempt: number, retryAfterMs: number, random: () => number): number {
	const ceiling = Math.min(BACKOFF_CAP_MS, BACKOFF_BASE_MS * 2 ** attempt);
	return Math.max(retryAfterMs, Math.ceil(random() * ceiling));
}
