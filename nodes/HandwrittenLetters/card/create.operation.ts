/** Card > Create: one letter per input item (spec, Endpoints: POST /cards). */
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { cardSchema } from '../../shared/contract';
import { describeCards } from '../hints';
import { assignKeys, keyFields } from '../keys';
import type { Operation } from '../operations';
import { optionsField } from '../options';
import { runJobs } from '../sending';
import { contentFields, realOrderNotice, recipientFields } from './cardFields';
import { readCards } from './readCards';

async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const { orders, problems } = readCards(context);
	const keyed = assignKeys(
		context,
		'card.create',
		orders.map(({ itemIndex, card }) => ({
			itemIndexes: [itemIndex],
			body: card,
			externalIds: [card.external_id],
		})),
		({ itemIndexes, body }, idempotencyKey) => ({
			itemIndexes,
			request: { method: 'POST', path: '/cards', body, idempotencyKey },
			subject: { noun: 'letter', orders: true },
		}),
	);
	return await runJobs(context, keyed.jobs, [...problems, ...keyed.problems], {
		matches: (body) => cardSchema.safeParse(body).success,
		idField: 'id',
		describe: describeCards,
	});
}

export const createCard: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Create a card',
	description:
		'Order one physical handwritten letter per input item. It is written on paper, posted and charged, and cannot be taken back.',
	fields: [realOrderNotice, ...recipientFields, ...contentFields, ...keyFields, optionsField],
	execute,
};
