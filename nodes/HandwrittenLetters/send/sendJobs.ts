/** Sends the jobs of one node run, several at once, in input order. */
import { deepCopy } from 'n8n-workflow';

import { outcomeOf } from '../tell/outcome';
import { RequestFailure } from './attempt/requestFailure';
import type { Clients } from './clients';
import type { Job, Result, Sent } from './job';
import { hasFailed, isAnswered } from './job';
import type { ServiceClient, ServiceResponse } from './serviceClient';

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
	const sent = jobs.map((job): Sent => ({ job, result: notTried(job) }));
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
				one.result = toResult(one.job, await send(one.job));
			} catch (error) {
				const outcome = one.job.subject.orders ? outcomeOf(error) : 'not_read';
				one.result = { outcome, error };
				// The letter of a conflict exists, and nothing is wrong with the others. A retry would meet it again.
				if (outcome !== 'other_contents') stop?.end();
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(maxInFlight, own.length) }, work));
	for (const one of own) one.result = withEarlier(one, client);
}

const notTried = ({ subject }: Job): Result => ({ outcome: subject.orders ? 'not_ordered' : 'not_read' });

function toResult({ subject }: Job, { body, orderedBefore }: Answer): Result {
	if (!subject.orders) return { outcome: 'read', body };
	return { outcome: orderedBefore ? 'ordered_before' : 'ordered', body };
}

/** Of an order without a good answer, what earlier runs of the node have left. */
function withEarlier({ job, result }: Sent, client: ServiceClient): Result {
	if (isAnswered(result) || !job.subject.orders) return result;
	const { earlier, mayExist } = client.earlier(job.request);
	if (earlier !== undefined) {
		const is = client.isBefore(earlier) ? 'ordered_before' : 'ordered';
		const outcome = result.outcome === 'other_contents' ? result.outcome : is;
		return { ...result, outcome, earlierId: earlier.id };
	}
	return mayExist && result.outcome === 'not_ordered' ? { ...result, outcome: 'unknown' } : result;
}

type Answer = Omit<ServiceResponse, 'status'>;

/** The second of two jobs that share a letter gets a copy of its own. */
function sendOnce(client: ServiceClient): (job: Job) => Promise<Answer> {
	const byKey = new Map<string, Promise<ServiceResponse>>();
	return async ({ request }) => {
		if (request.method === 'GET') return await client.send(request);
		const earlier = byKey.get(request.idempotencyKey);
		if (earlier !== undefined) {
			const { body, orderedBefore } = await earlier;
			return { body: copy(body), orderedBefore };
		}
		const first = client.send(request);
		byKey.set(request.idempotencyKey, first);
		return await first;
	};
}

const copy = (body: unknown): unknown => (typeof body === 'object' && body !== null ? deepCopy(body) : body);

/** Of a run that ended with a failure, those that were not tried because of it did not fail. */
function withoutFollowers(sent: Sent[]): Sent[] {
	const causes = sent.filter((one) => hasFailed(one) && !isFollower(one.result));
	if (causes.length === 0) return sent;
	return sent.map((one) =>
		isFollower(one.result) ? { ...one, result: { ...one.result, error: undefined } } : one,
	);
}

function isFollower(result: Result): boolean {
	if (isAnswered(result) || !(result.error instanceof RequestFailure)) return false;
	const { error } = result;
	const { attempts, stopped, heldBack } = error.details;
	return attempts === 0 && !stopped && heldBack !== 'paused';
}
