/** What came of a run as output items, each paired with the input items it stands for. */
import type { IDataObject, INode, INodeExecutionData, IPairedItemData } from 'n8n-workflow';

import { CORRECT_BESIDE_OTHERS } from '../../shared/failures/advice';
import { failureDetails, toErrorJson } from '../../shared/failures/errors';
import { isConflict } from '../../shared/failures/fate';
import type { Problem } from '../../shared/failures/refusal';
import type { ItemNames } from '../input/itemNames';
import { capitalize } from '../input/itemNames';
import { describeBelow, describeFault, fieldOf, NOTHING_SENT, summarize } from '../input/problems';
import type { Skipped } from '../input/problems';
import type { GoodAnswer, Job, Outcome, Plan, Sent } from './job';
import { toNodeError } from './runErrors';

interface Placed {
	itemIndex: number;
	output: INodeExecutionData;
}

/** In input order: answers, failures, and the items that were not sent. */
export function toOutputItems(
	node: INode,
	{ jobs, problems, heldBack, skipped = [] }: Plan,
	sent: Sent[],
	names: ItemNames,
	inputs?: INodeExecutionData[],
): INodeExecutionData[] {
	const answers = sent.flatMap(({ job, outcome }) =>
		outcome.state === 'answered' ? [placeAnswer({ job, ...outcome }, inputs)] : [],
	);
	const left = skipped.map((one) => placeSkipped(one, names));
	const errors = [
		...placeProblems(node, problems, jobs, names),
		...placeHeldBack(node, problems, heldBack, names),
		...sent.flatMap(({ job, outcome }) =>
			outcome.state === 'answered' ? [] : placeFailure(node, job, outcome, names),
		),
	];
	// n8n knows by its keys what is for the error output.
	const placed =
		node.onError === 'continueErrorOutput'
			? [...inOneTable(answers, left), ...errors]
			: inOneTable(answers, [...left, ...errors]);
	return placed.sort((a, b) => a.itemIndex - b.itemIndex).map(({ output }) => output);
}

/**
 * n8n's table takes its columns from the items as they come, and shows a field that an item does not
 * have as a red "undefined": so the reasons stand first, and all items have all fields.
 */
function inOneTable(answers: Placed[], others: Placed[]): Placed[] {
	const reasons = ['error', 'skipped'].filter((key) => others.some(({ output }) => key in output.json));
	if (reasons.length === 0) return [...answers, ...others];
	const fields = [...new Set([...answers, ...others].flatMap(({ output }) => Object.keys(output.json)))];
	const empty = Object.fromEntries([...reasons, ...fields].map((field) => [field, null]));
	return [...answers, ...others].map(({ itemIndex, output }) => ({
		itemIndex,
		output: { ...output, json: { ...empty, ...output.json } },
	}));
}

function placeSkipped({ itemIndex, reason, ...who }: Skipped, names: ItemNames): Placed {
	const json = { skipped: reason, ...describeItem(itemIndex, names, who) };
	return { itemIndex, output: { json, pairedItem: { item: itemIndex } } };
}

/** What the service said, and of an order also its key and, where wanted, the items it was made of. */
function placeAnswer({ job, body, orderedBefore }: GoodAnswer, inputs?: INodeExecutionData[]): Placed {
	const given = job.itemIndexes.map((itemIndex) => inputs?.[itemIndex]?.json ?? {});
	const json: IDataObject = {
		...toJson(body),
		...('idempotencyKey' in job.request && { idempotency_key: job.request.idempotencyKey }),
		...(orderedBefore && { ordered_before: true }),
		...(inputs !== undefined && { input: given.length === 1 ? given[0] : given }),
	};
	const pairs = toPairs(job.itemIndexes);
	const pairedItem = pairs.length === 1 ? pairs[0] : pairs;
	return { itemIndex: job.itemIndexes[0] ?? 0, output: { json, pairedItem } };
}

/** One for each input item: each must be corrected or sent again. */
function placeFailure(
	node: INode,
	job: Job,
	outcome: Exclude<Outcome, { state: 'answered' }>,
	names: ItemNames,
): Placed[] {
	const cause =
		outcome.state === 'failed' ? outcome.error : new Error('Not sent, because the execution was cancelled');
	const { earlierId } = outcome;
	const also =
		earlierId === undefined || isConflict(cause)
			? ''
			: `A ${job.subject.noun} with the same key was ordered before: ${earlierId}.`;
	const error = toNodeError(node, cause, job, names, { also, earlierId });
	return toPairs(job.itemIndexes).map((pairedItem) => ({
		itemIndex: pairedItem.item,
		output: {
			json: toErrorJson(node, error, {
				...describeItem(pairedItem.item, names, job),
				...failureDetails(cause, job.subject.seal),
			}),
			pairedItem,
		},
	}));
}

/** What became of items with a problem, and what to do now, where the others of the run have been sent. */
function adviceBeside(jobs: Job[]): { said: string; advice: string } {
	const said = jobs.length === 0 ? NOTHING_SENT : 'This item was not sent.';
	const orders = jobs.some(({ subject }) => subject.orders);
	return { said, advice: orders ? CORRECT_BESIDE_OTHERS : 'Correct it and run again.' };
}

/** One error item for each. */
function placeProblems(node: INode, problems: Problem[], jobs: Job[], names: ItemNames): Placed[] {
	const { said, advice } = adviceBeside(jobs);
	return [...groupByItem(problems)].map(([itemIndex, own]) => {
		const message = `${summarize(own, names)}. ${said}`;
		const error = { message, description: describeBelow(message, own, names, advice) };
		const json = toErrorJson(node, error, toDetails(itemIndex, own, names));
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

/** More are counted. */
const MOST_PROBLEMS = 20;

/** For a workflow that shows what is to correct. */
export function toDetails(itemIndex: number, problems: Problem[], names: ItemNames): IDataObject {
	const named = problems.slice(0, MOST_PROBLEMS);
	const more = problems.length - named.length;
	return {
		...describeItem(itemIndex, names, problems[0]),
		problems: named.map(describeFault),
		fields: named.map((problem) => ({
			field: fieldOf(problem) ?? null,
			text: describeFault({ ...problem, index: undefined, field: undefined }),
		})),
		...(more > 0 && { more_problems: more }),
	};
}

/** Who it is, for whoever corrects it. */
export function describeItem(
	itemIndex: number,
	names: ItemNames,
	{ name, externalId }: { name?: string; externalId?: string } = {},
): IDataObject {
	const line = names.lineOf(itemIndex);
	return {
		item: itemIndex + 1,
		...(line !== undefined && { line }),
		name: name ?? null,
		external_id: externalId ?? null,
	};
}

function placeHeldBack(node: INode, problems: Problem[], heldBack: number[], names: ItemNames): Placed[] {
	if (heldBack.length === 0) return [];
	const wrong = names.of([...new Set(problems.map(({ itemIndex }) => itemIndex))].sort((a, b) => a - b));
	const description = `No batch is sent until every item of the run is valid. Correct ${wrong} and run all items again.`;
	return heldBack.map((itemIndex) => {
		const message = `${capitalize(names.of([itemIndex]))} is fine, but waits for the others. ${NOTHING_SENT}`;
		const details = { ...describeItem(itemIndex, names), held_back: true, problems: [] };
		const json = toErrorJson(node, { message, description }, details);
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
