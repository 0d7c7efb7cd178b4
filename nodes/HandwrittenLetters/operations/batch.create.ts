/** Batch > Create: the input items as batches of letters (spec, Endpoints: POST /batches). */
import type { IExecuteFunctions } from 'n8n-workflow';

import { additionalFieldsOfBatches, batchFields, cardsPerBatch, readBatches } from '../letter/batches';
import { letterFields } from '../letter/letterFields';
import { BATCH } from '../letter/letters';
import { OUTPUTS } from '../report/outputs';
import type { Operation } from './operation';
import { optionsOfBatches, readNumber } from './options';
import { orderOrCheck } from './order';
import { orderingModeFields } from './orderingMode';

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
	execute: async (context) =>
		await orderOrCheck(context, BATCH, (source) => readBatches(source, readSize(context))),
};

function readSize(context: IExecuteFunctions): number {
	// Undefined is what an expression gave: n8n has filled in the default already.
	const given: unknown = context.getNodeParameter(cardsPerBatch.name, 0, cardsPerBatch.default) ?? null;
	return Math.floor(readNumber(given, cardsPerBatch, 1));
}
