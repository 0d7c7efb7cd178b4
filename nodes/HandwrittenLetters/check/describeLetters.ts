/** Each letter of a run as an item of a check: what is wrong with it, and what would be ordered. */
import type { IDataObject } from 'n8n-workflow';

import type { CardCreateRequest } from '../../contract/contract';
import type { Account } from '../../n8n/account';
import type { Problem } from '../../n8n/refusal';
import type { PlacedLetter } from '../read/letters';
import { earlierOrder } from '../send/earlierOrders';
import { describeItem, groupByItem } from '../tell/details';
import type { ItemNames } from '../tell/itemNames';
import { toItemJson } from '../tell/items';
import type { Outcome } from '../tell/outcome';
import { describeFault } from '../tell/problems';
import type { Skipped } from '../tell/problems';
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
	problems: string[];
	card?: CardCreateRequest;
	json: IDataObject;
}

interface Found {
	letters: PlannedLetter[];
	problems: Problem[];
	skipped?: Skipped[];
	withCodes: boolean;
	/** Why none of them can be ordered here. */
	problemsOfAll: string[];
}

/** @param forAll Warnings of every letter. */
export function describeLetters(
	{ letters, problems, skipped = [], withCodes, problemsOfAll }: Found,
	serviceOf: (itemIndex: number) => Service,
	forAll: string[],
	names: ItemNames,
): Described[] {
	const wrong = groupByItem(problems);
	const ready = letters.filter(({ itemIndex }) => !wrong.has(itemIndex));
	const warningsOf = warnAboutLetters(ready, names);
	const items = [
		...ready.map((letter) =>
			describeReady(letter, serviceOf(letter.itemIndex), withCodes, problemsOfAll, names, [
				...warningsOf(letter),
				...forAll,
			]),
		),
		...[...wrong].map(([itemIndex, own]) =>
			toDescribed({ itemIndex }, 'to_correct', describeItem(itemIndex, names, own[0]), {
				problems: own.map(describeFault),
			}),
		),
		...skipped.map((one) =>
			toDescribed(one, 'not_ordered', describeItem(one.itemIndex, names, one), { problems: [one.reason] }),
		),
	];
	return items.sort((a, b) => a.itemIndex - b.itemIndex);
}

function describeReady(
	letter: PlannedLetter,
	{ account, codes, catalogs }: Service,
	withCodes: boolean,
	problemsOfAll: string[],
	names: ItemNames,
	warnings: string[],
): Described {
	const { card, idempotencyKey, itemIndex } = letter;
	const missing = unknownEntries(card, catalogs);
	const stopping = [...problemsOfRun(catalogs), ...problemsOfAll];
	const problems = [...missing, ...stopping];
	const stopped = stopping.length > 0 ? 'not_ordered' : 'fine';
	const hasCode = withCodes && problems.length === 0 && idempotencyKey !== undefined;
	const known = withCodes && idempotencyKey !== undefined ? earlierOrder(account.hash, idempotencyKey) : {};
	const who = describeItem(itemIndex, names, { name: card.to.name, externalId: card.external_id });
	return toDescribed(letter, missing.length > 0 ? 'to_correct' : stopped, who, {
		problems,
		warnings: [...catalogWarnings(card, catalogs), ...warnings],
		id: known.earlier?.id,
		request: card,
		idempotencyKey,
		code: hasCode ? codes.codeOf({ idempotencyKey, request: card }) : null,
	});
}

function toDescribed(
	{ itemIndex }: Place,
	outcome: Outcome,
	who: IDataObject,
	found: {
		problems: string[];
		warnings?: string[];
		/** Of the letter that was ordered before under the same key. */
		id?: string;
		request?: CardCreateRequest;
		idempotencyKey?: string;
		code?: string | null;
	},
): Described {
	const { problems, warnings, id, request, idempotencyKey, code } = found;
	const described = {
		id: id ?? null,
		...who,
		request: (request ?? null) as IDataObject | null,
		idempotency_key: idempotencyKey ?? null,
		code: code ?? null,
	};
	const json = toItemJson(outcome, described, { problems, warnings });
	return { itemIndex, outcome, problems, card: request, json };
}

type Place = Pick<PlacedLetter, 'itemIndex'>;

/** How many letters a run has, those to correct included. */
export function countLetters(letters: Place[], problems: Place[]): number {
	return new Set([...letters, ...problems].map(({ itemIndex }) => itemIndex)).size;
}
