/** Each letter of a run as an item of a check: what is wrong with it, and what would be ordered. */
import type { IDataObject } from 'n8n-workflow';

import type { CardCreateRequest } from '../../contract/contract';
import type { Account } from '../../n8n/account';
import type { Problem } from '../../n8n/refusal';
import type { PlacedLetter } from '../read/letters';
import { groupByItem } from '../tell/details';
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
			describeReady(letter, serviceOf(letter.itemIndex), withCodes, problemsOfAll, [
				...warningsOf(letter),
				...forAll,
			]),
		),
		...[...wrong].map(([itemIndex, own]) =>
			describeItem({ itemIndex }, own[0] ?? {}, 'to_correct', { problems: own.map(describeFault) }),
		),
		...skipped.map((one) => describeItem(one, one, 'not_ordered', { problems: [one.reason] })),
	];
	return items.sort((a, b) => a.itemIndex - b.itemIndex);
}

function describeReady(
	letter: PlannedLetter,
	{ codes, catalogs }: Service,
	withCodes: boolean,
	problemsOfAll: string[],
	warnings: string[],
): Described {
	const { card, idempotencyKey } = letter;
	const missing = unknownEntries(card, catalogs);
	const stopping = [...problemsOfRun(catalogs), ...problemsOfAll];
	const problems = [...missing, ...stopping];
	const stopped = stopping.length > 0 ? 'not_ordered' : 'fine';
	const hasCode = withCodes && problems.length === 0 && idempotencyKey !== undefined;
	const subject = { name: card.to.name, externalId: card.external_id };
	return describeItem(letter, subject, missing.length > 0 ? 'to_correct' : stopped, {
		problems,
		warnings: [...catalogWarnings(card, catalogs), ...warnings],
		request: card,
		idempotencyKey,
		code: hasCode ? codes.codeOf({ idempotencyKey, request: card }) : null,
	});
}

function describeItem(
	{ itemIndex }: Place,
	{ name, externalId }: { name?: string; externalId?: string },
	outcome: Outcome,
	found: {
		problems: string[];
		warnings?: string[];
		request?: CardCreateRequest;
		idempotencyKey?: string;
		code?: string | null;
	},
): Described {
	const { problems, warnings, request, idempotencyKey, code } = found;
	const described = {
		item: itemIndex + 1,
		name: name ?? null,
		external_id: externalId ?? null,
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
