/** Letter > Create: one letter per input item (spec, Endpoints: POST /cards). */
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { cardSchema } from '../../contract/contract';
import { additionalFields, letterFields } from '../fields/letterPanel';
import { orderingModeFields } from '../fields/orderingMode';
import { optionsOfLetters } from '../fields/orderOptions';
import { assignKeys } from '../read/keys/assignKeys';
import type { KeyedOrder, ReadOrders, Source } from '../read/letters';
import { itemIndexesOf } from '../read/letters';
import { readSingleLetters } from '../read/readLetters';
import type { Job } from '../send/job';
import { describeCards } from '../tell/summary';
import type { Operation } from './operation';
import { orderOrCheck } from './orderOrCheck';
import { OUTPUTS } from './outputShapes';

/** The letters of all input items with their keys. Nothing is sent here. */
function read(source: Source): ReadOrders {
	return assignKeys(source, 'card.create', readSingleLetters(source));
}

function toJob(order: KeyedOrder): Job {
	const { letters, body, key } = order;
	return {
		itemIndexes: itemIndexesOf(order),
		request: { purpose: 'order', path: '/cards', body, idempotencyKey: key.value, idField: 'id' },
		subject: {
			noun: 'letter',
			comesAgain: key.comesAgain,
			byAgent: key.byAgent,
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
	fields: [...letterFields, ...orderingModeFields, additionalFields, optionsOfLetters],
	output: OUTPUTS.createCard,
	execute: async (context) => await orderSingleLetters(context, read),
};
