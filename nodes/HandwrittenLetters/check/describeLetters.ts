/** Each letter of a run as an item of a check: what is wrong with it, and what would be ordered. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { batchSchema, CardCreateRequest, cardSchema } from '../../contract/contract';
import type { Account, Accounts } from '../../n8n/account';
import { groupBy } from '../../words/groupBy';
import type { ItemNames } from '../../words/itemNames';
import { describeFault } from '../../words/problems';
import type { Problem } from '../../words/refusal';
import type { PlacedLetter, ReadOrders } from '../letter/letters';
import { describeItem, EMPTY_ITEM, toItemJson } from '../report/itemJson';
import type { Outcome } from '../report/outcome';
import { hashContents, memoryFor } from '../service/orderMemory';
import type { KnownCatalogs } from './catalogs';
import { catalogWarnings, problemsOfRun, unknownEntries } from './catalogs';

/** An account, and what it was found to have. */
export interface Service {
	account: Account;
	catalogs: KnownCatalogs;
}

export interface Described {
	itemIndex: number;
	outcome: Outcome;
	/** What is to be corrected in it. */
	problems: Problem[];
	/** Its key is that of a letter with other contents: an order would be rejected. */
	isOther?: boolean;
	json: IDataObject;
	/** Of a letter that can be ordered as it is. */
	card?: CardCreateRequest;
}

export interface Checking {
	accounts: Accounts;
	names: ItemNames;
	found: ReadOrders;
	/** Each letter can be ordered as it was checked; a batch cannot. */
	isSingle: boolean;
	/** What an order gives back: later nodes find its fields, empty. */
	schema: typeof cardSchema | typeof batchSchema;
	/** Why it only checks, and what to do; the summary begins with it. */
	note?: string;
	/** What an agent is told among the warnings, which sees the output alone. */
	notice?: string;
	/** The input items, where each letter comes back with its own. */
	inputs?: INodeExecutionData[];
}

/** What every letter is described with. */
interface Known {
	serviceOf: (itemIndex: number) => Service;
	warningsOf: (itemIndex: number) => string[];
}

type Said = Parameters<typeof toItemJson>[2];

export function describeLetters(checking: Checking, known: Known): Described[] {
	const { names, isSingle, found } = checking;
	const { orders, problems, skipped = [] } = found;
	const wrong = groupBy(problems, ({ itemIndex }) => itemIndex);
	// A correction cuts batches anew, so until then their keys say nothing.
	const keysHold = isSingle || problems.length === 0;
	const notReady = (itemIndex: number, outcome: Outcome, own: Problem[], said: Said): Described => {
		const who = describeItem(itemIndex, names, own[0]);
		const { account } = known.serviceOf(itemIndex);
		const json = { ...who, request: null, idempotency_key: null, account: account.id };
		return { itemIndex, outcome, problems: own, json: toItemJson(outcome, json, said) };
	};
	const items = [
		...orders.flatMap(({ letters, key }) =>
			letters
				.filter(({ itemIndex }) => !wrong.has(itemIndex))
				.map((letter) => describeReady(letter, keysHold ? key?.value : undefined, checking, known)),
		),
		...[...wrong].map(([itemIndex, own]) => {
			const said = { problems: own.map(describeFault), warnings: known.warningsOf(itemIndex) };
			return notReady(itemIndex, 'to_correct', own, said);
		}),
		...skipped.map((itemIndex) => notReady(itemIndex, 'not_ordered', [], { problems: [EMPTY_ITEM] })),
	];
	return items.sort((a, b) => a.itemIndex - b.itemIndex);
}

/** @param key Undefined where no order would leave as things are. */
function describeReady(
	{ card, itemIndex }: PlacedLetter,
	key: string | undefined,
	checking: Checking,
	known: Known,
): Described {
	const { names, isSingle } = checking;
	const { account, catalogs } = known.serviceOf(itemIndex);
	const missing = unknownEntries(card, catalogs).map((fault) => ({ itemIndex, ...fault }));
	const stopping = problemsOfRun(catalogs).map((text) => ({ text }));
	const stopped = stopping.length > 0 ? 'not_ordered' : 'fine';
	const outcome = missing.length > 0 ? 'to_correct' : stopped;
	// The key of a batch is that of no single letter.
	const single = isSingle ? key : undefined;
	const earlier = single === undefined ? undefined : memoryFor(account.hash).earlier(single).earlier;
	const isOther = earlier?.contents !== undefined && earlier.contents !== hashContents(card);
	const described = {
		id: earlier?.id ?? null,
		...describeItem(itemIndex, names, { name: card.to.name, externalId: card.external_id }),
		request: card as unknown as IDataObject,
		idempotency_key: single ?? null,
		account: account.id,
	};
	const warnings = [
		...(isOther ? [describeOther(earlier.id)] : []),
		...catalogWarnings(card, catalogs),
		...known.warningsOf(itemIndex),
	];
	const problems = [...missing, ...stopping].map(describeFault);
	return {
		itemIndex,
		outcome,
		problems: missing,
		isOther,
		json: toItemJson(outcome, described, { problems, warnings }),
		...(outcome === 'fine' && { card }),
	};
}

const describeOther = (id: string): string =>
	`Its key is that of the letter ${id}, which was ordered before with other contents: an order would be rejected`;
