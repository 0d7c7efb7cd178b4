/**
 * Says what a run would order, and sends none of it: one item per letter, with what is wrong with
 * it, the request as it would be sent, and a code by which it can be ordered as it is.
 */
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Account, Accounts } from '../../shared/account';
import type { batchSchema, cardSchema } from '../../shared/contract';
import type { Problem } from '../../shared/failures/refusal';
import { describeFault, pathOf } from '../input/problems';
import type { PlacedLetter } from '../letter/order';
import { changingValueWarnings } from '../order/changingValues';
import { readMaxLetters } from '../order/letterLimit';
import type { KnownCatalogs } from './catalogs';
import { hasAnswered, openQuestions, problemsOfRun, readCatalogs, unknownEntries } from './catalogs';
import { addCheckSummary } from './checkSummary';
import { LetterCodes } from './letterCodes';
import { catalogWarnings, limitWarnings, Repeats } from './warnings';

/** A letter, and the key it would be ordered under; undefined where no order would leave as things are. */
export type PlannedLetter = PlacedLetter & { idempotencyKey?: string };

export interface Checking {
	accounts: Accounts;
	letters: PlannedLetter[];
	problems: Problem[];
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
	const { accounts, letters } = checking;
	const most = readMaxLetters(context);
	const services = await readServices(context, accounts, letters);
	const known = (itemIndex: number) =>
		services.find(({ account }) => account === accounts.of(itemIndex)) as Service;
	const items = describeLetters(checking, known, [
		...changingValueWarnings(context.getNode()),
		...limitWarnings(countLetters(checking.letters, checking.problems), most),
	]);
	const { resource, note, notice, inputs } = checking;
	const toCorrect = items.filter(({ toCorrect: own }) => own).length;
	addCheckSummary(context, {
		note,
		fine: items.length - toCorrect,
		toCorrect,
		missing: unique(
			letters.flatMap(({ card, itemIndex }) => unknownEntries(card, known(itemIndex).catalogs)),
		),
		problems: unique(services.flatMap(({ catalogs }) => problemsOfRun(catalogs))),
		open: unique(services.flatMap(({ catalogs }) => openQuestions(catalogs))),
		host: unique(services.map(({ host }) => host)).join(', '),
		answered: services.every(({ catalogs }) => hasAnswered(catalogs)),
	});
	const notOrdered = Object.fromEntries(Object.keys(resource.shape).map((field) => [field, null]));
	return items.map(({ itemIndex, json }) => ({
		json: {
			...json,
			...notOrdered,
			...(notice !== undefined && { notice }),
			...(inputs !== undefined && { input: inputs[itemIndex]?.json ?? {} }),
		},
		pairedItem: { item: itemIndex },
	}));
}

/** An account, and what it was found to have. */
interface Service {
	account: Account;
	host: string;
	catalogs: KnownCatalogs;
}

async function readServices(
	context: IExecuteFunctions,
	accounts: Accounts,
	letters: PlannedLetter[],
): Promise<Service[]> {
	return await Promise.all(
		accounts.all.map(async (account) => {
			const own = letters.filter(({ itemIndex }) => accounts.of(itemIndex) === account);
			const catalogs = await readCatalogs(
				context,
				account,
				own.map(({ card }) => card),
			);
			return { account, host: new URL(account.baseUrl).host, catalogs };
		}),
	);
}

const unique = (texts: string[]): string[] => [...new Set(texts)];

interface Described {
	itemIndex: number;
	index?: number;
	/** There is something in the letter itself to correct. */
	toCorrect: boolean;
	json: IDataObject;
}

function describeLetters(
	{ letters, problems, withCodes }: Checking,
	known: (itemIndex: number) => Service,
	forAll: string[],
): Described[] {
	const wrong = groupByLetter(problems);
	const places = new Set(wrong.map(({ place }) => place));
	const ready = letters.filter((letter) => !places.has(placeOf(letter)));
	const repeats = new Repeats();
	for (const letter of ready) repeats.add(letter.card, placeOf(letter));
	const items = [
		...ready.map((letter) => describeReady(letter, known(letter.itemIndex), repeats, withCodes, forAll)),
		...wrong.map(({ first, faults }) => describeItem(first, true, { problems: faults })),
	];
	return items.sort((a, b) => a.itemIndex - b.itemIndex || (a.index ?? -1) - (b.index ?? -1));
}

function describeReady(
	letter: PlannedLetter,
	{ account, catalogs }: Service,
	repeats: Repeats,
	withCodes: boolean,
	forAll: string[],
): Described {
	const { card, idempotencyKey } = letter;
	const missing = unknownEntries(card, catalogs);
	const problems = [...missing, ...problemsOfRun(catalogs)];
	const hasCode = withCodes && problems.length === 0 && idempotencyKey !== undefined;
	const toCorrect = missing.length > 0;
	return describeItem(letter, toCorrect, {
		problems,
		warnings: [...catalogWarnings(card, catalogs), ...repeats.of(card, placeOf(letter)), ...forAll],
		request: card,
		idempotency_key: idempotencyKey ?? null,
		code: hasCode ? new LetterCodes(account).codeOf({ idempotencyKey, request: card }) : null,
	});
}

function describeItem(
	{ itemIndex, index }: Place,
	toCorrect: boolean,
	{
		problems,
		...found
	}: {
		problems: string[];
		warnings?: string[];
		request?: object;
		idempotency_key?: string | null;
		code?: string | null;
	},
): Described {
	const json = {
		ok: problems.length === 0,
		problems,
		warnings: [],
		request: null,
		idempotency_key: null,
		code: null,
		...found,
	} as IDataObject;
	return { itemIndex, index, toCorrect, json };
}

type Place = Pick<PlacedLetter, 'itemIndex' | 'index'>;

/** The faults of each letter; a fault of a whole JSON list stands for itself. */
function groupByLetter(problems: Problem[]): Array<{ place: string; first: Place; faults: string[] }> {
	const groups = new Map<string, { place: string; first: Place; faults: string[] }>();
	for (const problem of problems) {
		const place = placeOf(problem);
		const group = groups.get(place) ?? { place, first: problem, faults: [] };
		group.faults.push(describeFault(problem));
		groups.set(place, group);
	}
	return [...groups.values()];
}

const placeOf = ({ itemIndex, index }: Place): string =>
	`row ${itemIndex + 1}${index === undefined ? '' : ` (${pathOf(index)})`}`;

/** How many letters a run has, those to correct included. */
export function countLetters(letters: Place[], problems: Place[]): number {
	return new Set([...letters, ...problems].map(placeOf)).size;
}
