/** Sends the jobs of one node run, several at once, in input order. */
import { deepCopy } from 'n8n-workflow';

import { isConflict } from '../../shared/failures/fate';
import { RequestFailure } from '../../shared/failures/requestFailure';
import type { ServiceClient, ServiceResponse } from '../../shared/serviceClient';
import type { Clients } from './clients';
import type { Job, Sent } from './job';

/**
 * Sends in input order with a few workers for each account; jobs that share a key and a body are sent once. Unless
 * the run goes on after a failure, the first one ends it: what has not been tried yet is not sent.
 * A conflict (409) ends nothing. While the service may be gone, the last job is the next: letters
 * that no service would answer often stand together.
 */
export async function sendJobs(
	clients: Clients,
	jobs: Job[],
	maxInFlight: number,
	goOn: boolean,
): Promise<Sent[]> {
	const sent = jobs.map((job): Sent => ({ job, outcome: { state: 'notSent' } }));
	const stop = new AbortController();
	const end = () => {
		stop.abort();
		for (const client of clients.all) client.startNothingNew();
	};
	const sendAll = async (client: ServiceClient) => {
		const own = sent.filter(({ job }) => clients.of(job.itemIndexes[0] ?? 0) === client);
		await sendOwn(client, own, maxInFlight, goOn ? undefined : { end, signal: stop.signal });
	};
	await Promise.all(clients.all.map(sendAll));
	return goOn ? sent : withoutFollowers(sent);
}

/** @param stop How the first failure ends the run; undefined where it goes on. */
async function sendOwn(
	client: ServiceClient,
	own: Sent[],
	maxInFlight: number,
	stop?: { end: () => void; signal: AbortSignal },
): Promise<void> {
	const send = sendOnce(client);
	const waiting = own.toReversed();
	const work = async () => {
		while (waiting.length > 0 && !stop?.signal.aborted) {
			const one = (client.isInDoubt ? waiting.shift() : waiting.pop()) as Sent;
			if (waiting.length === 0) client.nothingFollows();
			try {
				const { body, orderedBefore } = await send(one.job);
				// Under a key of this run, what came before is this run's own letter.
				const isOwn = one.job.subject.keptBy === 'retry';
				one.outcome = { state: 'answered', body, orderedBefore: orderedBefore && !isOwn };
			} catch (error) {
				one.outcome = { state: 'failed', error };
				// The letter of a conflict exists, and nothing is wrong with the others. A retry would meet it again.
				if (!isConflict(error)) stop?.end();
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(maxInFlight, own.length) }, work));
	for (const one of own) {
		const { job, outcome } = one;
		if (outcome.state === 'answered') continue;
		one.outcome = { ...outcome, ...client.earlier(job.request) };
	}
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
		outcome:
			outcome.state === 'failed' && isFollower(outcome.error) ? { ...outcome, state: 'notSent' } : outcome,
	}));
}

function isFollower(error: unknown): boolean {
	if (!(error instanceof RequestFailure)) return false;
	const { attempts, stopped, heldBack } = error.details;
	return attempts === 0 && !stopped && heldBack !== 'paused';
}
