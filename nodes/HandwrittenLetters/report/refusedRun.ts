/** A run of which nothing was sent: as one error, or on each of its items. */
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { escapeHidden } from '../../contract/visibleText';
import { nameItems } from '../../n8n/run';
import { shorten } from '../../words/excerpt';
import { groupBy } from '../../words/groupBy';
import type { ItemNames } from '../../words/itemNames';
import { capitalize, count, joinNames } from '../../words/itemNames';
import { describeBelow, listProblems, summarize, withoutValues } from '../../words/problems';
import { Refusal } from '../../words/refusal';
import { labels } from '../letter/letterFields';
import { inSentences } from './failures';
import { toProblemJson } from './itemJson';
import { toOperationError } from './operationError';

/** @param before How many letters the execution had ordered before this step. */
const describeSoFar = (before: number): string =>
	inSentences(
		'This step ordered nothing.',
		before > 0 && `${count(before, 'letter was', 'letters were')} ordered earlier in this execution.`,
	);

/**
 * What to do about items that are to be corrected, where this step has ordered nothing. Whoever runs everything
 * again must not order the letters of this execution a second time.
 */
export const adviseCorrection = (before: number): string =>
	before === 0
		? 'Correct it and run again.'
		: 'Correct it and use "Retry execution", or run only the items that are left: a new run orders letters without an External ID a second time.';

/** What n8n shows. An error that already is one stays as it is, but for how it counts items. */
export function toShownError(context: IExecuteFunctions, error: unknown, before: number): Error {
	const names = nameItems(context);
	if (!(error instanceof Refusal)) return countFromOne(error as Error, names);
	const { advice = adviseCorrection(before), problems } = error;
	const message = inSentences(error.message, describeSoFar(before));
	return toOperationError(context.getNode(), message, describeBelow(message, problems, names, advice));
}

/** Of the item whose expression has thrown. */
function readItemIndex(error: unknown): number | undefined {
	const { itemIndex } = (error as { context?: IDataObject }).context ?? {};
	return typeof itemIndex === 'number' ? itemIndex : undefined;
}

/** From that index n8n's editor makes "[item 6]" of the seventh item. */
function countFromOne(error: Error & { context?: IDataObject }, names: ItemNames): Error {
	const { context } = error;
	const itemIndex = readItemIndex(error);
	if (itemIndex === undefined) return error;
	const item = capitalize(names.of([itemIndex]));
	delete context?.itemIndex;
	error.message = escapeHidden(`${item}: ${error.message}`);
	// The editor shows it instead of the message.
	if (typeof context?.messageTemplate === 'string')
		context.messageTemplate = `${item}: ${context.messageTemplate}`;
	return error;
}

/** A model sees the message alone, so it says what to do; and it knows of no items. */
export function toAgentError(context: IExecuteFunctions, error: unknown): Error {
	const names = nameItems(context);
	return toOperationError(context.getNode(), describeForAgent(error, names));
}

const LONGEST_FOR_AGENT = 700;
const MOST_FIELDS = 8;

function describeForAgent(error: unknown, names: ItemNames): string {
	const { message, advice: description, problems } = readRefusal(error);
	if (!(error instanceof Refusal)) return shorten(inSentences(message, description), LONGEST_FOR_AGENT);
	if (problems.length === 0) return inSentences(message, 'Nothing was ordered.', description);
	const fields = [...new Set(problems.map(({ field = 'The letter' }) => field))];
	const { external_id: externalId } = labels;
	// How a person may fill it in, a model would take for a reason to make one up.
	const told = problems.map((one) => ({
		...withoutValues(one),
		...(one.field === externalId && { hint: undefined }),
	}));
	const faults = listProblems(told, names).replaceAll('\n', ' ');
	const have = fields.length === 1 ? 'has' : 'have';
	const advice = fields.includes(externalId)
		? `A person must see to the ${externalId}: do not make one up.`
		: 'Correct it and call again.';
	return `${joinNames(fields, MOST_FIELDS)} ${have} to be corrected: ${faults} Nothing was ordered. ${advice}`;
}

/** Whatever ended the run before its first request. */
function readRefusal(error: unknown): Refusal {
	if (error instanceof Refusal) return error;
	const { message, description } = error as Error & { description?: string | null };
	return new Refusal(message, description ?? undefined);
}

/** One error item for each: n8n would hand the input on among the good items, as if each had been ordered. */
export function toRefusedItems(
	context: IExecuteFunctions,
	error: unknown,
	before: number,
): INodeExecutionData[] {
	const items = context.getInputData();
	const names = nameItems(context);
	const { message: said, advice = adviseCorrection(before), problems } = readRefusal(error);
	const thrownBy = readItemIndex(error);
	const byItem = groupBy(problems, ({ itemIndex }) => itemIndex);
	return items.map((_item, itemIndex) => {
		const isOwn = thrownBy === undefined || thrownBy === itemIndex;
		const text = isOwn ? said : `waits for ${names.of([thrownBy])}: ${said}`;
		const all = { itemIndex, text };
		const message = `${summarize([all], names)}. ${describeSoFar(before)}`;
		const own = [all, ...(byItem.get(itemIndex) ?? [])];
		const shown = { message, description: advice };
		return {
			json: toProblemJson(context.getNode(), shown, itemIndex, own, names),
			pairedItem: { item: itemIndex },
		};
	});
}
