/** What became of a request, as a plain value: it is made once, and told in many ways. */
import type { Failure } from './attempt/failure';
import { CONFLICT } from './attempt/failure';

/** A good answer: to an order, whether this execution has ordered it; to anything else, what was read. */
export interface Answered {
	outcome: 'ordered' | 'ordered_before' | 'read';
	/** The parsed JSON, or the text itself where it is not JSON. */
	body: unknown;
}

/** No good answer: what is known of the order all the same. */
export interface Unanswered {
	outcome: 'ordered' | 'ordered_before' | 'not_ordered' | 'other_contents' | 'unknown' | 'not_read';
	/** Why; undefined where it was not tried, because the run ended. */
	failure?: Failure;
	/** Of the order under its key, from an earlier run of this process. */
	earlierId?: string;
}

export type Result = Answered | Unanswered;

export const isAnswered = <R extends Result>(result: R): result is Answered & R => 'body' in result;

/**
 * Of an order by its own attempts. A conflict says that the service knows the key with other contents
 * (spec, Idempotency rules 3); after an attempt that may have been accepted, it may also be busy with it.
 */
export function outcomeOf(failure: Failure | undefined): 'not_ordered' | 'other_contents' | 'unknown' {
	if (failure?.mayHaveBeenAccepted) return 'unknown';
	return failure?.status === CONFLICT ? 'other_contents' : 'not_ordered';
}
