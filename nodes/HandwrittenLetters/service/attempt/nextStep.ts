/**
 * What follows an attempt that brought no good answer. It reads what is known and changes nothing,
 * so that a test can drive it through every case. All times are in milliseconds.
 */
import { backoffMs } from '../pacing/backoff';
import type { HeldBack } from './failure';
import { CONFLICT } from './failure';
import type { Sending } from './sending';
import type { Again, Refused, Verdict } from './verdict';

/** What a run remembers of the service. */
export interface Heard {
	/** When the run first asked. */
	askedAt: number;
	/** It has answered at all, be it with an error. */
	hasAnswered: boolean;
	/** Its last answer other than 429, 408, 425 and 5xx; -Infinity where there was none. */
	acceptedAt: number;
	/** Since when it may be gone: a request was given up, and nothing was accepted since its first attempt. */
	doubtedAt?: number;
}

export interface Situation {
	/** With this attempt noted, as `heard` is. */
	sending: Pick<
		Sending,
		| 'attempts'
		| 'busySince'
		| 'deadlineMs'
		| 'firstAttemptAt'
		| 'isProbe'
		| 'onlyThrottled'
		| 'unreadableAnswers'
		| 'leftMs'
	>;
	verdict: Refused | Again;
	now: number;
	heard: Heard;
	/** How long the run waits for an answer to anything. */
	firstAnswerMs?: number;
	/** Yields [0, 1). */
	random: () => number;
}

export interface Step {
	/** No further request of the run makes sense: those never sent get no place any more, or all. */
	close?: { to: 'new' | 'all'; why: HeldBack };
	/** The service may be gone. A request that was never sent, the probe, will show it. */
	doubt?: true;
	/** The whole account waits, and this request with it. */
	pauseMs?: number;
	/** How long this request alone waits for its next attempt. Undefined: it is given up. */
	sleepMs?: number;
}

/** A Retry-After beside 5xx is one server's guess: the next request may well reach another one. */
const LONGEST_RETRY_AFTER_MS = 60_000;
/** How long a service may still work at an attempt that brought no answer. */
const LONGEST_WORK_MS = 30_000;
/** A limit that accepts nothing for so long does not count per minute. */
const LONGEST_LIMIT_MS = 10 * 60_000;

export function nextStep(situation: Situation): Step {
	const { sending, verdict, now, heard, firstAnswerMs = Infinity, random } = situation;
	if (verdict.failure.status === 401) return { close: { to: 'all', why: 'keyRefused' } };
	if (verdict.kind === 'refused') return verdict.failure.status === CONFLICT ? askWhileBusy(situation) : {};
	if (verdict.unreadable) return sending.unreadableAnswers > 1 ? {} : { sleepMs: 0 };

	// Only 429 is about the account (spec, Errors).
	if (verdict.answer.outcome === 'throttled') {
		const pauseMs = backoffMs(sending.attempts - 1, verdict.retryAfterMs, random);
		return { pauseMs, ...(pauseMs > sending.leftMs(now) ? giveUp(situation, pauseMs) : { sleepMs: 0 }) };
	}
	const { isProbe, firstAttemptAt = now } = sending;
	if (isProbe && heard.doubtedAt !== undefined && firstAttemptAt >= heard.doubtedAt) {
		return { close: { to: 'new', why: 'noAnswer' } };
	}
	const retryAfterMs = Math.min(verdict.retryAfterMs, LONGEST_RETRY_AFTER_MS);
	const waitMs = backoffMs(sending.attempts - 1, retryAfterMs, random);
	const firstLeftMs = heard.hasAnswered ? Infinity : heard.askedAt + firstAnswerMs - now;
	if (firstLeftMs <= 0) return { close: { to: 'all', why: 'noAnswer' } };
	if (waitMs > sending.leftMs(now)) return giveUp(situation, waitMs);
	return { sleepMs: Math.min(waitMs, firstLeftMs) };
}

/** With the same key, until it gives the order of the earlier attempt. */
function askWhileBusy({ sending, now, random }: Situation): Step {
	const { attempts, busySince = -Infinity } = sending;
	const leftMs = Math.min(busySince + LONGEST_WORK_MS - now, sending.leftMs(now));
	return leftMs > 0 ? { sleepMs: Math.min(backoffMs(attempts - 1, 0, random), leftMs) } : {};
}

/** At its deadline. */
function giveUp({ sending, now, heard }: Situation, waitMs: number): Step {
	const { firstAttemptAt = now, deadlineMs, onlyThrottled } = sending;
	if (heard.acceptedAt >= firstAttemptAt) return {};
	if (!onlyThrottled) return { doubt: true };
	const sinceAcceptedMs = now - Math.max(heard.acceptedAt, heard.askedAt);
	// A longer wait refuses the others by itself, and says until when.
	const isSpent = waitMs <= deadlineMs && sinceAcceptedMs + waitMs >= LONGEST_LIMIT_MS;
	return isSpent ? { close: { to: 'new', why: 'limitSpent' } } : {};
}

export function firstAsked(now: number): Heard {
	return { askedAt: now, hasAnswered: false, acceptedAt: -Infinity };
}

/** What is remembered after an answer, or after an attempt that brought none. */
export function noted(heard: Heard, verdict: Verdict, now: number): Heard {
	if (verdict.answer.outcome === 'fine')
		return { askedAt: heard.askedAt, hasAnswered: true, acceptedAt: now };
	const hasAnswered = heard.hasAnswered || (verdict.kind !== 'good' && verdict.failure.status !== undefined);
	return { ...heard, hasAnswered };
}
