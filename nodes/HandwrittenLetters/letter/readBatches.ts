/** Reads the letters of a run, checks them, and cuts them into batches. Nothing is sent here. */
import type { IExecuteFunctions } from 'n8n-workflow';

import type { Accounts } from '../../n8n/account';
import { groupBy } from '../../words/groupBy';
import type { ItemNames } from '../../words/itemNames';
import type { Fault, Problem } from '../../words/refusal';
import { batchScheduleAt, CARDS_PER_BATCH_LABEL, DEFAULT_CARDS_PER_BATCH } from './batchFields';
import { additionalFields, labels } from './letterPanel';
import type { Order, PlacedLetter, ReadOrders, Source } from './letters';
import { itemIndexesOf } from './letters';
import { readInstant } from './parameters/instant';
import { readNumber } from './parameters/readNumber';
import { readLetters, readMayBeEmpty } from './readLetters';
import { comparableId } from './texts/plainForm';
import { GAVE_NOTHING, missingFaults } from './texts/textRules';

/** Letters that share a batch. */
type Group = Pick<Order, 'letters'>;

/** The batches of all items that are fine, and what is wrong with the others. */
export function readBatches(source: Source): ReadOrders {
	const { context, accounts, names } = source;
	const { letters, problems, ...others } = readLetters(source);
	const groups = cutIntoBatches(context, letters);
	findRepeatedIds(letters, accounts, problems);
	findOtherAccounts(groups, accounts, problems, names);
	const orders = groups.map((group) => {
		const cards = group.letters.map(({ card }) => card);
		const schedule_at = readSchedule(group, source, problems);
		return { ...group, body: { cards, ...(schedule_at !== undefined && { schedule_at }) } };
	});
	return { orders, problems, ...others };
}

/** The place of each item is kept when another one is to be corrected. */
function cutIntoBatches(context: IExecuteFunctions, letters: PlacedLetter[]): Group[] {
	const byItem = new Map(letters.map((letter) => [letter.itemIndex, letter]));
	const all = context.getInputData().map((_item, itemIndex) => itemIndex);
	return cut(all, readSize(context)).flatMap((own) => {
		const placed = own.flatMap((itemIndex) => byItem.get(itemIndex) ?? []);
		return placed.length > 0 ? [{ letters: placed }] : [];
	});
}

/** Cuts into groups of at most `size`, in order. */
function cut<T>(all: T[], size: number): T[][] {
	return Array.from({ length: Math.ceil(all.length / size) }, (_none, index) =>
		all.slice(index * size, (index + 1) * size),
	);
}

/** @throws Refusal when it is no number of letters */
function readSize(context: IExecuteFunctions): number {
	// Undefined is what an expression gave: n8n has filled in the default already.
	const given = context.getNodeParameter('cardsPerBatch', 0, DEFAULT_CARDS_PER_BATCH) ?? null;
	const limits = { label: CARDS_PER_BATCH_LABEL, least: 1, fallback: DEFAULT_CARDS_PER_BATCH };
	return Math.floor(readNumber(given, limits));
}

/** One External ID twice in a run is two letters for one intent, unless they are of two accounts. */
function findRepeatedIds(letters: PlacedLetter[], accounts: Accounts, problems: Problem[]): void {
	const named = letters.filter(({ card }) => card.external_id !== undefined);
	const intents = groupBy(
		named,
		({ itemIndex, card }) => `${accounts.of(itemIndex).hash} ${comparableId(card.external_id ?? '')}`,
	);
	const repeated = [...intents.values()].filter((same) => same.length > 1).flat();
	for (const { itemIndex, card } of repeated.sort((a, b) => a.itemIndex - b.itemIndex)) {
		const who = { externalId: card.external_id, name: card.to.name };
		problems.push({ itemIndex, ...who, field: labels.external_id, text: 'appears more than once' });
	}
}

/** A batch goes to one account. */
function findOtherAccounts(groups: Group[], accounts: Accounts, problems: Problem[], names: ItemNames): void {
	for (const group of groups) {
		const [first = 0, ...others] = itemIndexesOf(group);
		for (const itemIndex of others) {
			if (accounts.of(itemIndex).hash === accounts.of(first).hash) continue;
			const text = `is for another account than ${names.of([first])} of the same batch`;
			problems.push({ itemIndex, text });
		}
	}
}

/** `$now` is a little later in each item. */
const SAME_TIME_MS = 60_000;

function isSameTime(one: string | undefined, other: string | undefined): boolean {
	if (one === undefined || other === undefined) return one === other;
	return Math.abs(Date.parse(one) - Date.parse(other)) < SAME_TIME_MS;
}

/**
 * The release of a batch: its items may name it by an expression, but have to agree. The time of the first
 * is sent.
 */
function readSchedule(
	group: Group,
	{ parameters, run, names }: Source,
	problems: Problem[],
): string | undefined {
	const { name, displayName } = batchScheduleAt;
	const readOwn = (itemIndex: number): string | undefined => {
		const place = `${additionalFields.name}.${name}`;
		const value = parameters.read(place, itemIndex);
		const mayBeEmpty = readMayBeEmpty(parameters, itemIndex).includes('scheduleAt');
		const rules = { mayBeEmpty, whenNothing: GAVE_NOTHING };
		const missing = missingFaults({ value, ...parameters.origin(place) }, labels.schedule_at, rules);
		const faults = missing.map((fault): Fault => ({ field: displayName, ...fault }));
		const at = missing.length > 0 ? undefined : readInstant(value, run, displayName, faults);
		for (const fault of faults) problems.push({ itemIndex, ...fault });
		return at;
	};
	const [first = 0, ...others] = itemIndexesOf(group);
	const at = readOwn(first);
	for (const itemIndex of others) {
		const own = readOwn(itemIndex);
		if (isSameTime(own, at)) continue;
		const text = `is ${own ?? 'empty'}, but ${at ?? 'empty'} in ${names.of([first])} of the same batch`;
		problems.push({ itemIndex, field: displayName, text });
	}
	return at;
}
