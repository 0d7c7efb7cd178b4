/** Reads the letters of a run, checks them, and cuts them into batches. Nothing is sent here. */
import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { BatchCreateRequest, CardCreateRequest } from '../../shared/contract';
import { checkCard } from './validate';
import { labels } from './labels';
import { readCards, readGapsAllowedIn, readRunTime } from './readLetters';
import { readInstant } from '../input/instant';
import { parseJson } from '../input/jsonObject';
import { ParameterReader } from '../input/parameterReader';
import type { Fault, Problem } from '../input/problems';
import type { Order, OrderedLetter } from '../run/job';
import { itemIndexesOf, nameRows } from '../run/rows';
import {
	BATCH_SCHEDULE_LABEL,
	CARDS_JSON_LABEL,
	CARDS_PER_BATCH_LABEL,
	DEFAULT_CARDS_PER_BATCH,
	DEFAULT_SOURCE,
} from './batchFields';

interface Letter extends OrderedLetter {
	card: CardCreateRequest;
}

/** Letters that share a batch. */
interface Group {
	letters: Letter[];
	part: number;
	list: number;
}

/** The batches of all rows that are fine, and what is wrong with the others. */
export function readBatches(context: IExecuteFunctions): { orders: Order[]; problems: Problem[] } {
	const problems: Problem[] = [];
	const groups =
		context.getNodeParameter('cards', 0, DEFAULT_SOURCE) === 'json'
			? groupLists(context, problems)
			: groupItems(context, problems);
	findRepeatedIds(groups, problems);
	const schedule = new BatchSchedule(context);
	const orders = groups.map(({ letters, part, list }) => ({
		letters,
		part,
		list,
		body: buildBody(letters, schedule.of(letters, problems)),
	}));
	return { orders, problems };
}

/** The body of one batch. */
function buildBody(letters: Letter[], scheduleAt?: string): BatchCreateRequest {
	const cards = letters.map(({ card }) => card);
	return { cards, ...(scheduleAt === undefined ? {} : { schedule_at: scheduleAt }) };
}

/** All input items together. The place of each is kept when another one is to be corrected. */
function groupItems(context: IExecuteFunctions, problems: Problem[]): Group[] {
	const read = readCards(context);
	for (const problem of read.problems) problems.push(problem);
	const cards = new Map(read.orders.map(({ itemIndex, card }) => [itemIndex, card]));
	const rows = context.getInputData().map((_item, itemIndex) => itemIndex);
	return cut(rows, readSize(context)).flatMap((own) => {
		const letters = own.flatMap((itemIndex) => {
			const card = cards.get(itemIndex);
			return card === undefined ? [] : [{ itemIndex, card, externalId: card.external_id }];
		});
		return letters.length > 0 ? [{ letters, part: 0, list: 0 }] : [];
	});
}

/** Each item's JSON list by itself. */
function groupLists(context: IExecuteFunctions, problems: Problem[]): Group[] {
	const size = readSize(context);
	const parameters = new ParameterReader(context);
	return context.getInputData().flatMap((_item, itemIndex) =>
		cut(readList(context, parameters, itemIndex, problems), size).map((letters, part) => ({
			letters,
			part,
			list: itemIndex,
		})),
	);
}

/** Cuts into groups of at most `size`, in order. */
function cut<T>(all: T[], size: number): T[][] {
	return Array.from({ length: Math.ceil(all.length / size) }, (_none, index) =>
		all.slice(index * size, (index + 1) * size),
	);
}

/** @throws NodeOperationError when it is no number of letters; nothing is sent. */
function readSize(context: IExecuteFunctions): number {
	const size = Number(context.getNodeParameter('cardsPerBatch', 0, DEFAULT_CARDS_PER_BATCH));
	if (size >= 1 && Number.isFinite(size)) return Math.floor(size);
	throw new NodeOperationError(
		context.getNode(),
		`${CARDS_PER_BATCH_LABEL} must be a number of at least 1. Nothing was sent.`,
	);
}

/** The letters of one item's JSON list that are fine. */
function readList(
	context: IExecuteFunctions,
	parameters: ParameterReader,
	itemIndex: number,
	problems: Problem[],
): Letter[] {
	const { value, byExpression } = parameters.readWhole('cardsJson', itemIndex);
	const { value: list, fault = 'must be an array with at least one letter' } = parseJson(value);
	if (!Array.isArray(list) || list.length === 0) {
		problems.push({ itemIndex, field: CARDS_JSON_LABEL, text: fault });
		return [];
	}
	const origin = {
		run: readRunTime(context),
		byExpression: () => byExpression,
		gapsAllowedIn: readGapsAllowedIn(parameters, itemIndex),
	};
	return list.flatMap((candidate, index) => {
		const path = `cards[${index}]`;
		const nameField = (field: string) => [path, field].filter(Boolean).join('.');
		const { value: card, problems: faults } = checkCard(candidate, { ...origin, nameField });
		for (const fault of faults) problems.push({ itemIndex, ...fault });
		return card === undefined ? [] : [{ itemIndex, path, card, externalId: card.external_id }];
	});
}

/** One External ID twice in a run is two letters for one intent. */
function findRepeatedIds(groups: Group[], problems: Problem[]): void {
	const letters = groups.flatMap((group) => group.letters);
	const times = new Map<string, number>();
	for (const { externalId } of letters) {
		if (externalId !== undefined) times.set(externalId, (times.get(externalId) ?? 0) + 1);
	}
	for (const { itemIndex, externalId, path } of letters) {
		if (externalId === undefined || times.get(externalId) === 1) continue;
		const field = path === undefined ? labels.externalId : `${path}.external_id`;
		problems.push({ itemIndex, field, text: `"${externalId}" appears more than once` });
	}
}

/** `$now` is a little later in each row. */
const SAME_TIME_MS = 60_000;

function isSameTime(one: string | undefined, other: string | undefined): boolean {
	if (one === undefined || other === undefined) return one === other;
	return Math.abs(Date.parse(one) - Date.parse(other)) < SAME_TIME_MS;
}

/**
 * The release of each batch: its rows may name it by an expression, but have to agree. The time of
 * the first is sent.
 */
class BatchSchedule {
	private readonly parameters: ParameterReader;
	private readonly run;

	constructor(context: IExecuteFunctions) {
		this.parameters = new ParameterReader(context);
		this.run = readRunTime(context);
	}

	of(letters: OrderedLetter[], problems: Problem[]): string | undefined {
		const [first = 0, ...others] = itemIndexesOf({ letters });
		const at = this.read(first, problems);
		for (const itemIndex of others) {
			const own = this.read(itemIndex, problems);
			if (isSameTime(own, at)) continue;
			const text = `is ${own ?? 'empty'}, but ${at ?? 'empty'} in ${nameRows([first])} of the same batch`;
			problems.push({ itemIndex, field: BATCH_SCHEDULE_LABEL, text });
		}
		return at;
	}

	private read(itemIndex: number, problems: Problem[]): string | undefined {
		const faults: Fault[] = [];
		const value = this.parameters.read('batchScheduleAt', itemIndex);
		const at = readInstant(value, this.run, BATCH_SCHEDULE_LABEL, faults);
		for (const fault of faults) problems.push({ itemIndex, ...fault });
		return at;
	}
}
