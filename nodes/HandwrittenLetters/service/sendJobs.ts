/** Sends the jobs of one node run, several at once. */
import { deepCopy } from 'n8n-workflow';

import type { Clients } from './clients';
import type { Job, Settled } from './job';
import { hasFailed } from './job';
import type { Result } from './result';
import { isAnswered } from './result';
import type { ServiceClient } from './serviceClient';

export interface SendingRules {
	maxInFlight: number;
	/** The run goes on after a failure. */
	goOn: boolean;
	/** "Retry execution". */
	isRetry: boolean;
}

/**
 * Sends in input order with a few workers for each account; jobs that share a key and a body are sent once, and
 * not at all where an earlier try of the run was answered. Unless the run goes on after a failure, the first one
 * ends it: what has not been tried yet is not sent. A conflict (409) ends nothing: it says nothing of the other
 * letters and comes back on every retry, so those after it would never be ordered. While the service may be gone,
 * the last job is the next: letters that no service would answer often stand together.
 */
export async function sendJobs(
	clients: Clients,
	jobs: Job[],
	{ maxInFlight, goOn, isRetry }: SendingRules,
): Promise<Settled[]> {
	const results = new Map<Job, Result>();
	const stop = new AbortController();
	const end = () => {
		stop.abort();
		for (const client of clients.all) client.startNothingNew();
	};
	const clientOf = ({ itemIndexes: [first = 0] }: Job) => clients.of(first);
	const sendOwn = async (client: ServiceClient) => {
		const send = sendOnce(client);
		const own = jobs.filter((job) => clientOf(job) === client);
		const left = own.filter((job) => {
			const answer = client.given(job.request);
			if (answer !== undefined) results.set(job, answer);
			return answer === undefined;
		});
		const waiting = isRetry ? inRandomOrder(left) : left.toReversed();
		const work = async () => {
			while (waiting.length > 0 && !stop.signal.aborted) {
				const job = (client.isInDoubt ? waiting.shift() : waiting.pop()) as Job;
				if (waiting.length === 0) client.nothingFollows();
				const result = await send(job);
				results.set(job, result);
				// The letter of a conflict exists, and nothing is wrong with the others. A retry would meet it again.
				if (!goOn && !isAnswered(result) && result.outcome !== 'other_contents') end();
			}
		};
		await Promise.all(Array.from({ length: Math.min(maxInFlight, left.length) }, work));
	};
	await Promise.all(clients.all.map(sendOwn));
	const settled = jobs.map((job) => ({
		job,
		...(results.get(job) ?? clientOf(job).withoutAnswer(job.request)),
	}));
	return goOn ? settled : withoutFollowers(settled);
}

/** Retries on workers that know nothing of it would otherwise all be stopped at the same letters. */
const inRandomOrder = (jobs: Job[]): Job[] =>
	jobs
		.map((job) => ({ job, place: Math.random() }))
		.sort((a, b) => a.place - b.place)
		.map(({ job }) => job);

/** The second of two jobs that share a letter gets a copy of its own. */
function sendOnce(client: ServiceClient): (job: Job) => Promise<Result> {
	const byKey = new Map<string, Promise<Result>>();
	return async ({ request }) => {
		if (request.key === undefined) return await client.send(request);
		const earlier = byKey.get(request.key);
		if (earlier !== undefined) {
			const result = await earlier;
			return isAnswered(result) ? { ...result, body: copy(result.body) } : result;
		}
		const first = client.send(request);
		byKey.set(request.key, first);
		return await first;
	};
}

const copy = (body: unknown): unknown => (typeof body === 'object' && body !== null ? deepCopy(body) : body);

/** Of a run that ended with a failure, those that were not tried because of it did not fail. */
function withoutFollowers(settled: Settled[]): Settled[] {
	const hasCause = settled.some((one) => hasFailed(one) && !isFollower(one));
	return hasCause ? settled.map((one) => (isFollower(one) ? { ...one, failure: undefined } : one)) : settled;
}

function isFollower(one: Settled): boolean {
	if (isAnswered(one) || one.failure === undefined) return false;
	const { attempts, stopped, heldBack } = one.failure;
	return attempts === 0 && !stopped && heldBack !== 'paused';
}
