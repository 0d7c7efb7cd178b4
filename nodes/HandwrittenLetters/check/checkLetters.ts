/**
 * Says what a run would order, and sends none of it: one item per letter, with what is wrong with
 * it, the request as it would be sent, its picture, and a code by which it can be ordered as it is.
 */
import type { IBinaryKeyData, IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Accounts } from '../../shared/account';
import type { batchSchema, CardCreateRequest, cardSchema } from '../../shared/contract/contract';
import { toErrorJson } from '../../shared/failures/errors';
import type { Problem } from '../../shared/failures/refusal';
import { ItemNames } from '../input/itemNames';
import { describeBelow, pathOf, summarize } from '../input/problems';
import type { Skipped } from '../input/problems';
import { missingColumnWarnings } from '../letter/missingColumns';
import { isAgentTool } from '../order/agentTool';
import { changingValueWarnings } from '../order/changingValues';
import { readMaxLetters } from '../order/letterLimit';
import { countPictures } from '../order/picturesOption';
import { hasAnswered, openQuestions, problemsOfRun, readCatalogs, unknownEntries } from './catalogs';
import { addCheckSummary } from './checkSummary';
import type { Described, PlannedLetter, Service } from './describeLetters';
import { countLetters, describeLetters } from './describeLetters';
import { LetterCodes } from './letterCodes';
import { drawPicture } from './picture/pictures';
import { limitWarnings } from './warnings';

/** One is drawn while those before it are compressed. */
const DRAWN_AT_ONCE = 4;

export interface Checking {
	accounts: Accounts;
	letters: PlannedLetter[];
	problems: Problem[];
	skipped?: Skipped[];
	/** Card > Create can order a letter as it was checked; a batch cannot. */
	withCodes: boolean;
	/** What an order gives back: later nodes find its fields, empty. */
	resource: typeof cardSchema | typeof batchSchema;
	/** Why it only checks, and what to do; the summary begins with it. */
	note?: string;
	/** What an agent is told, which sees the output alone. */
	notice?: string;
	/** The input items, where each letter comes back with its own. */
	inputs?: INodeExecutionData[];
}

export async function checkLetters(
	context: IExecuteFunctions,
	checking: Checking,
): Promise<INodeExecutionData[]> {
	const { accounts, letters, problems, resource, note, notice, inputs } = checking;
	const most = readMaxLetters(context);
	const services = await readServices(context, accounts, letters);
	const serviceOf = (itemIndex: number) =>
		services.find(({ account }) => account === accounts.of(itemIndex)) as Service;
	const names = new ItemNames(context.getInputData());
	const forAll = [
		...changingValueWarnings(context.getNode()),
		...missingColumnWarnings(context),
		...limitWarnings(countLetters(letters, problems), most),
	];
	const items = describeLetters(checking, serviceOf, forAll, names);
	const skipped = items.filter(({ json }) => json.skipped !== undefined).length;
	const pictures = await drawLetters(context, items, serviceOf);
	const toCorrect = items.filter(({ toCorrect: own }) => own).length;
	addCheckSummary(context, {
		note,
		fine: items.length - toCorrect - skipped,
		toCorrect,
		skipped,
		missing: unique(
			letters.flatMap(({ card, itemIndex }) => unknownEntries(card, serviceOf(itemIndex).catalogs)),
		),
		problems: unique(services.flatMap(({ catalogs }) => problemsOfRun(catalogs))),
		open: unique(services.flatMap(({ catalogs }) => openQuestions(catalogs))),
		host: unique(services.map(({ account }) => new URL(account.baseUrl).host)).join(', '),
		answered: services.every(({ catalogs }) => hasAnswered(catalogs)),
		pictures: pictures.size,
	});
	// n8n's table shows a field that an item does not have as a red "undefined".
	const fields = [...(skipped > 0 ? ['skipped'] : []), ...Object.keys(resource.shape)];
	// Where a person has built a way for what is to be corrected, a check takes it as an order does.
	const hasErrorOutput = context.getNode().onError === 'continueErrorOutput';
	return items.map((item) => {
		const { itemIndex, json } = item;
		const pairedItem = { item: itemIndex };
		if (hasErrorOutput && item.problems.length > 0)
			return { json: toError(context, item, names), pairedItem };
		// A copy with this many fields would take V8 a hash table of its own, and twice the memory.
		for (const field of fields) json[field] ??= null;
		if (notice !== undefined) json.notice = notice;
		if (inputs !== undefined) json.input = inputs[itemIndex]?.json ?? {};
		return { json, ...(pictures.has(item) && { binary: pictures.get(item) }), pairedItem };
	});
}

function toError(
	context: IExecuteFunctions,
	{ itemIndex, problems, json }: Described,
	names: ItemNames,
): IDataObject {
	const { external_id: id } = json;
	const own = problems.map((text) => ({
		itemIndex,
		text,
		...(typeof id === 'string' && { externalId: id }),
	}));
	const message = `${summarize(own, names)}. Nothing was ordered.`;
	const description = describeBelow(message, own, names, 'Correct it and run again.');
	return toErrorJson(context.getNode(), { message, description }, json);
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
				items.filter(({ json }) => json.skipped === undefined),
			);
	const draw = async ({ item, card }: { item: Described; card: CardCreateRequest }): Promise<void> => {
		const { itemIndex, index } = item;
		const title = `Item ${itemIndex + 1}${index === undefined ? '' : ` (${pathOf(index)})`}`;
		const { templates } = serviceOf(itemIndex).catalogs;
		const known = templates !== undefined && 'entries' in templates ? templates.entries : undefined;
		const template = card.template === undefined ? undefined : known?.get(card.template);
		pictures.set(item, await drawPicture(context, { title, item: itemIndex + 1, card, template }));
	};
	const drawn = items
		.flatMap((item) => (item.card !== undefined && item.ok ? [{ item, card: item.card }] : []))
		.slice(0, most);
	for (let at = 0; at < drawn.length; at += DRAWN_AT_ONCE) {
		await Promise.all(drawn.slice(at, at + DRAWN_AT_ONCE).map(draw));
	}
	return pictures;
}

const unique = (texts: string[]): string[] => [...new Set(texts)];
