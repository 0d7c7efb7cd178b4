/** The fields of a batch around those of its letters. */
import type { INodeProperties } from 'n8n-workflow';

import { additionalFields } from './letterPanel';

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
