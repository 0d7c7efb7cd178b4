/** A run of which nothing was sent: as one error, or on each of its items. */
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { toOperationError } from '../../n8n/operationError';
import { Refusal } from '../../n8n/refusal';
import type { SoFar } from '../send/soFar';
import { readSoFar } from '../send/soFar';
import { groupByItem } from './details';
import { capitalize, ItemNames, joinNames } from './itemNames';
import { toProblemJson } from './items';
import { describeBelow, listProblems, summarize } from './problems';

/** What this step has done, and what the execution did before it. */
function describeSoFar({ ordered, otherCalls }: SoFar): string {
	const letters = ordered === 1 ? '1 letter was' : `${ordered} letters were`;
	return [
		'This step ordered nothing.',
		ordered > 0 ? `${letters} ordered earlier in this execution.` : '',
		otherCalls ? 'Other calls of this workflow may have ordered letters.' : '',
	]
		.filter(Boolean)
		.join(' ');
}

/** What to do about items that are to be corrected, where this step has ordered nothing. */
export const adviseCorrectionIn = (context: IExecuteFunctions): string =>
	adviseCorrection(readSoFar(context));

/** Whoever runs everything again must not order the letters of this execution a second time. */
function adviseCorrection({ ordered, otherCalls, mayRepeat }: SoFar): string {
	return mayRepeat || (ordered === 0 && !otherCalls)
		? 'Correct it and run again.'
		: 'Correct it, and run only the items that are left: a new run orders letters without an External ID a second time.';
}

/** What n8n shows. An error that already is one stays as it is, but for how it counts items. */
export function toShownError(context: IExecuteFunctions, error: unknown): Error {
	const names = new ItemNames(context.getInputData());
	if (!(error instanceof Refusal)) return countFromOne(error as Error, names);
	const soFar = readSoFar(context);
	const { advice = adviseCorrection(soFar), problems } = error;
	const message = `${error.message}. ${describeSoFar(soFar)}`;
	return toOperationError(context.getNode(), message, describeBelow(message, problems, names, advice));
}

/** From the index in the context of an error, n8n's editor makes "[item 6]" of the seventh item. */
function countFromOne(error: Error & { context?: IDataObject }, names: ItemNames): Error {
	const { context } = error;
	if (typeof context?.itemIndex !== 'number') return error;
	const item = capitalize(names.of([context.itemIndex]));
	delete context.itemIndex;
	error.message = `${item}: ${error.message}`;
	// The editor shows it instead of the message.
	if (typeof context.messageTemplate === 'string')
		context.messageTemplate = `${item}: ${context.messageTemplate}`;
	return error;
}

/** A model sees the message alone, so it says what to do; and it knows of no items. */
export function toAgentError(context: IExecuteFunctions, error: unknown): Error {
	const names = new ItemNames(context.getInputData());
	return toOperationError(context.getNode(), describeForAgent(error, names));
}

const LONGEST_FOR_AGENT = 700;
const MOST_FIELDS = 8;

function describeForAgent(error: unknown, names: ItemNames): string {
	const { message, advice, problems } = readRefusal(error);
	if (!(error instanceof Refusal)) return [message, advice].filter(Boolean).join('. ');
	if (problems.length === 0) return [`${message}. Nothing was ordered.`, advice].filter(Boolean).join(' ');
	const fields = [...new Set(problems.map(({ field = 'The letter' }) => field))];
	const faults = listProblems(problems, names, LONGEST_FOR_AGENT).replaceAll('\n', ' ');
	const have = fields.length === 1 ? 'has' : 'have';
	return `${joinNames(fields, MOST_FIELDS)} ${have} to be corrected: ${faults} Nothing was ordered. Correct it and call again.`;
}

/** Whatever ended the run before its first request. */
function readRefusal(error: unknown): Refusal {
	if (error instanceof Refusal) return error;
	const { message, description } = error as Error & { description?: string | null };
	return new Refusal(message, description ?? undefined);
}

/** One error item for each: n8n would hand the input on among the good items, as if each had been ordered. */
export function toRefusedItems(context: IExecuteFunctions, error: unknown): INodeExecutionData[] {
	const items = context.getInputData();
	const names = new ItemNames(items);
	// What one item's expression has thrown is said on each item, so it names its own.
	const known = error instanceof Refusal ? error : countFromOne(error as Error, names);
	const soFar = readSoFar(context);
	const { message: text, advice = adviseCorrection(soFar), problems } = readRefusal(known);
	const byItem = groupByItem(problems);
	return items.map((_item, itemIndex) => {
		const all = { itemIndex, text };
		const message = `${summarize([all], names)}. ${describeSoFar(soFar)}`;
		const own = [all, ...(byItem.get(itemIndex) ?? [])];
		const shown = { message, description: advice };
		return {
			json: toProblemJson(context.getNode(), shown, itemIndex, own, names),
			pairedItem: { item: itemIndex },
		};
	});
}
