/** Batch > Create: the input items as batches of letters (spec, Endpoints: POST /batches). */
import type { Batch, BatchCreateRequest } from '../../contract/contract';
import { batchSchema } from '../../contract/contract';
import type { ItemNames } from '../../words/itemNames';
import { assignKeys } from '../letter/assignKeys';
import { additionalFieldsOfBatches, batchFields, readBatches } from '../letter/batches';
import { letterFields } from '../letter/letterFields';
import type { ReadOrders, Source } from '../letter/letters';
import { optionsOfBatches } from '../options/orderOptions';
import { describeBatches } from '../report/summary';
import type { GoodAnswer } from '../service/job';
import type { Operation } from './operation';
import { OUTPUTS } from './operation';
import { orderingModeFields } from './orderingMode';
import type { Orderable } from './orderOrCheck';
import { orderOrCheck } from './orderOrCheck';

const BATCH: Orderable = {
	noun: 'batch',
	path: '/batches',
	idField: 'batch_id',
	schema: batchSchema,
	describe: describeBatches,
	doubt: compareNumber,
};

const read = (source: Source): ReadOrders => assignKeys(source, 'batch.create', readBatches(source));

/** The answer names no letter (spec, Resources: Batch): their number is all there is to compare. */
function compareNumber({ job, body }: GoodAnswer, names: ItemNames): string | undefined {
	const { batch_id: id, total_cards: total } = body as Batch;
	const sent = job.request.body ? (job.request.body as BatchCreateRequest).cards.length : total;
	if (total === sent) return undefined;
	return `The service counts ${total} letters in batch ${id}, but ${sent} were sent (${names.of(job.itemIndexes)}). Ask the support of the letter service before you order any of them again.`;
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
	execute: async (context) => await orderOrCheck(context, read, BATCH),
};
