/** Sends the jobs of one node run, several at once, in input order. */
import { deepCopy } from 'n8n-workflow';

import { isConflict } from '../../shared/failures/fate';
import { RequestFailure } from '../../shared/failures/requestFailure';
import type { ServiceClient, ServiceResponse } from '../../shared/serviceClient';
import type { Job, Outcome, Sent } from './job';

/**
 * Sends in input order with a few workers; jobs that share a key and a body are sent once. Unless
 * the run goes on after a failure, the first one ends it: what has not been tried yet is not sent.
 * A conflict (409) ends nothing. While the service may be gone, the last job is the next: letters
 * that no service would answer often stand together.
 */
export async function sendJobs(
	client: ServiceClient,
	jobs: Job[],
	maxInFlight: number,
	goOn: boolean,
): Promise<Sent[]> {
	const sent = jobs.map((job): Sent => ({ job, outcome: { state: 'notSent' } }));
	const send = sendOnce(client);
	const waiting = sent.toReversed();
	let stopped = false;
	const work = async () => {
		while (waiting.length > 0 && !stopped) {
			const one = (client.isInDoubt ? waiting.shift() : waiting.pop()) as Sent;
			if (waiting.length === 0) client.nothingFollows();
			try {
				one.outcome = { state: 'answered', ...(await send(one.job)) };
			} catch (error) {
				one.outcome = { state: 'failed', error };
				// The letter of a conflict exists, and nothing is wrong with the others. A retry would meet it again.
				if (goOn || isConflict(error)) continue;
				stopped = true;
				client.startNothingNew();
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(maxInFlight, jobs.length) }, work));
	for (const one of sent) {
		const { job, outcome } = one;
		if (outcome.state !== 'answered') one.outcome = { ...outcome, earlierId: client.earlierId(job.request) };
	}
	return goOn ? sent : withoutFollowers(sent);
}

type Answer = Omit<ServiceResponse, 'status'>;

/** The second of two jobs that share a letter gets a copy of its own. */
function sendOnce(client: ServiceClient): (job: Job) => Promise<Answer> {
	const byKey = new Map<string, Promise<ServiceResponse>>();
	return async ({ request }) => {
		if (request.method === 'GET') return await client.send(request);
		const earlier = byKey.get(request.idempotencyKey);
		if (earlier !== undefined) return { body: copy((await earlier).body), orderedBefore: true };
		const first = client.send(request);
		byKey.set(request.idempotencyKey, first);
		return await first;
	};
}

const copy = (body: unknown): unknown => (typeof body === 'object' && body !== null ? deepCopy(body) : body);

/** Of a run that ended with a failure, those that were not tried because of it did not fail. */
function withoutFollowers(sent: Sent[]): Sent[] {
	if (!sent.some(({ outcome }) => outcome.state === 'failed' && !isFollower(outcome.error))) return sent;
	return sent.map(({ job, outcome }) => ({
		job,
		outcome: outcome.state === 'failed' && isFollower(outcome.error) ? asNotSent(outcome) : outcome,
	}));
}

const asNotSent = ({ earlierId }: { earlierId?: string }): Outcome => ({ state: 'notSent', earlierId });

function isFollower(error: unknown): boolean {
	if (!(error instanceof RequestFailure)) return false;
	const { attempts, stopped, heldBack } = error.details;
	return attempts === 0 && !stopped && heldBack !== 'paused';
}
