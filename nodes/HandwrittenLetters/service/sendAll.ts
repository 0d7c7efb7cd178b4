/** Sends the jobs of one node run, several at once, each through the client of its account. */
import type { IExecuteFunctions } from 'n8n-workflow';
import { deepCopy } from 'n8n-workflow';

import type { Accounts } from '../../n8n/account';
import { groupBy } from '../../words/groupBy';
import type { Job, Settled } from './job';
import { hasFailed } from './job';
import { NoPlace } from './pacer';
import type { Result } from './result';
import { isAnswered } from './result';
import type { SendOptions, Start } from './serviceClient';
import { ServiceClient } from './serviceClient';

export interface SendingRules extends SendOptions {
	/** The run goes on after a failure. */
	goOn: boolean;
	/** "Retry execution". */
	isRetry: boolean;
}

export interface Sent {
	/** In the order of the jobs. */
	results: Settled[];
	/** Where they went, with the port. */
	host: string;
	/** How long the run waited for the rate limit of an account. */
	waitedMs: number;
}

/**
 * Sends in input order with a few workers for each account; jobs that share a key and a body are sent once.
 * Unless the run goes on after a failure, the first one ends it: what has not been tried yet is not sent. A
 * conflict (409) ends nothing: it says nothing of the other letters and comes back on every retry, so those
 * after it would never be ordered.
 */
export async function sendAll(
	context: IExecuteFunctions,
	accounts: Accounts,
	jobs: Job[],
	rules: SendingRules,
): Promise<Sent> {
	const results = new Map<Job, Result>();
	const queues: JobQueue[] = accounts.all.map((account) => {
		const client = ServiceClient.create(context, account, rules);
		const own = jobs.filter(({ itemIndexes: [first = 0] }) => accounts.of(first) === account);
		return new JobQueue(client, own, rules, (job, result) => {
			results.set(job, result);
			// The letter of a conflict exists, and nothing is wrong with the others. A retry would meet it again.
			const endsRun = !rules.goOn && !isAnswered(result) && result.outcome !== 'other_contents';
			if (endsRun) for (const queue of queues) queue.end();
		});
	});
	await Promise.all(queues.map(async (queue) => await queue.send()));
	const settled = jobs.map((job): Settled => ({ job, ...(results.get(job) as Result) }));
	const clients = queues.map(({ client }) => client);
	return {
		results: rules.goOn ? settled : withoutUntried(settled),
		host: [...new Set(clients.map(({ host }) => host))].join(', '),
		waitedMs: Math.max(...clients.map(({ waitedMs }) => waitedMs)),
	};
}

/** Of a run that ended with a failure, those that were not tried did not fail. */
function withoutUntried(settled: Settled[]): Settled[] {
	const isUntried = (one: Settled) => !isAnswered(one) && one.failure?.attempts === 0;
	const hasCause = settled.some((one) => hasFailed(one) && !isUntried(one));
	return hasCause ? settled.map((one) => (isUntried(one) ? { ...one, failure: undefined } : one)) : settled;
}

/** What is sent once: a job, and those that share its key. */
type Letter = [Job, ...Job[]];

/** The letters of one account that have not been tried. */
class JobQueue {
	/** The next one is the last. */
	private waiting: Letter[];

	/** Those given up at their deadline since when nothing was accepted. */
	private silent: Array<{ job: Job; since: number }> = [];

	private readonly underWay = new Set<Promise<Result>>();

	/** While one letter shows whether the service still takes any, no other begins. */
	private trial: Promise<void> | undefined;

	constructor(
		readonly client: ServiceClient,
		jobs: Job[],
		private readonly rules: SendingRules,
		private readonly settle: (job: Job, result: Result) => void,
	) {
		const letters = toLetters(jobs);
		this.waiting = rules.isRetry ? inRandomOrder(letters) : letters.reverse();
	}

	async send(): Promise<void> {
		const workers = Math.min(this.rules.maxInFlight, this.waiting.length);
		await Promise.all(Array.from({ length: workers }, async () => await this.work()));
	}

	/** What has not been tried is not sent, for the reason that the error gives, or because the run has failed. */
	end(error?: unknown): void {
		for (const [job, ...equal] of this.waiting.splice(0)) {
			const result = this.client.notSent(job.request, error);
			for (const one of [job, ...equal]) this.settle(one, result);
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
			const letter = this.trial === undefined ? this.take('pop') : undefined;
			if (letter === undefined) this.client.giveBack(place);
			else await this.sendLetter(letter, { place });
		}
	}

	private take(from: 'pop' | 'shift'): Letter | undefined {
		const letter = this.waiting[from]();
		// Who waits for a place has nothing to send any more.
		if (this.waiting.length === 0) this.client.startNothingNew();
		return letter;
	}

	/** The second of two jobs that share a letter gets a copy of its own. */
	private async sendLetter([job, ...equal]: Letter, start: Start): Promise<Result> {
		const sending = this.client.send(job.request, start);
		this.underWay.add(sending);
		const result = await sending;
		this.underWay.delete(sending);
		this.settle(job, result);
		for (const one of equal) {
			this.settle(one, isAnswered(result) ? { ...result, body: copy(result.body) } : result);
		}
		const since = isAnswered(result) ? undefined : result.failure?.silentSince;
		if (since !== undefined && this.trial === undefined) {
			this.silent.push({ job, since });
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
		const letter = this.take('shift');
		if (letter === undefined) return;
		const result = await this.sendLetter(letter, { once: true });
		if (!this.isSilent || isAnswered(result)) return;
		const two = this.silent.slice(0, 2).flatMap(({ job }) => job.itemIndexes);
		const unanswered = two.sort((a, b) => a - b);
		const { status, envelope, connection } = result.failure ?? {};
		this.end(new NoPlace({ heldBack: 'noAnswer', unanswered, status, envelope, connection }));
	}
}

/** Each with those that share its key; what has no key stands alone. */
const toLetters = (jobs: Job[]): Letter[] =>
	[...groupBy(jobs, ({ request }) => request.key ?? request)].map(([, letter]) => letter as Letter);

/** Retries on workers that know nothing of it would otherwise all be stopped at the same letters. */
const inRandomOrder = <T>(all: T[]): T[] =>
	all
		.map((one) => ({ one, place: Math.random() }))
		.sort((a, b) => a.place - b.place)
		.map(({ one }) => one);

const copy = (body: unknown): unknown => (typeof body === 'object' && body !== null ? deepCopy(body) : body);
