/** Why a request has no good answer, in plain values. */
import type { ErrorEnvelope } from '../../../contract/contract';
import type { Redirect } from './redirect';

/** The service knows the key with other contents (spec, Idempotency rules 3). */
export const CONFLICT = 409;

/** What came of the last attempt at a request. */
export interface FailedAttempt {
	/** HTTP status of the answer; undefined when none arrived. */
	status?: number;
	/** What could be read of it; a proxy or a later version of the service may leave out a field. */
	envelope?: Partial<ErrorEnvelope['error']>;
	/** Why it was refused, where the envelope does not say so. */
	reason?: string;
	/** Where a redirect leads. */
	redirect?: Redirect;
	/** What went wrong on the way, in words, when no answer arrived. */
	connection?: string;
	/** What n8n threw that is no fault of the connection. */
	thrown?: { message: string; description?: string | null };
	/** Of an answer with a good status but without the id of what was ordered: it may hide it. */
	body?: unknown;
	/** That answer as it came. */
	text?: string;
}

/** Why a request was not even tried, besides a run that was stopped. */
export type HeldBack = 'paused' | 'keyRefused' | 'noAnswer' | 'limitSpent' | 'runFailed';

/** Why a request is not tried now. */
export interface Reason extends FailedAttempt {
	heldBack?: HeldBack;
}

/** Of a request that was given up. */
export interface Failure extends Reason {
	attempts: number;
	/** Where it was sent, with the port. */
	host?: string;
	/** Seconds over which it was tried. */
	seconds: number;
	/** True when the service may have accepted one of the attempts unseen. */
	mayHaveBeenAccepted: boolean;
	/** The run was cancelled or timed out before it was done. */
	stopped: boolean;
}
