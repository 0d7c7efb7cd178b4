/**
 * Says what a run would order, and sends none of it: one item per letter, with what is wrong with
 * it, the request as it would be sent, and its picture.
 */
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { ItemNames } from '../../words/itemNames';
import { describeBelow, summarize } from '../../words/problems';
import { countLetters } from '../letter/letters';
import { readMaxLetters } from '../options/letterLimit';
import { toFailedJson } from '../report/itemJson';
import { readCatalogs } from './catalogs';
import { addCheckSummary } from './checkSummary';
import type { Checking, Described, Service } from './describeLetters';
import { describeLetters } from './describeLetters';
import { drawLetters } from './drawLetters';
import { limitWarnings, readWarnings } from './warnings';

export async function checkLetters(
	context: IExecuteFunctions,
	checking: Checking,
): Promise<INodeExecutionData[]> {
	const { accounts, names, found, schema, notice, inputs } = checking;
	const most = readMaxLetters(context);
	const services = await readServices(context, checking);
	const serviceOf = (itemIndex: number) =>
		services.find(({ account }) => account === accounts.of(itemIndex)) as Service;
	const letters = [...found.orders.flatMap((order) => order.letters), ...(found.drafts ?? [])];
	const ofLetter = readWarnings(context, accounts, letters, names);
	const ofRun = limitWarnings(countLetters(found), most);
	const warningsOf = (itemIndex: number) => [...ofLetter(itemIndex), ...ofRun];
	const items = describeLetters(checking, { serviceOf, warningsOf });
	const pictures = await drawLetters(context, items);
	addCheckSummary(context, checking, { services, items, pictures: pictures.size });
	const fields = Object.keys(schema.shape);
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

async function readServices(context: IExecuteFunctions, { accounts, found }: Checking): Promise<Service[]> {
	const letters = found.orders.flatMap((order) => order.letters);
	return await Promise.all(
		accounts.all.map(async (account) => {
			const own = letters.filter(({ itemIndex }) => accounts.of(itemIndex) === account);
			const cards = own.map(({ card }) => card);
			return { account, catalogs: await readCatalogs(context, account, cards) };
		}),
	);
}
