/** What came of a run as output items, each paired with the rows it stands for. */
import type { IDataObject, INode, INodeExecutionData, IPairedItemData } from 'n8n-workflow';

import { CORRECT_BESIDE_OTHERS } from '../../shared/failures/advice';
import { failureDetails, toErrorJson } from '../../shared/failures/errors';
import type { Problem } from '../../shared/failures/refusal';
import { describeFault, describeProblems, fieldOf, MOST_PROBLEMS, NOTHING_SENT } from '../input/problems';
import { nameRows } from '../input/rows';
import type { GoodAnswer, Job, Outcome, Plan, Sent } from './job';
import { toNodeError } from './runErrors';

interface Placed {
	itemIndex: number;
	output: INodeExecutionData;
}

/** In input order: answers, failures, and the rows that were not sent. */
export function toOutputItems(
	node: INode,
	{ jobs, problems, heldBack }: Plan,
	sent: Sent[],
	inputs?: INodeExecutionData[],
): INodeExecutionData[] {
	const placed = [
		...placeProblems(node, problems, jobs),
		...placeHeldBack(node, problems, heldBack),
		...sent.flatMap(({ job, outcome }) =>
			outcome.state === 'answered'
				? [placeAnswer({ job, ...outcome }, inputs)]
				: placeFailure(node, job, outcome),
		),
	];
	return placed.sort((a, b) => a.itemIndex - b.itemIndex).map(({ output }) => output);
}

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
function placeFailure(node: INode, job: Job, outcome: Exclude<Outcome, { state: 'answered' }>): Placed[] {
	const cause =
		outcome.state === 'failed' ? outcome.error : new Error('Not sent, because the execution was cancelled');
	const { earlierId } = outcome;
	const also =
		earlierId === undefined
			? ''
			: `The ${job.subject.noun} first ordered with its Idempotency-Key is ${earlierId}.`;
	const error = toNodeError(node, cause, job, also);
	return toPairs(job.itemIndexes).map((pairedItem) => ({
		itemIndex: pairedItem.item,
		output: { json: toErrorJson(node, error, failureDetails(cause, job.subject.seal)), pairedItem },
	}));
}

/** What became of rows with a problem, and what to do now, where the others of the run have been sent. */
function adviceBeside(jobs: Job[]): { said: string; advice: string } {
	const said = jobs.length === 0 ? NOTHING_SENT : 'This row was not sent.';
	const orders = jobs.some(({ subject }) => subject.orders);
	return { said, advice: orders ? CORRECT_BESIDE_OTHERS : 'Correct it and run again.' };
}

/** One error item per row. */
function placeProblems(node: INode, problems: Problem[], jobs: Job[]): Placed[] {
	const { said, advice } = adviceBeside(jobs);
	return [...groupByItem(problems)].map(([itemIndex, own]) => {
		const { message, list } = describeProblems(own);
		const description = [list, advice].filter(Boolean).join('\n');
		const error = { message: `${message}. ${said}`, description };
		const json = toErrorJson(node, error, toDetails(itemIndex, own));
		return { itemIndex, output: { json, pairedItem: { item: itemIndex } } };
	});
}

export function groupByItem(problems: readonly Problem[]): Map<number, Problem[]> {
	const byItem = new Map<number, Problem[]>();
	for (const problem of problems) {
		const own = byItem.get(problem.itemIndex);
		if (own === undefined) byItem.set(problem.itemIndex, [problem]);
		else own.push(problem);
	}
	return byItem;
}

/** For a workflow that shows what is to correct. */
export function toDetails(itemIndex: number, problems: Problem[]): IDataObject {
	const named = problems.slice(0, MOST_PROBLEMS);
	const more = problems.length - named.length;
	return {
		row: itemIndex + 1,
		external_id: problems[0]?.externalId ?? null,
		problems: named.map(describeFault),
		fields: named.map((problem) => ({ field: fieldOf(problem) ?? null, text: problem.text })),
		...(more > 0 && { more_problems: more }),
	};
}

function placeHeldBack(node: INode, problems: Problem[], heldBack: number[]): Placed[] {
	if (heldBack.length === 0) return [];
	const wrong = nameRows([...new Set(problems.map(({ itemIndex }) => itemIndex))].sort((a, b) => a - b));
	const description = `No batch is sent until every row of the run is valid. Correct ${wrong} and run all rows again.`;
	return heldBack.map((itemIndex) => {
		const message = `Row ${itemIndex + 1} was held back. ${NOTHING_SENT}`;
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
