/** What came of a run as output items, each paired with the rows it stands for. */
import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	IPairedItemData,
} from 'n8n-workflow';
import { deepCopy } from 'n8n-workflow';

import { isOrder } from '../../shared/exchange';
import { failureDetails, toErrorJson } from '../../shared/failures/errors';
import type { Fate, Problem } from '../input/problems';
import {
	describeFault,
	describeProblems,
	MOST_PROBLEMS,
	NOTHING_SENT,
	ROW_NOT_SENT,
} from '../input/problems';
import type { GoodAnswer, Job, Outcome, Plan } from './job';
import { nameRows } from './rows';
import { toNodeError } from './runErrors';

interface Placed {
	itemIndex: number;
	output: INodeExecutionData;
}

/** In input order: answers, failures, and the rows that were not sent. */
export function toOutputItems(
	node: INode,
	{ jobs, problems, heldBack }: Plan,
	outcomes: Outcome[],
	answers: GoodAnswer[],
	inputs?: INodeExecutionData[],
): INodeExecutionData[] {
	const byJob = new Map(answers.map((answer) => [answer.job, answer]));
	const placed = [
		...placeProblems(node, problems, fateBeside(jobs)),
		...placeHeldBack(node, problems, heldBack),
		...jobs.flatMap((job, index) => {
			const answer = byJob.get(job);
			return answer === undefined ? placeFailure(node, job, outcomes[index]) : [placeAnswer(answer, inputs)];
		}),
	];
	return placed.sort((a, b) => a.itemIndex - b.itemIndex).map(({ output }) => output);
}

/**
 * One error item per row, for a run that ended before its first request. n8n would hand the input
 * on among the good items, as if each row had been ordered.
 */
export function toRefusedItems(
	context: IExecuteFunctions,
	{ message, description }: Error & { description?: string | null },
): INodeExecutionData[] {
	const text = message.replace(`. ${NOTHING_SENT.said}`, '');
	const problems = context.getInputData().map((_item, itemIndex) => ({ itemIndex, text }));
	const fate: Fate = { said: NOTHING_SENT.said, advice: description ?? NOTHING_SENT.advice };
	return placeProblems(context.getNode(), problems, fate).map(({ output }) => output);
}

/** The good answers. The second of two rows that share a letter gets a copy of its own. */
export function readAnswers(jobs: Job[], outcomes: Outcome[]): GoodAnswer[] {
	const seen = new Set<unknown>();
	return jobs.flatMap((job, index) => {
		const outcome = outcomes[index];
		if (outcome?.state !== 'answered') return [];
		const { response } = outcome;
		if (seen.has(response)) {
			return [{ job, body: copy(response.body), orderedBefore: isOrder(job.request) }];
		}
		seen.add(response);
		return [{ job, body: response.body, orderedBefore: response.orderedBefore }];
	});
}

const copy = (body: unknown): unknown => (typeof body === 'object' && body !== null ? deepCopy(body) : body);

/** What the service said, and of an order also its key and, where wanted, the rows it was made of. */
function placeAnswer({ job, body, orderedBefore }: GoodAnswer, inputs?: INodeExecutionData[]): Placed {
	const rows = job.itemIndexes.map((itemIndex) => inputs?.[itemIndex]?.json ?? {});
	const json: IDataObject = {
		...toJson(body),
		...('idempotencyKey' in job.request && { idempotency_key: job.request.idempotencyKey }),
		...(orderedBefore && { ordered_before: true }),
		...(inputs !== undefined && { input: rows.length === 1 ? rows[0] : rows }),
	};
	const pairs = toPairs(job.itemIndexes);
	const pairedItem = pairs.length === 1 ? pairs[0] : pairs;
	return { itemIndex: job.itemIndexes[0] ?? 0, output: { json, pairedItem } };
}

/** One item per row: each must be corrected or sent again. */
function placeFailure(node: INode, job: Job, outcome: Outcome | undefined): Placed[] {
	const cause =
		outcome?.state === 'failed' ? outcome.error : new Error('Not sent, because the execution was cancelled');
	const earlierId = outcome?.state === 'answered' ? undefined : outcome?.earlierId;
	const also =
		earlierId === undefined
			? ''
			: `The ${job.subject.noun} first ordered with its Idempotency-Key is ${earlierId}.`;
	const error = toNodeError(node, cause, job, also);
	return toPairs(job.itemIndexes).map((pairedItem) => ({
		itemIndex: pairedItem.item,
		output: { json: toErrorJson(node, error, failureDetails(cause)), pairedItem },
	}));
}

/** What becomes of rows with a problem when the others of the run have been sent. */
function fateBeside(jobs: Job[]): Fate {
	if (jobs.length === 0) return NOTHING_SENT;
	if (jobs.some(({ subject }) => subject.orders)) return ROW_NOT_SENT;
	return { said: ROW_NOT_SENT.said, advice: NOTHING_SENT.advice };
}

function placeProblems(node: INode, problems: Problem[], fate: Fate): Placed[] {
	const byItem = new Map<number, Problem[]>();
	for (const problem of problems) {
		const own = byItem.get(problem.itemIndex);
		if (own === undefined) byItem.set(problem.itemIndex, [problem]);
		else own.push(problem);
	}
	return [...byItem].map(([itemIndex, own]) => {
		const json = toErrorJson(node, describeProblems(own, fate), toDetails(itemIndex, own));
		return { itemIndex, output: { json, pairedItem: { item: itemIndex } } };
	});
}

/** For a workflow that shows what is to correct. */
function toDetails(itemIndex: number, problems: Problem[]): IDataObject {
	const named = problems.slice(0, MOST_PROBLEMS);
	const more = problems.length - named.length;
	return {
		row: itemIndex + 1,
		external_id: problems[0]?.externalId ?? null,
		problems: named.map(describeFault),
		fields: named.map(({ field = null, text }) => ({ field, text })),
		...(more > 0 && { more_problems: more }),
	};
}

function placeHeldBack(node: INode, problems: Problem[], heldBack: number[]): Placed[] {
	if (heldBack.length === 0) return [];
	const wrong = nameRows([...new Set(problems.map(({ itemIndex }) => itemIndex))].sort((a, b) => a - b));
	const description = `No batch is sent until every row of the run is valid. Correct ${wrong} and run all rows again.`;
	return heldBack.map((itemIndex) => {
		const message = `Row ${itemIndex + 1} was held back. Nothing was sent.`;
		const json = toErrorJson(
			node,
			{ message, description },
			{ row: itemIndex + 1, held_back: true, problems: [] },
		);
		return { itemIndex, output: { json, pairedItem: { item: itemIndex } } };
	});
}

function toPairs(itemIndexes: number[]): IPairedItemData[] {
	return itemIndexes.map((item) => ({ item }));
}

function toJson(body: unknown): IDataObject {
	return typeof body === 'object' && body !== null && !Array.isArray(body)
		? (body as IDataObject)
		: { raw: body as IDataObject[string] };
}
