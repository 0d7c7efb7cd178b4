/**
 * What one attempt at a request came to: a good answer, a final refusal, or a reason to try again;
 * and whether the order may have been accepted all the same.
 */
import { excerptOf, reasonIn } from '../../words/excerpt';
import { readConnectionError, TOO_LATE } from './connectionErrors';
import type { RawAnswer, ServiceRequest } from './exchange';
import type { Answer } from './pacer';
import { readDate, readRateLimit, readRetryAfterMs } from './rateLimit';
import type { FailedAttempt } from './result';

interface Judged {
	/** What the pacer learns from it. */
	answer: Answer;
}

interface NotGood extends Judged {
	failure: FailedAttempt;
	/** The service may have accepted it unseen. */
	mayHaveBeenAccepted: boolean;
}

export interface Good extends Judged {
	kind: 'good';
	body: unknown;
	/** Of what was ordered; undefined for a request that orders nothing. */
	id: string | undefined;
	/** By the service's clock, in milliseconds. */
	date: number | undefined;
}

export interface Refused extends NotGood {
	kind: 'refused';
}

export interface Again extends NotGood {
	kind: 'again';
	retryAfterMs: number;
	/** A good status, but no id: the same key brings the same answer again, and perhaps whole. */
	unreadable?: boolean;
}

export type Verdict = Good | Refused | Again;

/** Besides 429 and 5xx (spec, Errors): the service gave up waiting, or it was too early. */
const PASSING = new Set([408, 425]);
/** It cannot give its answer, or has stopped waiting for the client: what it did before that is not said. */
const DONE_PERHAPS = new Set([...PASSING, 406, 499]);
/** Of a redirect; after 303 the request was done. */
const MOVED = new Set([301, 302, 307, 308]);

/** Judges an answer that arrived. */
export function judgeAnswer(
	{ effect, idField }: ServiceRequest,
	{ url, status, headers, text }: RawAnswer,
	now: number,
): Verdict {
	const rate = readRateLimit(headers, now);
	const body = jsonOrText(text);
	if (status >= 200 && status < 300) {
		const answer: Answer = { outcome: 'fine', rate };
		const id = idField && readId(body, idField);
		if (!idField || id !== undefined) return { kind: 'good', body, id, date: readDate(headers), answer };
		const failure = { status, body, text };
		return { kind: 'again', answer, failure, retryAfterMs: 0, mayHaveBeenAccepted: true, unreadable: true };
	}
	const envelope = readEnvelope(body);
	const redirect = MOVED.has(status) ? readAddress(headers.location, url) : undefined;
	const reason = envelope?.message === undefined ? reasonIn(text) : undefined;
	const failure = { status, envelope, reason, redirect };
	// Any other 4xx says that this attempt created nothing, and so does a redirect, which is not followed.
	const isNothingDone = status >= 400 && status < 500 ? !DONE_PERHAPS.has(status) : redirect !== undefined;
	const mayHaveBeenAccepted = effect !== 'none' && !isNothingDone;
	if (status !== 429 && status < 500 && !PASSING.has(status)) {
		return { kind: 'refused', answer: { outcome: 'fine', rate }, failure, mayHaveBeenAccepted };
	}
	const outcome = status === 429 ? 'throttled' : 'troubled';
	const retryAfterMs = readRetryAfterMs(headers, now);
	return { kind: 'again', answer: { outcome, rate }, failure, mayHaveBeenAccepted, retryAfterMs };
}

/** Judges an exchange that broke. */
export function judgeBrokenExchange(
	{ effect }: ServiceRequest,
	error: unknown,
	baseUrl: string,
): Refused | Again {
	const broken = readConnectionError(error, baseUrl);
	const judged = {
		answer: { outcome: broken === undefined ? ('unknown' as const) : ('troubled' as const) },
		failure:
			broken === undefined
				? { thrown: error as Error }
				: { connection: broken.words, ...(broken.proxy !== undefined && { proxy: broken.proxy }) },
		mayHaveBeenAccepted: effect !== 'none' && broken?.neverSent !== true,
	};
	return broken?.passing ? { kind: 'again', ...judged, retryAfterMs: 0 } : { kind: 'refused', ...judged };
}

/** An attempt that our own clock ended. */
export function judgeTimeout({ effect }: ServiceRequest): Again {
	return {
		kind: 'again',
		answer: { outcome: 'troubled' },
		failure: { connection: TOO_LATE },
		mayHaveBeenAccepted: effect !== 'none',
		retryAfterMs: 0,
	};
}

/** The run was stopped, which says nothing about the service. */
export function judgeStopped({ effect }: ServiceRequest): Refused {
	return {
		kind: 'refused',
		answer: { outcome: 'unknown' },
		failure: {},
		mayHaveBeenAccepted: effect !== 'none',
	};
}

/** The id of what was created, where the body holds one. */
export function readId(body: unknown, idField: 'id' | 'batch_id'): string | undefined {
	const id = (body as Record<string, unknown> | null | undefined)?.[idField];
	return typeof id === 'string' && id !== '' ? id : undefined;
}

/** Without its query, which may hold secrets. */
function readAddress(location: unknown, url: string): string | undefined {
	if (typeof location !== 'string' || !URL.canParse(location, url)) return undefined;
	const { origin, pathname } = new URL(location, url);
	return `${origin}${pathname}`;
}

const ENVELOPE_FIELDS = ['type', 'code', 'message', 'request_id'] as const;
/** Each failed item has them twice. */
const LONGEST_FIELD = 2000;

/** Whatever fields of the envelope are there (spec, Errors): an incomplete one still gives a reason. */
function readEnvelope(body: unknown): FailedAttempt['envelope'] {
	const error = (body as { error?: Record<string, unknown> } | null | undefined)?.error;
	const given = ENVELOPE_FIELDS.flatMap((field) => {
		const value = error?.[field];
		return typeof value === 'string' && value !== ''
			? [[field, excerptOf(value, LONGEST_FIELD)] as const]
			: [];
	});
	return given.length === 0 ? undefined : Object.fromEntries(given);
}

function jsonOrText(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}
