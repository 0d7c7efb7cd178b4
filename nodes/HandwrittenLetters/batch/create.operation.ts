/** Batch > Create: the input items as batches of letters (spec, Endpoints: POST /batches). */
import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { NodeOperationError, updateDisplayOptions } from 'n8n-workflow';

import type { BatchCreateRequest, CardCreateRequest } from '../../shared/contract';
import { batchSchema } from '../../shared/contract';
import type { Problem } from '../../shared/errors';
import { checkCard, readInstant } from '../card/buildCard';
import { contentFields, realOrderNotice, recipientFields } from '../card/cardFields';
import type { CardOrder } from '../card/readCards';
import { readCards } from '../card/readCards';
import { describeBatches } from '../hints';
import type { Order } from '../keys';
import { assignKeys, keyFields } from '../keys';
import type { Operation } from '../operations';
import { optionsField } from '../options';
import { runJobs } from '../sending';

/** Letters that share a batch, and the input items they came from. */
interface Group {
	letters: CardOrder[];
	/** Counts the batches cut from one JSON list. */
	part: number;
}

const batchFields: INodeProperties[] = [
	{
		displayName: 'Letters',
		name: 'cards',
		type: 'options',
		options: [
			{ name: 'From Input Items', value: 'items', description: 'One letter per input item' },
			{ name: 'JSON', value: 'json', description: 'One array of letters per input item' },
		],
		default: 'items',
		description: 'Where the letters of the batch come from',
	},
	{
		displayName: 'Letters (JSON)',
		name: 'cardsJson',
		type: 'json',
		required: true,
		default: '[]',
		description:
			'Array of letters, each with the fields to, template, message, style, schedule_at, external_id and metadata as the service names them',
		displayOptions: { show: { cards: ['json'] } },
	},
	{
		displayName: 'Cards per Batch',
		name: 'cardsPerBatch',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 100,
		description: 'How many letters go into one batch; the input is cut into as many as needed',
	},
	{
		displayName: 'Batch Schedule At',
		name: 'batchScheduleAt',
		type: 'dateTime',
		default: '',
		description:
			'When to release the whole batch. A time without an offset is read in the time zone of the workflow.',
	},
	...updateDisplayOptions({ show: { cards: ['items'] } }, [...recipientFields, ...contentFields]),
];

/** The body of one batch. */
function buildBody(cards: CardCreateRequest[], scheduleAt?: string): BatchCreateRequest {
	return { cards, ...(scheduleAt === undefined ? {} : { schedule_at: scheduleAt }) };
}

/** Cuts letters into groups of at most `size`, in order. */
function cut<T>(all: T[], size: number): T[][] {
	return Array.from({ length: Math.ceil(all.length / size) }, (_none, index) =>
		all.slice(index * size, (index + 1) * size),
	);
}

/** The letters of one item's JSON list; a list with a bad letter is not sent at all. */
function readList(context: IExecuteFunctions, itemIndex: number, problems: Problem[]): CardOrder[] {
	const value = context.getNodeParameter('cardsJson', itemIndex, '[]');
	const list = typeof value === 'string' ? parseJson(value) : value;
	if (!Array.isArray(list) || list.length === 0) {
		problems.push({ itemIndex, text: 'Letters (JSON) must be an array with at least one letter' });
		return [];
	}
	const built = list.map((candidate, index) => checkCard(candidate, `cards[${index}]`));
	const texts = built.flatMap(({ problems: own }) => own);
	for (const text of texts) problems.push({ itemIndex, text });
	return texts.length > 0
		? []
		: built.flatMap(({ value: card }) => (card === undefined ? [] : [{ itemIndex, card }]));
}

function parseJson(value: string): unknown {
	try {
		return JSON.parse(value) as unknown;
	} catch {
		return undefined;
	}
}

/** @throws NodeOperationError when it is no number of letters; nothing is sent. */
function readSize(context: IExecuteFunctions): number {
	const size = Number(context.getNodeParameter('cardsPerBatch', 0, 100));
	if (size >= 1 && Number.isFinite(size)) return Math.floor(size);
	throw new NodeOperationError(
		context.getNode(),
		'Cards per Batch must be a number of at least 1. Nothing was sent.',
	);
}

/** All input items together, or each JSON list by itself, cut to the wanted size. */
function readGroups(context: IExecuteFunctions, problems: Problem[]): Group[] {
	const size = readSize(context);
	if (context.getNodeParameter('cards', 0, 'items') === 'json') {
		return context
			.getInputData()
			.flatMap((_item, itemIndex) =>
				cut(readList(context, itemIndex, problems), size).map((letters, part) => ({ letters, part })),
			);
	}
	const read = readCards(context);
	problems.push(...read.problems);
	return cut(read.orders, size).map((letters) => ({ letters, part: 0 }));
}

/** One `external_id` twice in a run is two letters for one intent: refused before sending. */
function findRepeatedIds(groups: Group[]): Set<string> {
	const once = new Set<string>();
	const repeated = new Set<string>();
	for (const { card } of groups.flatMap(({ letters }) => letters)) {
		const { external_id: id } = card;
		if (id === undefined) continue;
		(once.has(id) ? repeated : once).add(id);
	}
	return repeated;
}

function toOrder(
	context: IExecuteFunctions,
	{ letters, part }: Group,
	repeatedIds: Set<string>,
	problems: Problem[],
): Order | undefined {
	const cards = letters.map(({ card }) => card);
	const itemIndexes = [...new Set(letters.map(({ itemIndex }) => itemIndex))];
	const externalIds = cards.map(({ external_id: id }) => id);
	const texts = [...new Set(externalIds)]
		.filter((id) => id !== undefined && repeatedIds.has(id))
		.map((id) => `external_id "${id}" stands more than once among the letters`);
	const at = readInstant(
		context.getNodeParameter('batchScheduleAt', itemIndexes[0] ?? 0, ''),
		context.getTimezone(),
		texts,
	);
	if (texts.length > 0) {
		for (const itemIndex of itemIndexes) {
			for (const text of texts) problems.push({ itemIndex, text });
		}
		return undefined;
	}
	return {
		itemIndexes,
		part,
		body: buildBody(cards, at),
		externalIds,
	};
}

async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const problems: Problem[] = [];
	const groups = readGroups(context, problems);
	const repeatedIds = findRepeatedIds(groups);
	const orders = groups.flatMap((group) => toOrder(context, group, repeatedIds, problems) ?? []);
	const keyed = assignKeys(context, 'batch.create', orders, ({ itemIndexes, body }, idempotencyKey) => ({
		itemIndexes,
		request: { method: 'POST', path: '/batches', body, idempotencyKey },
		subject: { noun: 'batch', orders: true },
	}));
	return await runJobs(context, keyed.jobs, [...problems, ...keyed.problems], {
		matches: (body) => batchSchema.safeParse(body).success,
		idField: 'batch_id',
		describe: describeBatches,
	});
}

export const createBatch: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Create a batch',
	description:
		'Order one physical handwritten letter per input item, handed over in batches. They are written on paper, posted and charged, and cannot be taken back.',
	fields: [realOrderNotice, ...batchFields, ...keyFields, optionsField],
	execute,
};
