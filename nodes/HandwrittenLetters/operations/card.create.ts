/** Card > Create: one letter per input item (spec, Endpoints: POST /cards). */
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { cardSchema } from '../../shared/contract/contract';
import { orderOrCheck } from '../check/orderOrCheck';
import { contentFields, recipientFields } from '../letter/fields';
import type { KeyedOrder, ReadOrders, Source } from '../letter/order';
import { itemIndexesOf } from '../letter/order';
import { readSingleLetters } from '../letter/readLetters';
import { assignKeys } from '../order/assignKeys';
import { orderingModeFields } from '../order/orderingMode';
import { optionsOfLetters } from '../order/orderOptions';
import type { Job } from '../run/job';
import { describeCards } from '../tell/summary';
import type { Operation } from './operation';
import { OUTPUTS } from './outputShapes';

/** The letters of all input items with their keys. Nothing is sent here. */
function read(source: Source): ReadOrders {
	return assignKeys(source, 'card.create', readSingleLetters(source));
}

function toJob(order: KeyedOrder): Job {
	const { letters, body, key } = order;
	return {
		itemIndexes: itemIndexesOf(order),
		request: { method: 'POST', path: '/cards', body, idempotencyKey: key.value, idField: 'id' },
		subject: {
			noun: 'letter',
			orders: true,
			comesAgain: key.comesAgain,
			byRecipient: key.byRecipient,
		},
		externalId: letters[0]?.card.external_id,
		name: letters[0]?.card.to.name,
	};
}

/** Each letter in a request of its own. */
export async function orderSingleLetters(
	context: IExecuteFunctions,
	read: (source: Source) => ReadOrders,
): Promise<INodeExecutionData[]> {
	return await orderOrCheck(context, {
		read,
		plan: (orders, { problems, skipped }) => ({ jobs: orders.map(toJob), problems, heldBack: [], skipped }),
		reading: {
			matches: (body) => cardSchema.safeParse(body).success,
			idField: 'id',
			describe: describeCards,
		},
		withCodes: true,
		resource: cardSchema,
	});
}

export const createCard: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Send a letter',
	description:
		'Order one physical handwritten letter per input item. It is written on paper, posted and charged, and cannot be taken back.',
	fields: [...recipientFields, ...contentFields, ...orderingModeFields, optionsOfLetters],
	output: OUTPUTS.createCard,
	execute: async (context) => await orderSingleLetters(context, read),
};
