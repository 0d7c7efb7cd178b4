/**
 * Says what a run would order, and sends none of it: one item per letter, with what is wrong with
 * it, the request as it would be sent, its picture, and a code by which it can be ordered as it is.
 */
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { batchSchema, cardSchema } from '../../contract/contract';
import type { Accounts } from '../../n8n/account';
import { letterEventFaults } from '../fields/letterEvents';
import { readMaxLetters } from '../fields/letterLimit';
import type { ItemNames } from '../tell/itemNames';
import { toFailedJson } from '../tell/items';
import { describeBelow, describeFault, summarize } from '../tell/problems';
import { hasAnswered, openQuestions, problemsOfRun, readCatalogs, unknownEntries } from './catalogs';
import { addCheckSummary } from './checkSummary';
import type { Described, Planned, PlannedLetter, Service } from './describeLetters';
import { countLetters, describeLetters } from './describeLetters';
import { drawLetters } from './drawLetters';
import { LetterCodes } from './letterCodes';
import { warningsOfRun } from './letterWarnings';
import { limitWarnings } from './warnings';

export interface Checking extends Planned {
	accounts: Accounts;
	/** What an order gives back: later nodes find its fields, empty. */
	resource: typeof cardSchema | typeof batchSchema;
	/** Why it only checks, and what to do; the summary begins with it. */
	note?: string;
	/** What an agent is told among the warnings, which sees the output alone. */
	notice?: string;
	/** The input items, where each letter comes back with its own. */
	inputs?: INodeExecutionData[];
}

export async function checkLetters(
	context: IExecuteFunctions,
	checking: Checking,
): Promise<INodeExecutionData[]> {
	const { accounts, names, letters, problems, resource, note, notice, inputs } = checking;
	const most = readMaxLetters(context);
	const services = await readServices(context, accounts, letters);
	const serviceOf = (itemIndex: number) =>
		services.find(({ account }) => account === accounts.of(itemIndex)) as Service;
	const forAll = [
		...warningsOfRun(context, accounts),
		...limitWarnings(countLetters(letters, problems), most),
	];
	const faultsOfAll = letterEventFaults(context);
	const items = describeLetters(checking, serviceOf, faultsOfAll, forAll);
	const pictures = await drawLetters(context, items, serviceOf, names);
	const fine = items.filter(({ outcome }) => outcome === 'fine');
	const toLookAt = fine.filter(({ json }) => (json.warnings as string[]).length > 0).length;
	addCheckSummary(context, {
		note,
		fine: fine.length - toLookAt,
		toLookAt,
		toCorrect: items.filter(({ outcome }) => outcome === 'to_correct').length,
		skipped: checking.skipped?.length ?? 0,
		orderedBefore: fine.filter(({ json }) => json.id !== null).length,
		faults: [
			...problems,
			...letters.flatMap(({ card, itemIndex }) =>
				unknownEntries(card, serviceOf(itemIndex).catalogs).map((fault) => ({ itemIndex, ...fault })),
			),
		],
		names,
		readAs: unique(letters.flatMap(({ readAs = [] }) => readAs)),
		problems: [
			...unique(services.flatMap(({ catalogs }) => problemsOfRun(catalogs))),
			...faultsOfAll.map(describeFault),
		],
		open: unique(services.flatMap(({ catalogs }) => openQuestions(catalogs))),
		host: unique(services.map(({ account }) => new URL(account.baseUrl).host)).join(', '),
		answered: services.every(({ catalogs }) => hasAnswered(catalogs)),
		pictures: pictures.size,
	});
	const fields = Object.keys(resource.shape);
	// Where a person has built a way for what is to be corrected, a check takes it as an order does.
	const hasErrorOutput = context.getNode().onError === 'continueErrorOutput';
	return items.map((item) => {
		const { itemIndex, json, outcome } = item;
		const pairedItem = { item: itemIndex };
		if (hasErrorOutput && outcome !== 'fine' && outcome !== 'not_ordered')
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
	{ itemIndex, faults, outcome, json }: Described,
	names: ItemNames,
): IDataObject {
	const { external_id: id } = json;
	const own = faults.map((fault) => ({
		itemIndex,
		...fault,
		...(typeof id === 'string' && { externalId: id }),
	}));
	const message = `${summarize(own, names)}. This check ordered nothing.`;
	const description = describeBelow(message, own, names, 'Correct it and run again.');
	return toFailedJson(context.getNode(), outcome, { message, description }, json, json.problems as string[]);
}

async function readServices(
	context: IExecuteFunctions,
	accounts: Accounts,
	letters: PlannedLetter[],
): Promise<Service[]> {
	return await Promise.all(
		accounts.all.map(async (account) => {
			const own = letters.filter(({ itemIndex }) => accounts.of(itemIndex) === account);
			const cards = own.map(({ card }) => card);
			return {
				account,
				codes: new LetterCodes(account),
				catalogs: await readCatalogs(context, account, cards),
			};
		}),
	);
}

const unique = (texts: string[]): string[] => [...new Set(texts)];
