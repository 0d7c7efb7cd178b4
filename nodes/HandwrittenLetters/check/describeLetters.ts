/** Each letter of a run as an item of a check: what is wrong with it, and what would be ordered. */
import type { IDataObject } from 'n8n-workflow';

import type { CardCreateRequest } from '../../contract/contract';
import type { Account } from '../../n8n/account';
import type { Fault, Problem } from '../../n8n/refusal';
import type { PlacedLetter } from '../read/letters';
import { memoryFor } from '../send/orderMemory';
import { describeItem, groupByItem } from '../tell/details';
import type { ItemNames } from '../tell/itemNames';
import { toItemJson } from '../tell/items';
import type { Outcome } from '../tell/outcome';
import type { Skipped } from '../tell/problems';
import { describeFault } from '../tell/problems';
import type { KnownCatalogs } from './catalogs';
import { problemsOfRun, unknownEntries } from './catalogs';
import type { LetterCodes } from './letterCodes';
import { warnAboutLetters } from './letterWarnings';
import { catalogWarnings } from './warnings';

/** A letter, and the key it would be ordered under; undefined where no order would leave as things are. */
export type PlannedLetter = PlacedLetter & { idempotencyKey?: string };

/** An account, and what it was found to have. */
export interface Service {
	account: Account;
	codes: LetterCodes;
	catalogs: KnownCatalogs;
}

export interface Described {
	itemIndex: number;
	outcome: Outcome;
	faults: Fault[];
	card?: CardCreateRequest;
	json: IDataObject;
}

/** What a run would order. */
export interface Planned {
	names: ItemNames;
	letters: PlannedLetter[];
	problems: Problem[];
	skipped?: Skipped[];
	/** Letter > Create can order a letter as it was checked; a batch cannot. */
	withCodes: boolean;
}

/**
 * @param stopping Why none of them can be ordered here.
 * @param forAll Warnings of every letter.
 */
export function describeLetters(
	planned: Planned,
	serviceOf: (itemIndex: number) => Service,
	stopping: Fault[],
	forAll: string[],
): Described[] {
	const { names, letters, problems, skipped = [] } = planned;
	const wrong = groupByItem(problems);
	const ready = letters.filter(({ itemIndex }) => !wrong.has(itemIndex));
	const warningsOf = warnAboutLetters(ready, names);
	const notReady = (itemIndex: number, who: Who, outcome: Outcome, faults: Fault[]): Described => {
		const json = { ...describeItem(itemIndex, names, who), request: null, idempotency_key: null, code: null };
		const problems = faults.map(describeFault);
		return { itemIndex, outcome, faults, json: toItemJson(outcome, json, { problems }) };
	};
	const items = [
		...ready.map((letter) => {
			const warnings = [...warningsOf(letter), ...forAll];
			return describeReady(letter, serviceOf(letter.itemIndex), planned, stopping, warnings);
		}),
		...[...wrong].map(([itemIndex, own]) => notReady(itemIndex, own[0], 'to_correct', own)),
		...skipped.map((one) => notReady(one.itemIndex, one, 'not_ordered', [{ text: one.reason }])),
	];
	return items.sort((a, b) => a.itemIndex - b.itemIndex);
}

type Who = Parameters<typeof describeItem>[2];

function describeReady(
	{ card, idempotencyKey, itemIndex }: PlannedLetter,
	{ account, codes, catalogs }: Service,
	{ names, withCodes }: Planned,
	stoppingAll: Fault[],
	warned: string[],
): Described {
	const missing = unknownEntries(card, catalogs);
	const stopping = [...problemsOfRun(catalogs).map((text) => ({ text })), ...stoppingAll];
	const faults = [...missing, ...stopping];
	const stopped = stopping.length > 0 ? 'not_ordered' : 'fine';
	const outcome = missing.length > 0 ? 'to_correct' : stopped;
	const sealed = withCodes && idempotencyKey !== undefined ? { idempotencyKey, request: card } : undefined;
	const earlier = sealed && memoryFor(account.hash).earlier(sealed.idempotencyKey).earlier;
	const described = {
		id: earlier?.id ?? null,
		...describeItem(itemIndex, names, { name: card.to.name, externalId: card.external_id }),
		request: card as unknown as IDataObject,
		idempotency_key: idempotencyKey ?? null,
		code: sealed && faults.length === 0 ? codes.codeOf(sealed) : null,
	};
	const warnings = [...catalogWarnings(card, catalogs), ...warned];
	const problems = faults.map(describeFault);
	return { itemIndex, outcome, faults, card, json: toItemJson(outcome, described, { problems, warnings }) };
}

type Place = Pick<PlacedLetter, 'itemIndex'>;

/** How many letters a run has, those to correct included. */
export function countLetters(letters: Place[], problems: Place[]): number {
	return new Set([...letters, ...problems].map(({ itemIndex }) => itemIndex)).size;
}
