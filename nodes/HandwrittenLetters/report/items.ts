/**
 * What came of a run as output items, each paired with the input items it stands for. Every item has the
 * same fields, whatever came of it.
 */
import type { IDataObject, INode, INodeExecutionData, IPairedItemData } from 'n8n-workflow';

import { groupBy } from '../../words/groupBy';
import type { ItemNames } from '../../words/itemNames';
import { capitalize } from '../../words/itemNames';
import { describeBelow, summarize } from '../../words/problems';
import type { Problem } from '../../words/refusal';
import type { Answered, Result, Unanswered } from '../service/result';
import { isAnswered } from '../service/result';
import { CORRECT_BESIDE_OTHERS } from './advice';
import { failureDetails, toItemError, whoOf } from './failures';
import { describeItem, EMPTY_ITEM, toFailedJson, toItemJson, toProblemJson } from './itemJson';

interface Placed {
	itemIndex: number;
	output: INodeExecutionData;
}

const place = (itemIndex: number, json: IDataObject): Placed => ({
	itemIndex,
	output: { json, pairedItem: { item: itemIndex } },
});

/** The input items of a run: their names, those of which nothing was sent, and what the output says of them. */
export interface Input {
	names: ItemNames;
	problems: Problem[];
	/** Items that need no order. */
	skipped: number[];
	/** Items without a fault that must wait until those of `problems` are corrected. */
	heldBack: number[];
	/** Whether it is orders that are sent. */
	orders: boolean;
	/** What to do about an item that has to be corrected, where nothing was sent. */
	advice: string;
	/** The items, where each letter comes back with its own. */
	items?: INodeExecutionData[];
}

/** In input order: answers, failures, and the items that were not sent. */
export function toOutputItems(node: INode, input: Input, settled: Result[]): INodeExecutionData[] {
	const { names, skipped, items } = input;
	const advice = input.orders && settled.length > 0 ? CORRECT_BESIDE_OTHERS : input.advice;
	// An empty row of a sheet, for example: there is nothing to correct.
	const empty = { problems: [EMPTY_ITEM] };
	const all = [
		...settled.filter(isAnswered).map(placeAnswer),
		...skipped.map((one) => place(one, toItemJson('not_ordered', describeItem(one, names), empty))),
		...placeProblems(node, { ...input, advice }),
		...placeHeldBack(node, input),
		...settled.flatMap((one) => (isAnswered(one) ? [] : placeFailure(node, one, names))),
	];
	const hasErrorOutput = node.onError === 'continueErrorOutput';
	// n8n itself puts the input's fields onto the items of an error output.
	const own = all.filter(({ output }) => !hasErrorOutput || !('error' in output.json));
	if (items !== undefined) for (const one of own) addInput(one, items);
	const placed = hasErrorOutput ? all : inOneTable(all);
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

/** The item it was made of, or the items of a batch. */
function addInput({ output: { json, pairedItem } }: Placed, inputs: INodeExecutionData[]): void {
	const given = [pairedItem as IPairedItemData].flat().map(({ item }) => inputs[item]?.json ?? {});
	json.input = given.length === 1 ? given[0] : given;
}

/** What the service said, and of an order also its key. */
function placeAnswer({ request, body, outcome }: Answered): Placed {
	const { itemIndexes, account } = request;
	const json: IDataObject = {
		...(outcome === 'read' ? toJson(body) : { ...toItemJson(outcome, toJson(body)), outcome }),
		...(request.key !== undefined && { idempotency_key: request.key.value }),
		...(account !== undefined && { account }),
	};
	const pairs = itemIndexes.map((item) => ({ item }));
	const pairedItem = pairs.length === 1 ? pairs[0] : pairs;
	return { itemIndex: itemIndexes[0] ?? 0, output: { json, pairedItem } };
}

/** One for each input item: each must be corrected or sent again. */
function placeFailure(node: INode, one: Unanswered, names: ItemNames): Placed[] {
	const { request, outcome, earlierId = null } = one;
	const who = whoOf(request);
	const error = toItemError(node, one, names);
	const said = failureDetails(one);
	return request.itemIndexes.map((itemIndex) => {
		const details = { ...describeItem(itemIndex, names, who), ...said, id: earlierId };
		return place(itemIndex, toFailedJson(node, outcome, error, details));
	});
}

function placeProblems(node: INode, { problems, names, advice, orders }: Input): Placed[] {
	const said = orders ? 'This item was not ordered.' : 'This item was not sent.';
	return [...groupBy(problems, ({ itemIndex }) => itemIndex)].map(([itemIndex, own]) => {
		const message = `${summarize(own, names)}. ${said}`;
		const error = { message, description: describeBelow(message, own, names, advice) };
		return place(itemIndex, toProblemJson(node, error, itemIndex, own, names));
	});
}

function placeHeldBack(node: INode, { problems, heldBack, names }: Input): Placed[] {
	if (heldBack.length === 0) return [];
	const wrong = names.of([...new Set(problems.map(({ itemIndex }) => itemIndex))].sort((a, b) => a - b));
	const description = `No batch is sent until every item of the run is valid. Correct ${wrong} and run all items again.`;
	return heldBack.map((itemIndex) => {
		const message = `${capitalize(names.of([itemIndex]))} is fine, but waits for the others. It was not ordered.`;
		const details = { ...describeItem(itemIndex, names), held_back: true };
		return place(itemIndex, toFailedJson(node, 'not_ordered', { message, description }, details));
	});
}

function toJson(body: unknown): IDataObject {
	return typeof body === 'object' && body !== null && !Array.isArray(body)
		? (body as IDataObject)
		: { raw: body as IDataObject[string] };
}
