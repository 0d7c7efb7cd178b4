/** Why a run sends nothing more. */
import type { Reason } from './attempt/failure';
import { PausedTooLong } from './pacing/pacedRun';

/** No further request of the run makes sense. */
export class RunClosed extends Error {
	constructor(readonly reason: Reason) {
		super('The run sends nothing more');
	}
}

/** Of a request that got no place; of any other error, the error. */
export function readReason(refusal: unknown): Reason {
	if (refusal instanceof RunClosed) return refusal.reason;
	if (!(refusal instanceof PausedTooLong)) return { thrown: refusal as Error };
	const until = new Date(refusal.until).toISOString();
	return { heldBack: 'paused', connection: `the service asked not to be called before ${until}` };
}
