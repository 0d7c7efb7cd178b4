/** What became of a request, as a plain value: it is made once, and told in many ways. */
import type { ErrorEnvelope } from '../../contract/contract';
import type { Request } from './request';

/** The service knows the key with other contents (spec, Idempotency rules 3). */
export const CONFLICT = 409;

/** Of a request that was given up: what its last attempt came to, or why it is not tried now. */
export interface Failure {
	/** HTTP status of the answer; undefined when none arrived. */
	status?: number;
	/** What could be read of it; a proxy or a later version of the service may leave out a field. */
	envelope?: Partial<ErrorEnvelope['error']>;
	/** Why it was refused, where the envelope does not say so. */
	reason?: string;
	/** Where a redirect leads, without its query, which may hold secrets. */
	redirect?: string;
	/** What went wrong on the way, in words, when no answer arrived. */
	connection?: string;
	/** Host and port of the proxy that could not be reached. */
	proxy?: string;
	/** What n8n threw that is no fault of the connection. */
	thrown?: { message: string; description?: string | null };
	/** Of an answer with a good status but without the id of what was ordered: it may hide it. */
	body?: unknown;
	/** That answer as it came. */
	text?: string;
	/** `paused`: the service asked to wait. `noAnswer`: it gave no good answer to others. */
	heldBack?: 'paused' | 'keyRefused' | 'noAnswer';
	/** Until when it asked to wait, in milliseconds. */
	until?: number;
	/** The input items of those that it gave no good answer. */
	unanswered?: number[];
	attempts: number;
	/** Where it was sent, with the port. */
	host?: string;
	/** Seconds over which it was tried. */
	seconds: number;
	/** True when the service may have accepted one of the attempts unseen. */
	mayHaveBeenAccepted: boolean;
	/** The run was cancelled or timed out before it was done. */
	stopped: boolean;
	/** Of one given up at its deadline: since when, in milliseconds, nothing of the run was accepted. */
	silentSince?: number;
}

/** What came of one attempt. */
export type FailedAttempt = Partial<Failure>;

/** A good answer: to an order, whether this execution has ordered it; to anything else, what was read. */
export interface Answered {
	request: Request;
	outcome: 'ordered' | 'ordered_before' | 'read';
	/** The parsed JSON, or the text itself where it is not JSON. */
	body: unknown;
}

/** No good answer: what is known of the order all the same. */
export interface Unanswered {
	request: Request;
	outcome: 'ordered' | 'ordered_before' | 'not_ordered' | 'other_contents' | 'unknown' | 'not_read';
	/** Why; undefined where it was not tried, because the run ended. */
	failure?: Failure;
	/** Of the order under its key, from an earlier run of this process. */
	earlierId?: string;
}

export type Result = Answered | Unanswered;

export const isAnswered = (result: Result): result is Answered => 'body' in result;

/** True of a request that was tried, and failed. */
export const hasFailed = (result: Result): result is Unanswered =>
	!isAnswered(result) && result.failure !== undefined;
