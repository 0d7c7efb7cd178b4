/** Orders the letters of a run or only checks them, as Ordering Mode says. */
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { batchSchema, cardSchema } from '../../contract/contract';
import { Accounts } from '../../n8n/account';
import { isAgentTool, toAgentItem } from '../../n8n/agentTool';
import { systemClock } from '../../n8n/clock';
import { readBegunAt } from '../../n8n/runIdentity';
import { startedInEditor } from '../../n8n/runOrigin';
import { checkLetters } from '../check/checkLetters';
import { readIfAlreadyOrdered } from '../fields/ifAlreadyOrdered';
import { refuseOnLetterEvents } from '../fields/letterEvents';
import { readMaxLetters, refuseTooMany } from '../fields/letterLimit';
import { readIntent } from '../fields/orderingMode';
import { readIncludeInput } from '../fields/orderOptions';
import type { KeyedOrder, ReadOrders, Source } from '../read/letters';
import { countLetters, hasKey, itemIndexesOf } from '../read/letters';
import { ParameterReader } from '../read/parameters/parameterReader';
import type { Job, Plan, Reading } from '../send/job';
import { runJobs } from '../send/runJobs';
import { countOrderedByNode } from '../send/soFar';
import { ItemNames } from '../tell/itemNames';

/** What is ordered with one request. */
export interface Orderable extends Pick<Reading, 'describe' | 'doubt'> {
	noun: 'letter' | 'batch';
	path: string;
	idField: 'id' | 'batch_id';
	/** What an order gives back. */
	schema: typeof cardSchema | typeof batchSchema;
}

/** @throws Refusal when nothing may be sent. */
export async function orderOrCheck(
	context: IExecuteFunctions,
	read: (source: Source) => ReadOrders,
	orderable: Orderable,
): Promise<INodeExecutionData[]> {
	const items = await run(context, read, orderable);
	return isAgentTool(context) ? items.map(toAgentItem) : items;
}

async function run(
	context: IExecuteFunctions,
	read: (source: Source) => ReadOrders,
	orderable: Orderable,
): Promise<INodeExecutionData[]> {
	const parameters = new ParameterReader(context);
	const names = ItemNames.in(context);
	const intent = readIntent(context, parameters, names);
	const settle = readIfAlreadyOrdered(context);
	const accounts = await Accounts.read(context);
	// A retry of the execution began when the execution did, so a date it has waited for stays valid.
	const begunAt = readBegunAt(context) ?? systemClock.now();
	const timeZone = context.getTimezone();
	const found = read({ context, run: { timeZone, begunAt }, accounts, parameters, names });
	const inputs = readIncludeInput(context) ? context.getInputData() : undefined;
	const { noun, schema, idField, describe, doubt } = orderable;
	if (intent.does === 'check') {
		const isSingle = noun === 'letter';
		return await checkLetters(context, { ...intent, accounts, names, found, isSingle, schema, inputs });
	}
	refuseOnLetterEvents(context);
	refuseTooMany(countLetters(found), countOrderedByNode(context), readMaxLetters(context), found.problems);
	const matches = (body: unknown) => schema.safeParse(body).success;
	const reading = { matches, idField, describe, doubt, inputs, settle };
	const means = { accounts, names, inEditor: startedInEditor(context), begunAt };
	return await runJobs(context, plan(found, orderable, names.count), reading, means);
}

/**
 * Of batches all or nothing: a batch ordered without the item to correct is another order, and would repeat
 * its letters when the items are run again.
 */
function plan({ orders, problems, skipped = [] }: ReadOrders, orderable: Orderable, items: number): Plan {
	if (orderable.noun === 'letter' || problems.length === 0) {
		const jobs = orders.filter(hasKey).map((order) => toJob(order, orderable));
		return { jobs, problems, heldBack: [], skipped };
	}
	const wrong = new Set([...problems.map(({ itemIndex }) => itemIndex), ...skipped]);
	const heldBack = Array.from({ length: items }, (_none, index) => index).filter(
		(index) => !wrong.has(index),
	);
	return { jobs: [], problems, heldBack, skipped };
}

function toJob(order: KeyedOrder, { noun, path, idField }: Orderable): Job {
	const { letters, body, key } = order;
	const card = noun === 'letter' ? letters[0]?.card : undefined;
	return {
		itemIndexes: itemIndexesOf(order),
		request: { purpose: 'order', path, body, idempotencyKey: key.value, idField },
		subject: { noun, comesAgain: key.comesAgain, byAgent: key.byAgent },
		externalId: card?.external_id,
		name: card?.to.name,
	};
}
