/** Sends the jobs of one node run, several at once, in input order. */
import { isConflict } from '../../shared/failures/fate';
import { RequestFailure } from '../../shared/failures/requestFailure';
import type { ServiceClient, ServiceResponse } from '../../shared/serviceClient';
import type { Job, Outcome } from './job';

/**
 * Sends in input order with a few workers; jobs that share a key and a body are sent once. Unless
 * the run goes on after a failure, the first one ends it: what has not been tried yet is not sent.
 * A conflict (409) ends nothing.
 */
export async function sendJobs(
	client: ServiceClient,
	jobs: Job[],
	maxInFlight: number,
	goOn: boolean,
): Promise<Outcome[]> {
	const outcomes: Outcome[] = jobs.map(() => ({ state: 'notSent' }));
	const byKey = new Map<string, Promise<ServiceResponse>>();
	let next = 0;
	let stopped = false;

	const send = async ({ request }: Job): Promise<ServiceResponse> => {
		if (request.method === 'GET') return await client.send(request);
		const sent = byKey.get(request.idempotencyKey) ?? client.send(request);
		byKey.set(request.idempotencyKey, sent);
		return await sent;
	};
	const work = async () => {
		while (next < jobs.length && !stopped) {
			const index = next++;
			try {
				outcomes[index] = { state: 'answered', response: await send(jobs[index] as Job) };
			} catch (error) {
				outcomes[index] = { state: 'failed', error };
				// The letter of a conflict exists, and nothing is wrong with the others. A retry would meet it again.
				if (goOn || isConflict(error)) continue;
				stopped = true;
				client.startNothingNew();
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(maxInFlight, jobs.length) }, work));
	return (goOn ? outcomes : withoutFollowers(outcomes)).map((outcome, index) =>
		outcome.state === 'answered'
			? outcome
			: { ...outcome, earlierId: client.earlierId((jobs[index] as Job).request) },
	);
}

/** Of a run that ended with a failure, those that were not tried because of it did not fail. */
function withoutFollowers(outcomes: Outcome[]): Outcome[] {
	if (!outcomes.some((outcome) => outcome.state === 'failed' && !isFollower(outcome.error))) return outcomes;
	return outcomes.map((outcome) =>
		outcome.state === 'failed' && isFollower(outcome.error) ? { state: 'notSent' } : outcome,
	);
}

function isFollower(error: unknown): boolean {
	if (!(error instanceof RequestFailure)) return false;
	const { attempts, stopped, heldBack } = error.details;
	return attempts === 0 && !stopped && heldBack !== 'paused';
}
