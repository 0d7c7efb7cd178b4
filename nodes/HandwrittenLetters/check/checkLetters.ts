/**
 * Says what a run would order, and sends none of it: one item per letter, with what is wrong with
 * it, the request as it would be sent, and a code by which it can be ordered as it is.
 */
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { readAccount } from '../../shared/account';
import type { batchSchema, CardCreateRequest, cardSchema } from '../../shared/contract';
import type { Problem } from '../../shared/failures/refusal';
import { describeFault, pathOf } from '../input/problems';
import type { PlacedLetter } from '../letter/order';
import { changingValueWarnings } from '../order/changingValues';
import { readMaxLetters } from '../order/letterLimit';
import { readCatalog } from '../run/catalog';
import { readRequestOptions } from '../run/requestOptions';
import type { KnownCatalogs, ReadLists } from './catalogs';
import { readCatalogs } from './catalogs';
import { LetterCodes } from './letterCodes';
import { catalogWarnings, limitWarnings, Repeats } from './warnings';

/** A person waits for a check, so it gives up on the service's lists sooner than an order would. */
const MOST_MS_FOR_LISTS = 15_000;

/** A letter, and the key it would be ordered under; undefined where no order would leave as things are. */
export type PlannedLetter = PlacedLetter & { idempotencyKey?: string };

export interface Checking {
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
	const account = await readAccount(context);
	const most = readMaxLetters(context);
	const catalogs = await readCatalogs(
		checking.letters.map(({ card }) => card),
		listReader(context),
	);
	const codes = checking.withCodes ? new LetterCodes(account) : undefined;
	const items = describeLetters(checking, catalogs, codes, [
		...changingValueWarnings(context.getNode()),
		...limitWarnings(countLetters(checking.letters, checking.problems), most),
	]);
	const { resource, note, notice, inputs } = checking;
	addSummary(context, items, new URL(account.baseUrl).host, note);
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

/** All that a check may ask of the service. */
function listReader(context: IExecuteFunctions): ReadLists {
	const options = readRequestOptions(context);
	const deadlineMs = Math.min(options.deadlineMs, MOST_MS_FOR_LISTS);
	const timeoutMs = Math.min(options.timeoutMs, deadlineMs);
	return async (name) => await readCatalog(context, { ...options, deadlineMs, timeoutMs }, name);
}

interface Described {
	itemIndex: number;
	index?: number;
	ok: boolean;
	json: IDataObject;
}

function describeLetters(
	{ letters, problems }: Checking,
	catalogs: KnownCatalogs,
	codes: LetterCodes | undefined,
	forAll: string[],
): Described[] {
	const wrong = groupByLetter(problems);
	const places = new Set(wrong.map(({ place }) => place));
	const ready = letters.filter((letter) => !places.has(placeOf(letter)));
	const repeats = new Repeats();
	for (const letter of ready) repeats.add(letter.card, placeOf(letter));
	const items = [
		...ready.map((letter) => describeReady(letter, catalogs, repeats, codes, forAll)),
		...wrong.map(({ first, faults }) => describeItem(first, { problems: faults })),
	];
	return items.sort((a, b) => a.itemIndex - b.itemIndex || (a.index ?? -1) - (b.index ?? -1));
}

function describeReady(
	letter: PlannedLetter,
	catalogs: KnownCatalogs,
	repeats: Repeats,
	codes: LetterCodes | undefined,
	forAll: string[],
): Described {
	const { card, idempotencyKey } = letter;
	const problems = unknownEntries(card, catalogs);
	const hasCode = problems.length === 0 && codes !== undefined && idempotencyKey !== undefined;
	return describeItem(letter, {
		problems,
		warnings: [...catalogWarnings(card, catalogs), ...repeats.of(card, placeOf(letter)), ...forAll],
		request: card,
		idempotency_key: idempotencyKey ?? null,
		code: hasCode ? codes.codeOf({ idempotencyKey, request: card }) : null,
	});
}

function describeItem(
	{ itemIndex, index }: Place,
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
	const ok = problems.length === 0;
	const json = {
		ok,
		problems,
		warnings: [],
		request: null,
		idempotency_key: null,
		code: null,
		...found,
	} as IDataObject;
	return { itemIndex, index, ok, json };
}

function unknownEntries(
	{ template, style }: CardCreateRequest,
	{ templates, styles }: KnownCatalogs,
): string[] {
	const missing = (id: string | undefined, known: KnownCatalogs['templates' | 'styles']) =>
		id !== undefined && known !== undefined && 'entries' in known && !known.entries.has(id);
	return [
		...(missing(template, templates) ? [`Template ${template ?? ''} does not exist in this account`] : []),
		...(missing(style, styles) ? [`Style ${style ?? ''} does not exist in this account`] : []),
	];
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

/** The host tells the sandbox from the real service, which no notice in the panel could do. */
function addSummary(context: IExecuteFunctions, items: Described[], host: string, note?: string): void {
	const fine = items.filter(({ ok }) => ok).length;
	const wrong = items.length - fine;
	const letters = `${fine} ${fine === 1 ? 'letter is' : 'letters are'} fine`;
	context.addExecutionHints({
		type: wrong > 0 ? 'warning' : 'info',
		location: 'outputPane',
		message: [
			note ?? '',
			`${letters}${wrong > 0 ? `, ${wrong} to correct` : ''}. Nothing was ordered.`,
			`Checked against ${host}.`,
		]
			.filter(Boolean)
			.join(' '),
	});
}
