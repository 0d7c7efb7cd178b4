/**
 * What came of a run as output items, each paired with the input items it stands for. Every item has the
 * same fields, whatever came of it.
 */
import type { IDataObject, INode, INodeExecutionData, IPairedItemData } from 'n8n-workflow';

import { escapeHidden } from '../../contract/visibleText';
import type { Problem } from '../../n8n/refusal';
import type { GoodAnswer, Job, Plan, Settled } from '../send/job';
import type { Unanswered } from '../send/result';
import { isAnswered } from '../send/result';
import { describeItem, groupByItem, toDetails } from './details';
import { failureDetails, toJobError } from './failures';
import type { ItemNames } from './itemNames';
import { capitalize } from './itemNames';
import type { Outcome } from './outcome';
import { describeBelow, summarize } from './problems';
import type { Skipped } from './problems';

/** What every item of an order or a check says, in the order in which n8n's table shows it. */
export function toItemJson(
	outcome: Outcome,
	json: IDataObject,
	{ problems = [], warnings = [] }: { problems?: string[]; warnings?: string[] } = {},
): IDataObject {
	return {
		outcome,
		id: null,
		external_id: null,
		status: null,
		estimated_posting_at: null,
		...json,
		problems: problems.map(escapeHidden),
		warnings: warnings.map(escapeHidden),
	};
}

/**
 * JSON of a failed item under Continue On Fail. n8n would keep nothing but the message of an error
 * object. For the error output it is one key: by its keys n8n knows what is for it, and it adds the
 * input's fields, of which a letter's `message` must not be lost.
 */
export function toErrorJson(
	{ onError }: INode,
	{ message, description }: { message: string; description?: string | null },
	details: IDataObject,
): IDataObject {
	const below = description ?? message;
	return onError === 'continueErrorOutput'
		? { error: { message, description: below, details } }
		: { error: message, message: below, details };
}

interface Placed {
	itemIndex: number;
	output: INodeExecutionData;
}

/** What the items say beside the answers. */
export interface Beside {
	names: ItemNames;
	/** The input items, where each answer comes back with its own. */
	inputs?: INodeExecutionData[];
	/** Of the letters of an input item. */
	warningsOf?: (itemIndex: number) => string[];
	/** Whether it is orders that were sent. */
	orders: boolean;
	/** What to do about an item that has to be corrected. */
	advice: string;
}

/** In input order: answers, failures, and the items that were not sent. */
export function toOutputItems(
	node: INode,
	{ problems, heldBack, skipped = [] }: Plan,
	settled: Settled[],
	beside: Beside,
): INodeExecutionData[] {
	const { names } = beside;
	const answers = [
		...settled.filter(isAnswered).map((answer) => placeAnswer(answer, beside)),
		...skipped.map((one) => placeSkipped(one, names)),
	];
	const errors = [
		...placeProblems(node, problems, beside),
		...placeHeldBack(node, problems, heldBack, names),
		...settled.flatMap((one) => (isAnswered(one) ? [] : placeFailure(node, one, beside))),
	];
	const placed =
		node.onError === 'continueErrorOutput' ? [...answers, ...errors] : inOneTable([...answers, ...errors]);
	return placed.sort((a, b) => a.itemIndex - b.itemIndex).map(({ output }) => output);
}

/**
 * n8n's table takes its columns from the items as they come, and shows a field that an item does not
 * have as a red "undefined": so the reasons stand first, and all items have all fields.
 */
function inOneTable(all: Placed[]): Placed[] {
	if (!all.some(({ output }) => 'error' in output.json)) return all;
	const fields = [...new Set(all.flatMap(({ output }) => Object.keys(output.json)))];
	const empty = Object.fromEntries(['outcome', 'error', ...fields].map((field) => [field, null]));
	return all.map(({ itemIndex, output }) => ({
		itemIndex,
		output: { ...output, json: { ...empty, ...output.json } },
	}));
}

/** An empty row of a sheet, for example: there is nothing to correct. */
function placeSkipped({ itemIndex, reason, ...who }: Skipped, names: ItemNames): Placed {
	const json = toItemJson('not_ordered', describeItem(itemIndex, names, who), { problems: [reason] });
	return { itemIndex, output: { json, pairedItem: { item: itemIndex } } };
}

/** What the service said, and of an order also its key and, where wanted, the items it was made of. */
function placeAnswer({ job, body, outcome }: GoodAnswer, { inputs, warningsOf }: Beside): Placed {
	const given = job.itemIndexes.map((itemIndex) => inputs?.[itemIndex]?.json ?? {});
	const warnings = [...new Set(job.itemIndexes.flatMap((itemIndex) => warningsOf?.(itemIndex) ?? []))];
	const json: IDataObject = {
		...(outcome === 'read' ? toJson(body) : { ...toItemJson(outcome, toJson(body), { warnings }), outcome }),
		...('idempotencyKey' in job.request && { idempotency_key: job.request.idempotencyKey }),
		...(inputs !== undefined && { input: given.length === 1 ? given[0] : given }),
	};
	const pairs = toPairs(job.itemIndexes);
	const pairedItem = pairs.length === 1 ? pairs[0] : pairs;
	return { itemIndex: job.itemIndexes[0] ?? 0, output: { json, pairedItem } };
}

/** One for each input item: each must be corrected or sent again. */
function placeFailure(node: INode, one: Unanswered & { job: Job }, { names, warningsOf }: Beside): Placed[] {
	const { job, outcome, earlierId = null } = one;
	const error = toJobError(node, one, names);
	const said = failureDetails(one);
	return toPairs(job.itemIndexes).map((pairedItem) => {
		const { item: itemIndex } = pairedItem;
		const details = { ...describeItem(itemIndex, names, job), ...said, id: earlierId };
		const json =
			outcome === 'not_read'
				? toErrorJson(node, error, details)
				: toFailedJson(node, outcome, error, details, [], warningsOf?.(itemIndex));
		return { itemIndex, output: { json, pairedItem } };
	});
}

/** An item of an order that failed, or of a check that has something to correct. */
export function toFailedJson(
	node: INode,
	outcome: Outcome,
	error: { message: string; description?: string | null },
	details: IDataObject,
	problems: string[],
	warnings: string[] = [],
): IDataObject {
	const { id = null, external_id = null } = details;
	const all = { outcome, ...details, problems };
	const json = toErrorJson(node, error, all);
	return node.onError === 'continueErrorOutput'
		? json
		: { ...toItemJson(outcome, { id, external_id }, { problems, warnings }), ...json };
}

/** One error item for each. */
function placeProblems(node: INode, problems: Problem[], { names, advice, orders }: Beside): Placed[] {
	const said = orders ? 'This item was not ordered.' : 'This item was not sent.';
	return [...groupByItem(problems)].map(([itemIndex, own]) => {
		const message = `${summarize(own, names)}. ${said}`;
		const error = { message, description: describeBelow(message, own, names, advice) };
		const json = toProblemJson(node, error, itemIndex, own, names);
		return { itemIndex, output: { json, pairedItem: { item: itemIndex } } };
	});
}

/** An item of which something is to be corrected. */
export function toProblemJson(
	node: INode,
	error: { message: string; description?: string | null },
	itemIndex: number,
	problems: Problem[],
	names: ItemNames,
): IDataObject {
	const { problems: said, ...details } = toDetails(itemIndex, problems, names);
	return toFailedJson(node, 'to_correct', error, details, said as string[]);
}

function placeHeldBack(node: INode, problems: Problem[], heldBack: number[], names: ItemNames): Placed[] {
	if (heldBack.length === 0) return [];
	const wrong = names.of([...new Set(problems.map(({ itemIndex }) => itemIndex))].sort((a, b) => a - b));
	const description = `No batch is sent until every item of the run is valid. Correct ${wrong} and run all items again.`;
	return heldBack.map((itemIndex) => {
		const message = `${capitalize(names.of([itemIndex]))} is fine, but waits for the others. It was not ordered.`;
		const details = { ...describeItem(itemIndex, names), held_back: true };
		const json = toFailedJson(node, 'not_ordered', { message, description }, details, []);
		return { itemIndex, output: { json, pairedItem: { item: itemIndex } } };
	});
}

function toPairs(itemIndexes: number[]): Array<IPairedItemData & { item: number }> {
	return itemIndexes.map((item) => ({ item }));
}

function toJson(body: unknown): IDataObject {
	return typeof body === 'object' && body !== null && !Array.isArray(body)
		? (body as IDataObject)
		: { raw: body as IDataObject[string] };
}
