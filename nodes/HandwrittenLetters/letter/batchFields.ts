/** The fields of a batch around those of its letters. */
import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { contentFields, recipientFields } from './fields';

/** The service's own limit is not shown (spec, Limits 6). */
export const DEFAULT_CARDS_PER_BATCH = 100;
export const DEFAULT_SOURCE = 'items';

export const CARDS_JSON_LABEL = 'Letters (JSON)';
export const BATCH_SCHEDULE_LABEL = 'Batch Schedule At';
export const CARDS_PER_BATCH_LABEL = 'Letters per Batch';

export const batchFields: INodeProperties[] = [
	{
		displayName:
			'All or nothing: if one item is invalid, no batch is sent. A batch returns no letter IDs: to get the ID of every letter, use <b>Card → Create</b> instead.',
		name: 'allOrNothingNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Letters',
		name: 'cards',
		type: 'options',
		options: [
			{ name: 'From Input Items', value: 'items', description: 'One letter per input item' },
			{ name: 'From a JSON List', value: 'json', description: 'One list of letters per input item' },
		],
		default: DEFAULT_SOURCE,
		description: 'Where the letters of the batch come from',
	},
	{
		displayName: CARDS_JSON_LABEL,
		name: 'cardsJson',
		type: 'json',
		default: '[]',
		description:
			'Array of letters, each with the fields to, template, message, style, schedule_at, external_id and metadata as the service names them',
		displayOptions: { show: { cards: ['json'] } },
	},
	{
		displayName: CARDS_PER_BATCH_LABEL,
		name: 'cardsPerBatch',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: DEFAULT_CARDS_PER_BATCH,
		description: 'How many letters go into one batch; the input is split into as many batches as needed',
	},
	{
		displayName: BATCH_SCHEDULE_LABEL,
		name: 'batchScheduleAt',
		type: 'dateTime',
		default: '',
		description:
			'When to release the whole batch; all its items must give the same time. A time without an offset is read in the time zone of the workflow.',
	},
	...updateDisplayOptions({ show: { cards: ['items'] } }, [...recipientFields, ...contentFields]),
];
