/** Each letter of a run as an item of a check: what is wrong with it, and what would be ordered. */
import type { IDataObject } from 'n8n-workflow';

import type { Account } from '../../shared/account';
import type { CardCreateRequest } from '../../shared/contract/contract';
import type { Problem } from '../../shared/failures/refusal';
import type { ItemNames } from '../input/itemNames';
import { describeFault, pathOf } from '../input/problems';
import type { Skipped } from '../input/problems';
import { labelOf } from '../letter/labels';
import type { PlacedLetter } from '../letter/order';
import type { KnownCatalogs } from './catalogs';
import { problemsOfRun, unknownEntries } from './catalogs';
import type { LetterCodes } from './letterCodes';
import { capitalsWarning, paperWarnings } from './paperWarnings';
import { catalogWarnings, Repeats } from './warnings';

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
	index?: number;
	ok: boolean;
	problems: string[];
	/** There is something in the letter itself to correct. */
	toCorrect: boolean;
	card?: CardCreateRequest;
	json: IDataObject;
}

interface Found {
	letters: PlannedLetter[];
	problems: Problem[];
	skipped?: Skipped[];
	withCodes: boolean;
}

const NO_DATE = 'Schedule At is empty, but other letters of this run have a date';

/** @param forAll Warnings of every letter. */
export function describeLetters(
	{ letters, problems, skipped = [], withCodes }: Found,
	serviceOf: (itemIndex: number) => Service,
	forAll: string[],
	names: ItemNames,
): Described[] {
	const wrong = groupByLetter(problems);
	const places = new Set(wrong.map(({ place }) => place));
	const ready = letters.filter((letter) => !places.has(placeOf(letter)));
	const repeats = new Repeats();
	const nameOf = ({ itemIndex, index }: Place) =>
		`${names.of([itemIndex])}${index === undefined ? '' : ` (${pathOf(index)})`}`;
	for (const letter of ready) repeats.add(letter.card, nameOf(letter));
	const capitals = capitalsWarning(ready);
	const someWait = ready.some(({ card }) => card.schedule_at !== undefined);
	const warningsFor = (letter: PlannedLetter) => [
		...repeats.of(letter.card, nameOf(letter)),
		...paperWarnings(letter.card, labelOf),
		...(capitals?.first === letter ? [capitals.text] : []),
		...(someWait && letter.card.schedule_at === undefined ? [NO_DATE] : []),
		...forAll,
	];
	const items = [
		...ready.map((letter) =>
			describeReady(letter, serviceOf(letter.itemIndex), withCodes, warningsFor(letter)),
		),
		...wrong.map(({ first, faults }) => describeItem(first, first, { problems: faults })),
		...skipped.map((one) => describeItem(one, one, { problems: [], skipped: one.reason })),
	];
	return items.sort((a, b) => a.itemIndex - b.itemIndex || (a.index ?? -1) - (b.index ?? -1));
}

function describeReady(
	letter: PlannedLetter,
	{ codes, catalogs }: Service,
	withCodes: boolean,
	warnings: string[],
): Described {
	const { card, idempotencyKey } = letter;
	const missing = unknownEntries(card, catalogs);
	const problems = [...missing, ...problemsOfRun(catalogs)];
	const hasCode = withCodes && problems.length === 0 && idempotencyKey !== undefined;
	const subject = { name: card.to.name, externalId: card.external_id };
	return describeItem(letter, subject, {
		problems,
		toCorrect: missing.length > 0,
		warnings: [...catalogWarnings(card, catalogs), ...warnings],
		request: card,
		idempotency_key: idempotencyKey ?? null,
		code: hasCode ? codes.codeOf({ idempotencyKey, request: card }) : null,
	});
}

function describeItem(
	{ itemIndex, index }: Place,
	{ name, externalId }: { name?: string; externalId?: string },
	{
		problems,
		toCorrect = problems.length > 0,
		...found
	}: {
		problems: string[];
		toCorrect?: boolean;
		/** Why it would not be ordered, though there is nothing to correct. */
		skipped?: string;
		warnings?: string[];
		request?: CardCreateRequest;
		idempotency_key?: string | null;
		code?: string | null;
	},
): Described {
	const ok = problems.length === 0 && found.skipped === undefined;
	// In the order in which n8n's table shows them.
	const json = {
		item: itemIndex + 1,
		name: name ?? null,
		ok,
		problems,
		warnings: [],
		external_id: externalId ?? null,
		request: null,
		idempotency_key: null,
		code: null,
		...found,
	} as IDataObject;
	return { itemIndex, index, ok, problems, toCorrect, card: found.request, json };
}

type Place = Pick<PlacedLetter, 'itemIndex' | 'index'>;

interface WrongLetter {
	place: string;
	first: Problem;
	faults: string[];
}

/** The faults of each letter; a fault of a whole JSON list stands for itself. */
function groupByLetter(problems: Problem[]): WrongLetter[] {
	const groups = new Map<string, WrongLetter>();
	for (const problem of problems) {
		const place = placeOf(problem);
		const group = groups.get(place) ?? { place, first: problem, faults: [] };
		group.faults.push(describeFault(problem));
		groups.set(place, group);
	}
	return [...groups.values()];
}

const placeOf = ({ itemIndex, index }: Place): string => `${itemIndex} ${index ?? ''}`;

/** How many letters a run has, those to correct included. */
export function countLetters(letters: Place[], problems: Place[]): number {
	return new Set([...letters, ...problems].map(placeOf)).size;
}
