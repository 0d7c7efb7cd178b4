/**
 * Sends the requests of one node run and turns what came back into output items: several at once,
 * in input order, nothing lost. Every id the service gave out reaches the user, in the output or
 * in the error.
 */
import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	IPairedItemData,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Problem, Subject } from '../shared/errors';
import { failureDetails, toErrorJson, toValidationError } from '../shared/errors';
import type { ServiceRequest, ServiceResponse } from '../shared/transport';
import { ServiceClient } from '../shared/transport';
import type { Outcome } from './failures';
import { endCancelled, throwFirstFailure, toNodeError } from './failures';

/** One request and the input items it stands for. */
export interface Job {
	itemIndexes: number[];
	request: ServiceRequest;
	subject: Subject;
}

/** How to read a good answer. */
export interface Reading {
	/** True when the body is what the contract says. */
	matches: (body: unknown) => boolean;
	/** Where the id of what was created stands in the body. */
	idField?: 'id' | 'batch_id';
	/** What the user should know of the good answers, in one sentence. */
	describe?: (answers: unknown[], failedItems: number, timeZone: string) => string;
}

interface Placed {
	itemIndex: number;
	output: INodeExecutionData;
}

/**
 * Runs all jobs. `problems` are the items found wrong before: without Continue On Fail they stop
 * everything before the first request; with it each becomes an error item.
 */
export async function runJobs(
	context: IExecuteFunctions,
	jobs: Job[],
	problems: Problem[],
	reading: Reading,
): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const goOn = context.continueOnFail();
	if (problems.length > 0 && !goOn) throw toValidationError(node, problems);

	const { deadline, timeout, maxInFlight } = readOptions(context);
	const client = await ServiceClient.create(context, {
		deadlineMs: deadline * 60_000,
		timeoutMs: timeout * 1000,
		maxInFlight,
	});
	const outcomes = await sendAll(client, jobs, maxInFlight, goOn);
	if (context.getExecutionCancelSignal()?.aborted) endCancelled(context, jobs, outcomes, reading);
	else if (!goOn) throwFirstFailure(node, jobs, outcomes, reading);
	addHints(context, jobs, outcomes, problems, reading);

	return [...invalidItems(node, problems), ...jobs.flatMap((job, index) => place(node, job, outcomes[index]))]
		.sort((a, b) => a.itemIndex - b.itemIndex)
		.map(({ output }) => output);
}

function readOptions(context: IExecuteFunctions): {
	deadline: number;
	timeout: number;
	maxInFlight: number;
} {
	const options = context.getNodeParameter('options', 0, {});
	const positive = (name: string, fallback: number) => {
		const value = Number(options[name] ?? fallback);
		if (value > 0) return value;
		throw new NodeOperationError(
			context.getNode(),
			`The option "${name}" must be a number above 0. Nothing was sent.`,
		);
	};
	return {
		deadline: positive('deadline', 10),
		timeout: positive('timeout', 30),
		maxInFlight: Math.ceil(positive('maxInFlight', 64)),
	};
}

/** Sends in input order with a few workers; jobs that share a key and a body are sent once. */
async function sendAll(
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
		const key = request.idempotencyKey;
		if (key === undefined) return await client.send(request);
		const sent = byKey.get(key) ?? client.send(request);
		byKey.set(key, sent);
		return await sent;
	};
	const work = async () => {
		while (next < jobs.length && !stopped) {
			const index = next++;
			try {
				outcomes[index] = { state: 'answered', response: await send(jobs[index] as Job) };
			} catch (error) {
				outcomes[index] = { state: 'failed', error };
				stopped = !goOn;
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(maxInFlight, jobs.length) }, work));
	return outcomes;
}

/** Tells the good answers in a sentence, and warns of those the contract does not know. */
function addHints(
	context: IExecuteFunctions,
	jobs: Job[],
	outcomes: Outcome[],
	problems: Problem[],
	{ matches, describe }: Reading,
): void {
	const good: unknown[] = [];
	const odd: number[] = [];
	const failed = new Set(problems.map(({ itemIndex }) => itemIndex));
	jobs.forEach(({ itemIndexes }, index) => {
		const outcome = outcomes[index];
		if (outcome?.state !== 'answered') itemIndexes.forEach((itemIndex) => failed.add(itemIndex));
		else if (matches(outcome.response.body)) good.push(outcome.response.body);
		else odd.push(...itemIndexes);
	});
	if (odd.length > 0) {
		context.addExecutionHints({
			type: 'warning',
			location: 'outputPane',
			message: `The service accepted the request of item ${odd.join(', ')}, but its answer is not what its interface promises. The answer is in the output as it came; keep it, it may hold the only copy of the id.`,
		});
	}
	if (describe && good.length > 0) {
		context.addExecutionHints({
			type: 'info',
			location: 'outputPane',
			message: describe(good, failed.size, context.getTimezone()),
		});
	}
}

/** One item per answer. A failure is one item per input: each must be corrected or sent again. */
function place(node: INode, job: Job, outcome: Outcome | undefined): Placed[] {
	const { itemIndexes } = job;
	const pairs: IPairedItemData[] = itemIndexes.map((item) => ({ item }));
	if (outcome?.state === 'answered') {
		const pairedItem = pairs.length === 1 ? (pairs[0] as IPairedItemData) : pairs;
		const output = { json: toJson(outcome.response.body), pairedItem };
		return [{ itemIndex: itemIndexes[0] ?? 0, output }];
	}
	const cause =
		outcome?.state === 'failed'
			? outcome.error
			: new Error('Not sent: the execution was cancelled before');
	const error = toNodeError(node, cause, job);
	return pairs.map((pairedItem) => ({
		itemIndex: pairedItem.item,
		output: { json: toErrorJson(node, error, failureDetails(cause)), pairedItem },
	}));
}

function toJson(body: unknown): IDataObject {
	return typeof body === 'object' && body !== null && !Array.isArray(body)
		? (body as IDataObject)
		: { raw: body as IDataObject[string] };
}

function invalidItems(node: INode, problems: Problem[]): Placed[] {
	const byItem = new Map<number, Problem[]>();
	for (const problem of problems) {
		byItem.set(problem.itemIndex, [...(byItem.get(problem.itemIndex) ?? []), problem]);
	}
	return [...byItem].map(([itemIndex, own]) => {
		const error = toValidationError(node, own, 'This item was not sent.');
		const json = toErrorJson(node, error, { problems: own.map(({ text }) => text) });
		return { itemIndex, output: { json, pairedItem: { item: itemIndex } } };
	});
}
