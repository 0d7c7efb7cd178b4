/** Batch > Create: the input items as batches of letters (spec, Endpoints: POST /batches). */
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Batch, BatchCreateRequest } from '../../contract/contract';
import { batchSchema } from '../../contract/contract';
import { additionalFieldsOfBatches, batchFields } from '../fields/batchFields';
import { letterFields } from '../fields/letterPanel';
import { orderingModeFields } from '../fields/orderingMode';
import { optionsOfBatches } from '../fields/orderOptions';
import { assignKeys } from '../read/keys/assignKeys';
import type { KeyedOrder, ReadOrders, Source } from '../read/letters';
import { itemIndexesOf } from '../read/letters';
import { readBatches } from '../read/readBatches';
import type { GoodAnswer, Job, Plan } from '../send/job';
import type { ItemNames } from '../tell/itemNames';
import { describeBatches } from '../tell/summary';
import type { Operation } from './operation';
import { orderOrCheck } from './orderOrCheck';
import { OUTPUTS } from './outputShapes';

/**
 * All or nothing: a batch ordered without the item to correct is another order, and would repeat
 * its letters when the items are run again.
 */
function plan(
	orders: KeyedOrder[],
	{ problems, skipped = [] }: ReadOrders,
	context: IExecuteFunctions,
): Plan {
	if (problems.length === 0) return { jobs: orders.map(toJob), problems, heldBack: [], skipped };
	const wrong = new Set([...problems, ...skipped].map(({ itemIndex }) => itemIndex));
	const all = context.getInputData().map((_item, itemIndex) => itemIndex);
	return { jobs: [], problems, heldBack: all.filter((itemIndex) => !wrong.has(itemIndex)), skipped };
}

function read(source: Source): ReadOrders {
	return assignKeys(source, 'batch.create', readBatches(source));
}

function toJob(order: KeyedOrder): Job {
	const { body, key } = order;
	return {
		itemIndexes: itemIndexesOf(order),
		request: { purpose: 'order', path: '/batches', body, idempotencyKey: key.value, idField: 'batch_id' },
		subject: { noun: 'batch', comesAgain: key.comesAgain },
	};
}

/** The answer names no letter (spec, Resources: Batch): their number is all there is to compare. */
function compareNumber({ job, body }: GoodAnswer, names: ItemNames): string | undefined {
	const { batch_id: id, total_cards: total } = body as Batch;
	const sent = 'body' in job.request ? (job.request.body as BatchCreateRequest).cards.length : total;
	if (total === sent) return undefined;
	return `The service counts ${total} letters in batch ${id}, but ${sent} were sent (${names.of(job.itemIndexes)}). Ask the support of the letter service before you order any of them again.`;
}

async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	return await orderOrCheck(context, {
		read,
		plan,
		reading: {
			matches: (body) => batchSchema.safeParse(body).success,
			idField: 'batch_id',
			describe: describeBatches,
			doubt: compareNumber,
		},
		withCodes: false,
		resource: batchSchema,
	});
}

export const createBatch: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Send a batch of letters',
	description:
		'Order one physical handwritten letter per input item, in batches. They are written on paper, posted and charged, and cannot be taken back.',
	fields: [
		...letterFields,
		...batchFields,
		...orderingModeFields,
		additionalFieldsOfBatches,
		optionsOfBatches,
	],
	output: OUTPUTS.createBatch,
	execute,
};
