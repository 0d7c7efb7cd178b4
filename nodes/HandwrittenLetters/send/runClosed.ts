/** Why a run sends nothing more. */
import type { FailedAttempt, HeldBack } from './attempt/requestFailure';
import { PausedTooLong } from './pacing/pause';

type Reason = FailedAttempt & { heldBack: HeldBack };

/** No further request of the run makes sense. */
export class RunClosed extends Error {
	constructor(readonly reason: Reason) {
		super('The run sends nothing more');
	}
}

/** Of a request that got no place. */
export function readReason(refusal: unknown): Reason | undefined {
	if (refusal instanceof RunClosed) return refusal.reason;
	if (!(refusal instanceof PausedTooLong)) return undefined;
	const until = new Date(refusal.until).toISOString();
	return { heldBack: 'paused', connection: `the service asked not to be called before ${until}` };
}
