/**
 * Says what a run would order, and sends none of it: one item per letter, with what is wrong with
 * it, the request as it would be sent, and its picture.
 */
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { ItemNames } from '../../words/itemNames';
import { describeBelow, summarize } from '../../words/problems';
import type { Found } from '../letter/letters';
import { toFailedJson } from '../report/itemJson';
import { readCatalogs } from './catalogs';
import { addCheckSummary } from './checkSummary';
import type { Checking, Described } from './describeLetters';
import { describeLetters } from './describeLetters';
import { drawLetters } from './drawLetters';
import { readWarnings } from './warnings';

export async function checkLetters(
	context: IExecuteFunctions,
	found: Found[],
	checking: Checking,
): Promise<INodeExecutionData[]> {
	const { names, orderable, notice, includeInput } = checking;
	const catalogs = await Promise.all(found.map(async (one) => await readCatalogs(context, one, checking)));
	const warningsOf = readWarnings(context, found, names);
	const items = found
		.flatMap((one, index) =>
			describeLetters(one, { ...checking, catalogs: catalogs[index] ?? {}, warningsOf }),
		)
		.sort((a, b) => a.itemIndex - b.itemIndex);
	const pictures = await drawLetters(context, items, checking.pictures);
	addCheckSummary(context, checking, { found, catalogs, items, pictures: pictures.size });
	const fields = Object.keys(orderable.answer.shape);
	const inputs = includeInput ? context.getInputData() : undefined;
	// Where a person has built a way for what is to be corrected, a check takes it as an order does.
	const hasErrorOutput = context.getNode().onError === 'continueErrorOutput';
	return items.map((item) => {
		const { itemIndex, json, outcome } = item;
		const pairedItem = { item: itemIndex };
		if (hasErrorOutput && outcome === 'to_correct')
			return { json: toError(context, item, names), pairedItem };
		// A copy with this many fields would take V8 a hash table of its own, and twice the memory.
		for (const field of fields) json[field] ??= null;
		if (notice !== undefined) (json.warnings as string[]).push(notice);
		if (inputs !== undefined) json.input = inputs[itemIndex]?.json ?? {};
		return { json, ...(pictures.has(item) && { binary: pictures.get(item) }), pairedItem };
	});
}

function toError(
	context: IExecuteFunctions,
	{ problems, outcome, json }: Described,
	names: ItemNames,
): IDataObject {
	const { external_id: id } = json;
	const own = problems.map((problem) => ({ ...problem, ...(typeof id === 'string' && { externalId: id }) }));
	const message = `${summarize(own, names)}. This check ordered nothing.`;
	const description = describeBelow(message, own, names, 'Correct it and run again.');
	const said = json as { problems: string[]; warnings: string[] };
	return toFailedJson(context.getNode(), outcome, { message, description }, json, said);
}
