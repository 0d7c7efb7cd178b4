/** Card > Create: one letter per input item (spec, Endpoints: POST /cards). */
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { cardSchema } from '../../shared/contract';
import { DEFAULT_LETTER_SOURCE, letterSourceField, readCheckedLetters } from '../check/letterSource';
import { orderingModeFields } from '../order/orderingMode';
import type { ReadOrders } from '../check/orderOrCheck';
import { orderOrCheck } from '../check/orderOrCheck';
import type { KeyedOrder } from '../order/assignKeys';
import { assignKeys } from '../order/assignKeys';
import { keyFieldsOfLetters } from '../order/keyFields';
import type { Operation } from './operation';
import type { Job } from '../run/job';
import { orderOptionsField } from '../order/orderOptions';
import { itemIndexesOf } from '../run/rows';
import { describeCards } from '../run/summary';
import { contentFields, recipientFields } from '../letter/fields';
import { readCards } from '../letter/readLetters';

/** The letters of all input items with their keys. Nothing is sent here. */
async function read(context: IExecuteFunctions): Promise<ReadOrders> {
	if (context.getNodeParameter('letterSource', 0, DEFAULT_LETTER_SOURCE) === 'checked') {
		return await readCheckedLetters(context);
	}
	const { orders: letters, problems } = readCards(context);
	const orders = letters.map(({ itemIndex, card }) => ({
		letters: [{ itemIndex, externalId: card.external_id }],
		body: card,
		part: 0,
		list: itemIndex,
	}));
	const { keyed, problems: keyProblems } = assignKeys(context, 'card.create', orders);
	return { orders, keyed, problems: [...problems, ...keyProblems] };
}

function toJob({ letters, body, idempotencyKey, keyKeptBy }: KeyedOrder): Job {
	return {
		itemIndexes: itemIndexesOf({ letters }),
		request: { method: 'POST', path: '/cards', body, idempotencyKey, idField: 'id' },
		subject: { noun: 'letter', orders: true, keyKeptBy },
		externalId: letters[0]?.externalId,
	};
}

async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	return await orderOrCheck(context, {
		read,
		plan: ({ keyed, problems }) => ({ jobs: keyed.map(toJob), problems, heldBack: [] }),
		reading: {
			matches: (body) => cardSchema.safeParse(body).success,
			idField: 'id',
			describe: describeCards,
		},
		withCodes: true,
	});
}

export const createCard: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Send a letter',
	description:
		'Order one physical handwritten letter per input item. It is written on paper, posted and charged, and cannot be taken back.',
	fields: [
		...orderingModeFields,
		letterSourceField,
		...updateDisplayOptions({ show: { letterSource: ['fields'] } }, [
			...recipientFields,
			...contentFields,
			...keyFieldsOfLetters,
		]),
		orderOptionsField,
	],
	execute,
};
