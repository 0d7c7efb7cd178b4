/** Orders the letters of a run or only checks them, as Ordering Mode says. */
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { BatchCreateRequest, CardCreateRequest } from '../../shared/contract';
import type { Problem } from '../input/problems';
import type { KeyedOrder } from '../order/assignKeys';
import type { Order, Plan, Reading } from '../run/job';
import { readMaxLetters, refuseTooMany } from '../order/letterLimit';
import { toRefusalError } from '../input/refusal';
import { runJobs } from '../run/runJobs';
import { changingValueWarnings } from '../order/changingValues';
import type { PlannedLetter } from './checkLetters';
import { checkLetters } from './checkLetters';
import { readIntent } from '../order/orderingMode';

/** What a run has read from its input. */
export interface ReadOrders {
	/** All whose letters are fine, also those that cannot have a key. */
	orders: Order[];
	keyed: KeyedOrder[];
	problems: Problem[];
}

export interface Ordering {
	read: (context: IExecuteFunctions) => ReadOrders | Promise<ReadOrders>;
	plan: (read: ReadOrders, context: IExecuteFunctions) => Plan;
	reading: Reading;
	/** Letters that leave by themselves can be ordered as they were checked. */
	withCodes: boolean;
}

/** @throws NodeOperationError when nothing may be sent. */
export async function orderOrCheck(
	context: IExecuteFunctions,
	{ read, plan, reading, withCodes }: Ordering,
): Promise<INodeExecutionData[]> {
	const intent = readIntent(context);
	if (intent.does === 'refuse') throw toRefusalError(context.getNode(), intent.refusal);
	const found = await read(context);
	if (intent.does === 'check') {
		const { because, forAgent } = intent;
		const letters = toLetters(found, withCodes);
		return await checkLetters(context, { letters, problems: found.problems, withCodes, because, forAgent });
	}
	const letters = found.keyed.reduce((sum, order) => sum + order.letters.length, 0);
	const tooMany = refuseTooMany(letters, readMaxLetters(context));
	if (tooMany !== undefined) throw toRefusalError(context.getNode(), tooMany);
	const items = await runJobs(context, plan(found, context), reading);
	const message = changingValueWarnings(context.getNode()).join(' ');
	if (message !== '') context.addExecutionHints({ type: 'warning', location: 'outputPane', message });
	return items;
}

/** Each letter by itself. A correction cuts batches anew, so until then their keys say nothing. */
function toLetters({ orders, keyed, problems }: ReadOrders, single: boolean): PlannedLetter[] {
	const keys = new Map(keyed.map(({ letters, idempotencyKey }) => [letters, idempotencyKey]));
	return orders.flatMap(({ letters, body }) => {
		const cards = single ? [body as CardCreateRequest] : (body as BatchCreateRequest).cards;
		const idempotencyKey = single || problems.length === 0 ? keys.get(letters) : undefined;
		return letters.flatMap(({ itemIndex, path }, index) => {
			const card = cards[index];
			return card === undefined ? [] : [{ itemIndex, path, card, idempotencyKey }];
		});
	});
}
