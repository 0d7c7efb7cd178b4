/** Batches: their fields beside those of the letters, and how the letters of a run are cut into them. */
import type { INodeProperties } from 'n8n-workflow';

import { groupBy } from '../../words/groupBy';
import type { Fault, Problem } from '../../words/refusal';
import type { Letter } from '../service/request';
import { assignKeys } from './assignKeys';
import { readInstant } from './instant';
import { additionalFields, labels } from './letterFields';
import type { Found, Source } from './letters';
import { BATCH } from './letters';
import { readFieldList, readLetters } from './readLetters';
import { GAVE_NOTHING, missingFaults } from './textRules';
import { comparableId } from './validate';

/** The service's own limit is not shown (spec, Limits 6). */
export const DEFAULT_CARDS_PER_BATCH = 100;

export const cardsPerBatch = {
	displayName: 'Letters per Batch',
	name: 'cardsPerBatch',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: DEFAULT_CARDS_PER_BATCH,
	description: 'How many letters go into one batch; the input is split into as many batches as needed',
} satisfies INodeProperties;

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
	cardsPerBatch,
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

/**
 * The batches of all items that are fine with their keys, and what is wrong with the others.
 * @param size the most letters in each
 */
export function readBatches(source: Source, size: number): Found {
	const { context, names } = source;
	const ofAccount = new Set(source.itemIndexes);
	const { letters, problems, ...others } = readLetters(source);
	findRepeatedIds(letters, problems);
	const byItem = new Map(letters.map((letter) => [letter.itemIndex, letter]));
	// The place of each item is kept when another one is to be corrected.
	const all = [...context.getInputData().keys()];
	const requests = cut(all, size).flatMap((places) => {
		const own = places.flatMap((itemIndex) => byItem.get(itemIndex) ?? []);
		if (own.length === 0) return [];
		const [first = 0] = places;
		if (!ofAccount.has(first)) {
			const text = `is for another account than ${names.of([first])} of the same batch`;
			problems.push(...own.map(({ itemIndex }) => ({ itemIndex, text })));
		}
		const schedule_at = readSchedule(own, source, problems);
		const cards = own.map(({ card }) => card);
		const body = { cards, ...(schedule_at !== undefined && { schedule_at }) };
		return [{ ...BATCH, body, letters: own, itemIndexes: own.map(({ itemIndex }) => itemIndex) }];
	});
	return assignKeys(source, 'batch.create', { requests, problems, ...others });
}

/** Cuts into groups of at most `size`, in order. */
export function cut<T>(all: T[], size: number): T[][] {
	return Array.from({ length: Math.ceil(all.length / size) }, (_none, index) =>
		all.slice(index * size, (index + 1) * size),
	);
}

/** One External ID twice in an account is two letters for one intent. */
function findRepeatedIds(letters: Letter[], problems: Problem[]): void {
	const named = letters.filter(({ card }) => card.external_id !== undefined);
	const intents = groupBy(named, ({ card }) => comparableId(card.external_id ?? ''));
	const repeated = [...intents.values()].filter((same) => same.length > 1).flat();
	for (const { itemIndex, card } of repeated.sort((a, b) => a.itemIndex - b.itemIndex)) {
		const who = { externalId: card.external_id, name: card.to.name };
		problems.push({ itemIndex, ...who, field: labels.external_id, text: 'appears more than once' });
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
function readSchedule(letters: Letter[], source: Source, problems: Problem[]): string | undefined {
	const { parameters, names } = source;
	const { name, displayName } = batchScheduleAt;
	const readOwn = (itemIndex: number): string | undefined => {
		const place = `${additionalFields.name}.${name}`;
		const value = parameters.read(place, itemIndex);
		const mayBeEmpty = readFieldList(parameters, 'fieldsThatMayBeEmpty', itemIndex).includes('scheduleAt');
		const rules = { mayBeEmpty, whenNothing: GAVE_NOTHING };
		const missing = missingFaults({ value, ...parameters.origin(place) }, labels.schedule_at, rules);
		const faults = missing.map((fault): Fault => ({ field: displayName, ...fault }));
		const at = missing.length > 0 ? undefined : readInstant(value, source, displayName, faults);
		for (const fault of faults) problems.push({ itemIndex, ...fault });
		return at;
	};
	const [first = 0, ...others] = letters.map(({ itemIndex }) => itemIndex);
	const at = readOwn(first);
	for (const itemIndex of others) {
		const own = readOwn(itemIndex);
		if (isSameTime(own, at)) continue;
		const text = `is ${own ?? 'empty'}, but ${at ?? 'empty'} in ${names.of([first])} of the same batch`;
		problems.push({ itemIndex, field: displayName, text });
	}
	return at;
}
