/**
 * What follows an attempt that brought no good answer. It reads what is known and changes nothing,
 * so that a test can drive it through every case.
 */
import type { HeldBack } from './failures/requestFailure';
import { backoffMs } from './pacing/backoff';
import type { Sending } from './sending';
import type { Again, Refused } from './verdict';

export interface Situation {
	/** With this attempt already noted. */
	sending: Pick<Sending, 'firstAttemptAt' | 'attempts' | 'unreadableAnswers' | 'leftMs'>;
	verdict: Refused | Again;
	now: number;
	/** When the service last gave an answer other than 5xx. */
	heardAt: number;
	/** Yields [0, 1). */
	random: () => number;
}

export interface Step {
	/** No further request of the run makes sense: those never sent get no place any more, or all. */
	close?: { to: 'new' | 'all'; why: HeldBack };
	/** The whole account waits, and this request with it. */
	pauseMs?: number;
	/** How long this request alone waits for its next attempt. Undefined: it is given up. */
	sleepMs?: number;
}

export function nextStep({ sending, verdict, now, heardAt, random }: Situation): Step {
	if (verdict.failure.status === 401) return { close: { to: 'all', why: 'keyRefused' } };
	if (verdict.kind === 'refused') return {};
	if (verdict.unreadable) return sending.unreadableAnswers > 1 ? {} : { sleepMs: 0 };
	const waitMs = backoffMs(sending.attempts - 1, verdict.retryAfterMs, random);
	const pauses = verdict.answer.outcome === 'throttled' || verdict.retryAfterMs > 0;
	const pause = pauses ? { pauseMs: waitMs } : {};
	if (waitMs <= sending.leftMs(now)) return { ...pause, sleepMs: pauses ? 0 : waitMs };
	const isSilent = heardAt < (sending.firstAttemptAt ?? now);
	return { ...pause, ...(isSilent && { close: { to: 'new', why: 'noAnswer' } }) };
}
