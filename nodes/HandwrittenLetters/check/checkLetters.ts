/**
 * Says what a run would order, and sends none of it: one item per letter, with what is wrong with
 * it, the request as it would be sent, and a code by which it can be ordered as it is.
 */
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { readAccount } from '../../shared/account';
import type { CardCreateRequest } from '../../shared/contract';
import type { Fault, Problem } from '../input/problems';
import { describeFault } from '../input/problems';
import { readList } from '../readList';
import { readMaxLetters } from '../order/letterLimit';
import { readRequestOptions } from '../run/requestOptions';
import { AGENT_NOTICE } from '../order/agentTool';
import type { Catalogs, ReadList } from './catalogs';
import { readCatalogs } from './catalogs';
import { changingValueWarnings } from '../order/changingValues';
import { LetterCodes } from './letterCodes';
import { catalogWarnings, limitWarnings, Repeats } from './warnings';

/** A person waits for a check, so it gives up on the service's lists sooner than an order would. */
const MOST_MS_FOR_LISTS = 15_000;

/** A letter as it was read. */
export interface PlannedLetter {
	itemIndex: number;
	/** Where it stands in the JSON it was given in, for example `cards[1]`. */
	path?: string;
	card: CardCreateRequest;
	/** Undefined where no order would leave as things are. */
	idempotencyKey?: string;
}

export interface Checking {
	letters: PlannedLetter[];
	problems: Problem[];
	/** Card > Create can order a letter as it was checked; a batch cannot. */
	withCodes: boolean;
	because?: string;
	forAgent?: boolean;
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
		...limitWarnings(checking.letters.length, most),
	]);
	addSummary(context, items, new URL(account.baseUrl).host, checking.because);
	const withInput = context.getNodeParameter('options', 0, {}).includeInputFields === true;
	const inputs = context.getInputData();
	return items.map(({ itemIndex, json }) => ({
		json: {
			...json,
			...(checking.forAgent === true && { notice: AGENT_NOTICE }),
			...(withInput && { input: inputs[itemIndex]?.json ?? {} }),
		},
		pairedItem: { item: itemIndex },
	}));
}

/** All that a check may ask of the service. */
function listReader(context: IExecuteFunctions): ReadList {
	const options = readRequestOptions(context);
	const deadlineMs = Math.min(options.deadlineMs, MOST_MS_FOR_LISTS);
	const timeoutMs = Math.min(options.timeoutMs, deadlineMs);
	return async (path) => await readList(context, { ...options, deadlineMs, timeoutMs }, path);
}

interface Described {
	itemIndex: number;
	path?: string;
	ok: boolean;
	json: IDataObject;
}

function describeLetters(
	{ letters, problems }: Checking,
	catalogs: Catalogs,
	codes: LetterCodes | undefined,
	forAll: string[],
): Described[] {
	const wrong = groupByLetter(problems);
	const places = new Set(wrong.map(placeOf));
	const ready = letters.filter((letter) => !places.has(placeOf(letter)));
	const repeats = new Repeats();
	for (const letter of ready) repeats.add(letter.card, placeOf(letter));
	const items = [
		...ready.map((letter) => describeReady(letter, catalogs, repeats, codes, forAll)),
		...wrong.map(({ itemIndex, path, faults }) =>
			describeItem(itemIndex, path, { problems: faults.map(describeFault) }),
		),
	];
	return items.sort((a, b) => a.itemIndex - b.itemIndex || indexOf(a.path) - indexOf(b.path));
}

function describeReady(
	letter: PlannedLetter,
	catalogs: Catalogs,
	repeats: Repeats,
	codes: LetterCodes | undefined,
	forAll: string[],
): Described {
	const { itemIndex, path, card, idempotencyKey } = letter;
	const problems = unknownEntries(card, catalogs);
	const hasCode = problems.length === 0 && codes !== undefined && idempotencyKey !== undefined;
	return describeItem(itemIndex, path, {
		problems,
		warnings: [...catalogWarnings(card, catalogs), ...repeats.of(card, placeOf(letter)), ...forAll],
		request: card,
		idempotency_key: idempotencyKey ?? null,
		code: hasCode ? codes.codeOf({ idempotencyKey, request: card }) : null,
	});
}

function describeItem(
	itemIndex: number,
	path: string | undefined,
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
	return { itemIndex, path, ok, json };
}

function unknownEntries({ template, style }: CardCreateRequest, { templates, styles }: Catalogs): string[] {
	const missing = (id: string | undefined, known: Catalogs['templates' | 'styles']) =>
		id !== undefined && known !== undefined && 'entries' in known && !known.entries.has(id);
	return [
		...(missing(template, templates) ? [`Template ${template ?? ''} does not exist in this account`] : []),
		...(missing(style, styles) ? [`Style ${style ?? ''} does not exist in this account`] : []),
	];
}

/** The faults of each letter; a fault of a whole JSON list stands for itself. */
function groupByLetter(problems: Problem[]): Array<{ itemIndex: number; path?: string; faults: Fault[] }> {
	const groups = new Map<string, { itemIndex: number; path?: string; faults: Fault[] }>();
	for (const { itemIndex, field, text } of problems) {
		const path = /^cards\[\d+\]/.exec(field ?? '')?.[0];
		const key = `${itemIndex} ${path ?? ''}`;
		const group = groups.get(key) ?? { itemIndex, path, faults: [] };
		group.faults.push({ field, text });
		groups.set(key, group);
	}
	return [...groups.values()];
}

const placeOf = ({ itemIndex, path }: Pick<PlannedLetter, 'itemIndex' | 'path'>): string =>
	`row ${itemIndex + 1}${path === undefined ? '' : ` (${path})`}`;

const indexOf = (path: string | undefined): number => Number(/\d+/.exec(path ?? '')?.[0] ?? -1);

/** The host tells the sandbox from the real service, which no notice in the panel could do. */
function addSummary(context: IExecuteFunctions, items: Described[], host: string, because?: string): void {
	const fine = items.filter(({ ok }) => ok).length;
	const wrong = items.length - fine;
	const letters = `${fine} ${fine === 1 ? 'letter is' : 'letters are'} fine`;
	context.addExecutionHints({
		type: wrong > 0 ? 'warning' : 'info',
		location: 'outputPane',
		message: [
			`${letters}${wrong > 0 ? `, ${wrong} to correct` : ''}. Nothing was sent${because === undefined ? '' : `, because ${because}`}.`,
			`Checked against ${host}.`,
		].join(' '),
	});
}
