/** What became of a letter: the one word that every item of an order or a check has. */
import { CONFLICT, RequestFailure } from '../send/attempt/requestFailure';

/** Every outcome with its meaning, for people, agents and AI builders. */
export const OUTCOMES = {
	ordered: 'This execution ordered it',
	ordered_before: 'It was ordered before this execution began; no second one was ordered',
	fine: 'Only checked, and nothing is to be corrected; not ordered',
	to_correct: 'Something must be corrected first; not ordered',
	not_ordered: 'Rejected by the service, or not tried; not ordered',
	other_contents: 'The service knows its key with other contents; this letter was not ordered',
	unknown: 'It may have been ordered: the service gave no clear answer',
} as const;

export type Outcome = keyof typeof OUTCOMES;

/**
 * The service knows its key with other contents (spec, Idempotency rules 3). After an attempt that may
 * have been accepted, it may also be busy with that one.
 */
export function isConflict(cause: unknown): boolean {
	if (!(cause instanceof RequestFailure)) return false;
	const { status, mayHaveBeenAccepted } = cause.details;
	return status === CONFLICT && !mayHaveBeenAccepted;
}

/** Of an order that failed. */
export function outcomeOf(cause: unknown): 'not_ordered' | 'other_contents' | 'unknown' {
	if (isConflict(cause)) return 'other_contents';
	return cause instanceof RequestFailure && !cause.details.mayHaveBeenAccepted ? 'not_ordered' : 'unknown';
}
