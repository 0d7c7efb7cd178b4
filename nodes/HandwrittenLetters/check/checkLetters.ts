/**
 * Says what a run would order, and sends none of it: one item per letter, with what is wrong with
 * it, the request as it would be sent, its picture, and a code by which it can be ordered as it is.
 */
import type { IBinaryKeyData, IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { batchSchema, CardCreateRequest, cardSchema } from '../../contract/contract';
import type { Accounts } from '../../n8n/account';
import { isAgentTool } from '../../n8n/agentTool';
import { letterEventProblems } from '../fields/letterEvents';
import { readMaxLetters } from '../fields/letterLimit';
import { countPictures } from '../fields/picturesOption';
import type { ItemNames } from '../tell/itemNames';
import { toFailedJson } from '../tell/items';
import { describeBelow, summarize } from '../tell/problems';
import { hasAnswered, openQuestions, problemsOfRun, readCatalogs, unknownEntries } from './catalogs';
import { addCheckSummary } from './checkSummary';
import type { Described, Planned, PlannedLetter, Service } from './describeLetters';
import { countLetters, describeLetters } from './describeLetters';
import { LetterCodes } from './letterCodes';
import { warningsOfRun } from './letterWarnings';
import { drawLetter } from './picture/letterPicture';
import { limitWarnings } from './warnings';

/** One is drawn while those before it are compressed. */
const DRAWN_AT_ONCE = 4;

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
	const forAll = [...warningsOfRun(context), ...limitWarnings(countLetters(letters, problems), most)];
	const problemsOfAll = letterEventProblems(context);
	const items = describeLetters(checking, serviceOf, problemsOfAll, forAll);
	const pictures = await drawLetters(context, items, serviceOf);
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
				unknownEntries(card, serviceOf(itemIndex).catalogs).map((text) => ({ itemIndex, text })),
			),
		],
		names,
		readAs: unique(letters.flatMap(({ readAs = [] }) => readAs)),
		problems: [...unique(services.flatMap(({ catalogs }) => problemsOfRun(catalogs))), ...problemsOfAll],
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
	{ itemIndex, problems, outcome, json }: Described,
	names: ItemNames,
): IDataObject {
	const { external_id: id } = json;
	const own = problems.map((text) => ({
		itemIndex,
		text,
		...(typeof id === 'string' && { externalId: id }),
	}));
	const message = `${summarize(own, names)}. This check ordered nothing.`;
	const description = describeBelow(message, own, names, 'Correct it and run again.');
	return toFailedJson(context.getNode(), outcome, { message, description }, json, problems);
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

/** A few at a time: each takes some milliseconds and megabytes. */
async function drawLetters(
	context: IExecuteFunctions,
	items: Described[],
	serviceOf: (itemIndex: number) => Service,
): Promise<Map<Described, IBinaryKeyData>> {
	const pictures = new Map<Described, IBinaryKeyData>();
	// n8n hands no files to an agent.
	const most = isAgentTool(context)
		? 0
		: countPictures(
				context,
				items.filter(({ outcome }) => outcome !== 'not_ordered'),
			);
	const draw = async ({ item, card }: { item: Described; card: CardCreateRequest }): Promise<void> => {
		const { itemIndex } = item;
		const title = `Item ${itemIndex + 1}`;
		const { templates } = serviceOf(itemIndex).catalogs;
		const known = templates !== undefined && 'entries' in templates ? templates.entries : undefined;
		const template = card.template === undefined ? undefined : known?.get(card.template);
		const png = await drawLetter({ title, card, template });
		// Not the recipient's name: a file's name goes into lists, mails and folders.
		const name = `letter-${itemIndex + 1}.png`;
		pictures.set(item, { letter: await context.helpers.prepareBinaryData(png, name, 'image/png') });
	};
	const drawn = items
		.flatMap((item) =>
			item.card !== undefined && item.outcome === 'fine' ? [{ item, card: item.card }] : [],
		)
		.slice(0, most);
	for (let at = 0; at < drawn.length; at += DRAWN_AT_ONCE) {
		await Promise.all(drawn.slice(at, at + DRAWN_AT_ONCE).map(draw));
	}
	return pictures;
}

const unique = (texts: string[]): string[] => [...new Set(texts)];
