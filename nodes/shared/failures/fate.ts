/** What is known of an order that failed. */
import { adviseUnknown } from './advice';
import type { Subject } from './requestFailure';
import { RequestFailure } from './requestFailure';

export type Fate = 'notCreated' | 'unknown' | 'otherContents';

/** The service has an order with this key and other contents (spec, Idempotency rules 3). */
const CONFLICT = 409;

export function isConflict(cause: unknown): boolean {
	return cause instanceof RequestFailure && cause.details.status === CONFLICT;
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
			return `No second ${noun} was created.`;
		case 'notCreated':
			return `This ${noun} was not created.`;
		case 'unknown':
			// n8n cannot retry every run that was stopped.
			return `It is not known whether this ${noun} was accepted. ${
				failure.details.stopped && keptBy === 'retry'
					? `If n8n lets you retry this execution, it sends the same Idempotency-Key, so no second ${noun} is created. A new run may create one.`
					: adviseUnknown({ noun, keptBy, goesOn })
			}`;
	}
}
