/** What is known of an order that failed, and what sending it again does. */
import type { KeyKeeper, Subject } from './requestFailure';
import { RequestFailure } from './requestFailure';

export type OrderFate = 'notCreated' | 'unknown' | 'otherContents';

/** The service has an order with this key and other contents (spec, Idempotency rules 3). */
const CONFLICT = 409;

export function isConflict(cause: unknown): boolean {
	return cause instanceof RequestFailure && cause.details.status === CONFLICT;
}

export function fateOf(cause: unknown): OrderFate {
	if (isConflict(cause)) return 'otherContents';
	return cause instanceof RequestFailure && !cause.details.mayHaveBeenAccepted ? 'notCreated' : 'unknown';
}

export function describeFate(failure: RequestFailure, { orders, noun, keyKeptBy }: Subject): string {
	if (!orders) return '';
	switch (fateOf(failure)) {
		case 'otherContents':
			return `No second ${noun} was created.`;
		case 'notCreated':
			return `This ${noun} was not created.`;
		case 'unknown':
			return `It is not known whether this ${noun} was accepted. ${
				failure.details.stopped && keyKeptBy === 'retry' ? retryIfPossible(noun) : sentAgain(noun, keyKeptBy)
			}`;
	}
}

/** What a second attempt does, for orders whose fate is not known. */
export function sentAgain(noun: string, keyKeptBy: KeyKeeper = 'unsure'): string {
	switch (keyKeptBy) {
		case 'retry':
			return `Retrying this execution sends the same Idempotency-Key, so no second ${noun} is created. A new run may create one.`;
		case 'externalId':
			return `Running again sends the same Idempotency-Key, so no second ${noun} is created.`;
		case 'custom':
			return `Running again with the same Custom Key creates no second ${noun}.`;
		case 'checked':
			return `Running again with the same checked letter creates no second ${noun}.`;
		case 'unsure':
			return `Running again may create a second ${noun}: n8n does not let the node know which run it is part of. Set Duplicate Protection to By External ID in workflows that others call.`;
	}
}

/** n8n cannot retry every run that was stopped. */
const retryIfPossible = (noun: string): string =>
	`If n8n lets you retry this execution, it sends the same Idempotency-Key, so no second ${noun} is created. A new run may create one.`;
