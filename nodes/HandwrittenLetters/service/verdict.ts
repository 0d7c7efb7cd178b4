/**
 * What one attempt at a request came to: a good answer, a final refusal, or a reason to try again;
 * and whether the order may have been accepted all the same.
 */
import { excerptOf, reasonIn } from '../../words/excerpt';
import { readConnectionError, TOO_LATE } from './connectionErrors';
import type { Answer } from './exchange';
import type { Pace } from './pacer';
import { readDate, readRateLimit, readRetryAfterMs } from './rateLimit';
import type { Request } from './request';
import type { FailedAttempt } from './result';

export interface Good {
	kind: 'good';
	/** What the pacer learns from it. */
	pace: Pace;
	body: unknown;
	/** Of what was ordered; undefined for a request that orders nothing. */
	id: string | undefined;
	/** By the service's clock, in milliseconds. */
	date: number | undefined;
}

export interface NotGood {
	/** Whether another attempt may bring a good answer. */
	kind: 'refused' | 'again';
	pace: Pace;
	failure: FailedAttempt;
	/** The service may have accepted it unseen. */
	mayHaveBeenAccepted: boolean;
	retryAfterMs: number;
	/** A good status, but no id: the same key brings the same answer again, and perhaps whole. */
	unreadable?: boolean;
}

/** Besides 429 and 5xx (spec, Errors): the service gave up waiting, or it was too early. */
const PASSING = new Set([408, 425]);
/** It cannot give its answer, or has stopped waiting for the client: what it did before that is not said. */
const DONE_PERHAPS = new Set([...PASSING, 406, 499]);
/** Of a redirect; after 303 the request was done. */
const MOVED = new Set([301, 302, 307, 308]);

/** Judges an answer that arrived. */
export function judgeAnswer(
	{ effect, idField }: Pick<Request, 'effect' | 'idField'>,
	{ url, status, headers, text }: Answer,
	now: number,
): Good | NotGood {
	const rate = readRateLimit(headers, now);
	const body = jsonOrText(text);
	if (status >= 200 && status < 300) {
		const pace: Pace = { outcome: 'fine', rate };
		const id = idField && readId(body, idField);
		if (!idField || id !== undefined) return { kind: 'good', body, id, date: readDate(headers), pace };
		const failure = { status, body, text };
		return { kind: 'again', pace, failure, retryAfterMs: 0, mayHaveBeenAccepted: true, unreadable: true };
	}
	const envelope = readEnvelope(body);
	const redirect = MOVED.has(status) ? readAddress(headers.location, url) : undefined;
	const reason = envelope?.message === undefined ? reasonIn(text) : undefined;
	const failure = { status, envelope, reason, redirect };
	// Any other 4xx says that this attempt created nothing, and so does a redirect, which is not followed.
	const isNothingDone = status >= 400 && status < 500 ? !DONE_PERHAPS.has(status) : redirect !== undefined;
	const mayHaveBeenAccepted = effect !== 'none' && !isNothingDone;
	if (status !== 429 && status < 500 && !PASSING.has(status)) {
		const pace: Pace = { outcome: 'fine', rate };
		return { kind: 'refused', pace, failure, mayHaveBeenAccepted, retryAfterMs: 0 };
	}
	const outcome = status === 429 ? 'throttled' : 'troubled';
	const retryAfterMs = readRetryAfterMs(headers, now);
	return { kind: 'again', pace: { outcome, rate }, failure, mayHaveBeenAccepted, retryAfterMs };
}

/** Judges an exchange that broke. */
export function judgeBrokenExchange(
	{ effect }: Pick<Request, 'effect'>,
	error: unknown,
	baseUrl: string,
): NotGood {
	const broken = readConnectionError(error, baseUrl);
	return {
		kind: broken?.passing ? 'again' : 'refused',
		pace: { outcome: broken === undefined ? 'unknown' : 'troubled' },
		failure:
			broken === undefined
				? { thrown: error as Error }
				: { connection: broken.words, ...(broken.proxy !== undefined && { proxy: broken.proxy }) },
		mayHaveBeenAccepted: effect !== 'none' && broken?.neverSent !== true,
		retryAfterMs: 0,
	};
}

/** An attempt that our own clock ended. */
export function judgeTimeout({ effect }: Pick<Request, 'effect'>): NotGood {
	return {
		kind: 'again',
		pace: { outcome: 'troubled' },
		failure: { connection: TOO_LATE },
		mayHaveBeenAccepted: effect !== 'none',
		retryAfterMs: 0,
	};
}

/** The run was stopped, which says nothing about the service. */
export function judgeStopped({ effect }: Pick<Request, 'effect'>): NotGood {
	return {
		kind: 'refused',
		pace: { outcome: 'unknown' },
		failure: {},
		mayHaveBeenAccepted: effect !== 'none',
		retryAfterMs: 0,
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
