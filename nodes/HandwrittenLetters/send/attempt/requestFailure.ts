/** Why a request has no good answer, and what was asked for, in plain values. */
import type { ErrorEnvelope } from '../../../contract/contract';
import type { ComesAgain } from '../../../n8n/runIdentity';
import type { Redirect } from './redirect';

/** The service knows the key with other contents (spec, Idempotency rules 3). */
export const CONFLICT = 409;

/** What came of the last attempt at a request, in plain values. */
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
	/** Of an answer with a good status but without the id of what was ordered: it may hide it. */
	body?: unknown;
	/** That answer as it came. */
	text?: string;
}

/** Why a request was not even tried, besides a run that was stopped. */
export type HeldBack = 'paused' | 'keyRefused' | 'noAnswer' | 'limitSpent' | 'runFailed';

/** Why a request has no good answer. The nodes never show this one as it is. */
export class RequestFailure extends Error {
	constructor(
		readonly details: FailedAttempt & {
			attempts: number;
			/** Seconds over which it was tried. */
			seconds: number;
			/** True when the service may have accepted one of the attempts unseen. */
			mayHaveBeenAccepted: boolean;
			/** The run was cancelled or timed out before it was done. */
			stopped: boolean;
			/** It was not tried, or not tried again. */
			heldBack?: HeldBack;
			idempotencyKey?: string;
		},
	) {
		super('The request failed');
	}
}

/** What was asked for, in the words of the messages. */
export interface Subject {
	/** For example `letter` or `batch`. */
	noun: string;
	/** Orders something physical, so the message says whether that happened. */
	orders: boolean;
	/** The card id that was looked up. */
	id?: string;
	/** Of what is ordered. */
	comesAgain?: ComesAgain;
	/** An agent must not change it to get past a conflict. */
	byAgent?: boolean;
}
