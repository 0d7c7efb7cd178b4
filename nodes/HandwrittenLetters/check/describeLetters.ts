/** Each letter of a run as an item of a check: what is wrong with it, and what would be ordered. */
import type { IDataObject } from 'n8n-workflow';

import type { CardCreateRequest } from '../../contract/contract';
import { groupBy } from '../../words/groupBy';
import type { ItemNames } from '../../words/itemNames';
import { describeFault } from '../../words/problems';
import type { Problem } from '../../words/refusal';
import type { Found, Orderable } from '../letter/letters';
import { describeItem, EMPTY_ITEM, toItemJson } from '../report/itemJson';
import type { Outcome } from '../report/outcome';
import { hashContents, memoryFor } from '../service/orderMemory';
import type { Letter } from '../service/request';
import type { SendOptions } from '../service/serviceClient';
import type { KnownCatalogs } from './catalogs';
import { catalogWarnings, problemsOfRun, unknownEntries } from './catalogs';

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

/** More letters of a check are not drawn. */
export const MOST_PICTURES = 20;

/** How letters are checked and shown. */
export interface Checking extends SendOptions {
	/** Each letter can be ordered as it was checked; a batch cannot. Later nodes find the fields of an order, empty. */
	orderable: Orderable;
	names: ItemNames;
	/** Why it only checks, and what to do; the summary begins with it. */
	note?: string;
	/** What an agent is told among the warnings, which sees the output alone. */
	notice?: string;
	/** Of every letter. */
	warnings: string[];
	/** Whether each letter comes back with its input item. */
	includeInput: boolean;
	/** Whether letters are drawn; left out, where all are fine. */
	pictures?: boolean;
}

/** What the letters of one account are described with. */
interface Known extends Checking {
	catalogs: KnownCatalogs;
	warningsOf: (itemIndex: number) => string[];
}

export function describeLetters(found: Found, known: Known): Described[] {
	const { names, orderable, warnings } = known;
	const { account, requests, problems, skipped } = found;
	const wrong = groupBy(problems, ({ itemIndex }) => itemIndex);
	// A correction cuts batches anew, so until then their keys say nothing.
	const keysHold = orderable.noun === 'letter' || problems.length === 0;
	const notReady = (itemIndex: number, outcome: Outcome, own: Problem[], said: Said): Described => {
		const who = describeItem(itemIndex, names, own[0]);
		const json = { ...who, request: null, idempotency_key: null, account: account.id };
		return { itemIndex, outcome, problems: own, json: toItemJson(outcome, json, said) };
	};
	return [
		...requests.flatMap(({ letters, key }) =>
			letters
				.filter(({ itemIndex }) => !wrong.has(itemIndex))
				.map((letter) =>
					describeReady(letter, account, { ...known, key: keysHold ? key?.value : undefined }),
				),
		),
		...[...wrong].map(([itemIndex, own]) => {
			const said = {
				problems: own.map(describeFault),
				warnings: [...known.warningsOf(itemIndex), ...warnings],
			};
			return notReady(itemIndex, 'to_correct', own, said);
		}),
		...skipped.map((itemIndex) => notReady(itemIndex, 'not_ordered', [], { problems: [EMPTY_ITEM] })),
	];
}

type Said = Parameters<typeof toItemJson>[2];

/** `key`: undefined where no order would leave as things are. */
function describeReady(
	{ card, itemIndex }: Letter,
	account: Found['account'],
	{ key, names, orderable, catalogs, ...known }: Known & { key?: string },
): Described {
	const missing = unknownEntries(card, catalogs).map((fault) => ({ itemIndex, ...fault }));
	const stopping = problemsOfRun(catalogs).map((text) => ({ text }));
	const stopped = stopping.length > 0 ? 'not_ordered' : 'fine';
	const outcome = missing.length > 0 ? 'to_correct' : stopped;
	// The key of a batch is that of no single letter.
	const single = orderable.noun === 'letter' ? key : undefined;
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
		...known.warnings,
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
