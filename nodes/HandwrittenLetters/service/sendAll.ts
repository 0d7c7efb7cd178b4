/** Sends the requests of one node run, several at once, each through the client of its account. */
import type { IExecuteFunctions } from 'n8n-workflow';
import { deepCopy } from 'n8n-workflow';

import type { Account } from '../../n8n/account';
import { groupBy } from '../../words/groupBy';
import type { Place } from './pacer';
import { NoPlace } from './pacer';
import type { Request } from './request';
import type { Result, Unanswered } from './result';
import { hasFailed, isAnswered } from './result';
import type { SendOptions } from './serviceClient';
import { ServiceClient } from './serviceClient';

export interface Sent {
	/** In input order. */
	results: Result[];
	/** Where they went, with the port. */
	host: string;
	/** How long the run waited for the rate limit of an account. */
	waitedMs: number;
}

/**
 * Sends in input order with a few workers for each account; requests that share a key are sent once. Unless the
 * run goes on after a failure, the first one ends it: what has not been tried yet is not sent. A conflict (409)
 * ends nothing: it says nothing of the other letters and comes back on every retry, so those after it would
 * never be ordered.
 */
export async function sendAll(
	context: IExecuteFunctions,
	shares: Array<{ account: Account; requests: Request[] }>,
	rules: SendOptions,
): Promise<Sent> {
	const all: Result[] = [];
	const queues: RequestQueue[] = shares.map(({ account, requests }) => {
		const client = ServiceClient.create(context, account, rules);
		return new RequestQueue(client, requests, rules, (result) => {
			all.push(result);
			// The letter of a conflict exists, and nothing is wrong with the others. A retry would meet it again.
			const endsRun = !rules.goOn && !isAnswered(result) && result.outcome !== 'other_contents';
			if (endsRun) for (const queue of queues) queue.end();
		});
	});
	await Promise.all(queues.map(async (queue) => await queue.send()));
	const clients = queues.map(({ client }) => client);
	const results = all.sort((one, other) => placeOf(one) - placeOf(other));
	return {
		results: rules.goOn ? results : withoutUntried(results),
		host: [...new Set(clients.map(({ host }) => host))].join(', '),
		waitedMs: Math.max(...clients.map(({ waitedMs }) => waitedMs)),
	};
}

const placeOf = ({ request }: Result): number => request.itemIndexes[0] ?? 0;

/** Of a run that ended with a failure, those that were not tried did not fail. */
function withoutUntried(results: Result[]): Result[] {
	const isUntried = (one: Result): one is Unanswered => hasFailed(one) && one.failure?.attempts === 0;
	const hasCause = results.some((one) => hasFailed(one) && !isUntried(one));
	return hasCause ? results.map((one) => (isUntried(one) ? { ...one, failure: undefined } : one)) : results;
}

/** The requests of one account that have not been tried: each with those that share its key, which are sent once. */
class RequestQueue {
	/** The next one is the last. */
	private waiting: Array<[Request, ...Request[]]>;

	/** Those given up at their deadline since when nothing was accepted. */
	private silent: Array<{ request: Request; since: number }> = [];

	private readonly underWay = new Set<Promise<Result>>();

	/** While one letter shows whether the service still takes any, no other begins. */
	private trial: Promise<void> | undefined;

	constructor(
		readonly client: ServiceClient,
		requests: Request[],
		private readonly rules: SendOptions,
		private readonly settle: (result: Result) => void,
	) {
		// What has no key stands alone.
		const groups = groupBy(requests, (request) => request.key?.value ?? request);
		const all = [...groups.values()] as Array<[Request, ...Request[]]>;
		this.waiting = rules.isRetry ? inRandomOrder(all) : all.reverse();
	}

	async send(): Promise<void> {
		const workers = Math.min(this.rules.maxInFlight, this.waiting.length);
		await Promise.all(Array.from({ length: workers }, async () => await this.work()));
	}

	/** What has not been tried is not sent, for the reason that the error gives, or because the run has failed. */
	end(error?: unknown): void {
		for (const same of this.waiting.splice(0)) {
			const result = this.client.notSent(same[0], error);
			for (const request of same) this.settle({ ...result, request });
		}
		this.client.startNothingNew();
	}

	private async work(): Promise<void> {
		while (this.waiting.length > 0) {
			await this.trial;
			const place = await this.client.takePlace().catch((error: unknown) => {
				this.end(error);
			});
			if (place === undefined) return;
			const next = this.trial === undefined ? this.take('pop') : undefined;
			if (next === undefined) this.client.giveBack(place);
			else await this.sendOne(next, place);
		}
	}

	private take(from: 'pop' | 'shift'): [Request, ...Request[]] | undefined {
		const next = this.waiting[from]();
		// Who waits for a place has nothing to send any more.
		if (this.waiting.length === 0) this.client.startNothingNew();
		return next;
	}

	private async sendOne([request, ...equal]: [Request, ...Request[]], place?: Place): Promise<Result> {
		// Without a place, it is the one letter that is tried.
		const sending = this.client.send(request, place, place === undefined);
		this.underWay.add(sending);
		const result = await sending;
		this.underWay.delete(sending);
		this.settle(result);
		// Each gets a copy of its own.
		for (const same of equal)
			this.settle({ ...result, request: same, ...('body' in result && { body: copy(result.body) }) });
		const since = isAnswered(result) ? undefined : result.failure?.silentSince;
		if (since !== undefined && this.trial === undefined) {
			this.silent.push({ request, since });
			if (this.isSilent) await (this.trial = this.tryOne().finally(() => (this.trial = undefined)));
			// Another one of those that have begun shows whether it is the letter.
			else if (this.underWay.size > 0) await Promise.race(this.underWay);
		}
		return result;
	}

	/** Two were given up, and nothing was accepted since the first of them began. */
	private get isSilent(): boolean {
		this.silent = this.silent.filter(({ since }) => since > this.client.acceptedAt);
		return this.silent.length > 1;
	}

	/** The last one, because letters that a service cannot handle often stand together. */
	private async tryOne(): Promise<void> {
		const last = this.take('shift');
		if (last === undefined) return;
		const result = await this.sendOne(last);
		if (!this.isSilent || isAnswered(result)) return;
		const two = this.silent.slice(0, 2).flatMap(({ request }) => request.itemIndexes);
		const unanswered = two.sort((a, b) => a - b);
		const { status, envelope, connection } = result.failure ?? {};
		this.end(new NoPlace({ heldBack: 'noAnswer', unanswered, status, envelope, connection }));
	}
}

/** Retries on workers that know nothing of it would otherwise all be stopped at the same letters. */
const inRandomOrder = <T>(all: T[]): T[] =>
	all
		.map((one) => ({ one, place: Math.random() }))
		.sort((a, b) => a.place - b.place)
		.map(({ one }) => one);

const copy = (body: unknown): unknown => (typeof body === 'object' && body !== null ? deepCopy(body) : body);
