/** Batches: their fields beside those of the letters, and how the letters of a run are cut into them. */
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { Accounts } from '../../n8n/account';
import { groupBy } from '../../words/groupBy';
import type { ItemNames } from '../../words/itemNames';
import type { Fault, Problem } from '../../words/refusal';
import { additionalFields, labels } from './letterFields';
import type { Order, PlacedLetter, ReadOrders, Source } from './letters';
import { itemIndexesOf } from './letters';
import { readLetters, readMayBeEmpty } from './readLetters';
import { GAVE_NOTHING, missingFaults } from './textRules';
import { comparableId } from './validate';
import { readInstant, readNumber } from './values';

/** The service's own limit is not shown (spec, Limits 6). */
export const DEFAULT_CARDS_PER_BATCH = 100;

export const CARDS_PER_BATCH_LABEL = 'Letters per Batch';

export const batchFields: INodeProperties[] = [
	{
		displayName: 'All or nothing: if one item is invalid, no batch is sent. A batch returns no letter IDs.',
		name: 'allOrNothingNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName:
			'Without External IDs, or with an item added, removed or moved, running again <b>orders letters again</b>. For rows that come and go, use Letter → Create.',
		name: 'asAWholeNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: CARDS_PER_BATCH_LABEL,
		name: 'cardsPerBatch',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: DEFAULT_CARDS_PER_BATCH,
		description: 'How many letters go into one batch; the input is split into as many batches as needed',
	},
];

export const batchScheduleAt: INodeProperties = {
	displayName: 'Batch Schedule At',
	name: 'batchScheduleAt',
	type: 'dateTime',
	default: '',
	description:
		'When to release the whole batch; all its items must give the same time. A time without an offset is read in the time zone of the workflow.',
};

export const additionalFieldsOfBatches: INodeProperties = {
	...additionalFields,
	options: [batchScheduleAt, ...(additionalFields.options as INodeProperties[])],
};

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
export function cut<T>(all: T[], size: number): T[][] {
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
