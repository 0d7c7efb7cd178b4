/** One request on its way: what its attempts came to so far, and what it is given up with. */
import type { FailedAttempt, Failure, Reason } from './failure';
import { CONFLICT } from './failure';
import type { Again, Refused } from './verdict';

export class Sending {
	attempts = 0;

	/** Answers with a good status but without an id. */
	unreadableAnswers = 0;

	/** In milliseconds; undefined before the first attempt. */
	firstAttemptAt: number | undefined;

	/** It shows whether a service is gone that gave no answer to others. */
	isProbe = false;

	/** Every attempt was answered 429. */
	onlyThrottled = true;

	/** Since when it is answered 409, after an attempt that may have been accepted. In milliseconds. */
	busySince: number | undefined;

	private last: FailedAttempt = {};

	/** A good status without an id. Whatever comes after it, this one may be the accepted order. */
	private unreadable: FailedAttempt | undefined;

	private mayHaveBeenAccepted = false;

	/** @param mayExist An earlier run has sent it and was not told whether it was accepted. */
	constructor(
		readonly deadlineMs: number,
		private readonly mayExist = false,
	) {}

	begin(now: number): void {
		this.firstAttemptAt ??= now;
		this.attempts += 1;
	}

	/** How long ago the first attempt began. */
	spentMs(now: number): number {
		return this.firstAttemptAt === undefined ? 0 : now - this.firstAttemptAt;
	}

	/** How long it may still be tried. */
	leftMs(now: number): number {
		return this.deadlineMs - this.spentMs(now);
	}

	/** What an attempt came to. */
	note(verdict: Refused | Again, now: number): void {
		this.last = verdict.failure;
		this.onlyThrottled &&= verdict.answer.outcome === 'throttled';
		if (this.mayHaveBeenAccepted && verdict.failure.status === CONFLICT) this.busySince ??= now;
		this.mayHaveBeenAccepted ||= verdict.mayHaveBeenAccepted;
		if (verdict.kind === 'refused' || !verdict.unreadable) return;
		this.unreadableAnswers += 1;
		this.unreadable = verdict.failure;
	}

	/** @param reason Why it is not tried now, where that is not its own last attempt. */
	failure(now: number, stopped: boolean, reason: Reason = {}): Failure {
		return {
			...this.last,
			...reason,
			...this.unreadable,
			attempts: this.attempts,
			seconds: Math.round(this.spentMs(now) / 1000),
			// That it exists is what a conflict says.
			mayHaveBeenAccepted:
				this.mayHaveBeenAccepted ||
				(this.mayExist && this.last.status !== CONFLICT) ||
				(this.attempts > 0 && reason.thrown !== undefined),
			stopped,
		};
	}
}
