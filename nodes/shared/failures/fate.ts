/** What is known of an order that failed. */
import { adviseUnknown } from './advice';
import type { Subject } from './requestFailure';
import { RequestFailure } from './requestFailure';

export type Fate = 'notCreated' | 'unknown' | 'otherContents';

export const CONFLICT = 409;

/**
 * The service has an order with this key and other contents (spec, Idempotency rules 3). After an
 * attempt that may have been accepted, it may also be busy with that one.
 */
export function isConflict(cause: unknown): boolean {
	if (!(cause instanceof RequestFailure)) return false;
	const { status, mayHaveBeenAccepted } = cause.details;
	return status === CONFLICT && !mayHaveBeenAccepted;
}

export function fateOf(cause: unknown): Fate {
	if (isConflict(cause)) return 'otherContents';
	return cause instanceof RequestFailure && !cause.details.mayHaveBeenAccepted ? 'notCreated' : 'unknown';
}

export function describeFate(failure: RequestFailure, subject: Subject, goesOn: boolean): string {
	const { orders, noun, keptBy } = subject;
	if (!orders) return '';
	switch (fateOf(failure)) {
		case 'otherContents':
			return '';
		case 'notCreated':
			return `This ${noun} was not created.`;
		case 'unknown':
			// n8n cannot retry every run that was stopped.
			return `It is not known whether this ${noun} was accepted. ${
				failure.details.stopped && keptBy === 'retry'
					? `If n8n lets you retry this execution, it sends the same key, so no second ${noun} is created. A new run may create one.`
					: adviseUnknown({ noun, keptBy, goesOn })
			}`;
	}
}
