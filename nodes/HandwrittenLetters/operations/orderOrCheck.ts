/** Orders the letters of a run or only checks them, as Ordering Mode says. */
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { batchSchema, cardSchema } from '../../contract/contract';
import { Accounts } from '../../n8n/account';
import { systemClock } from '../../n8n/clock';
import { isAgentTool, nameItems, readBegunAt, startedInEditor } from '../../n8n/run';
import { checkLetters } from '../check/checkLetters';
import { refuseUnnamed } from '../letter/assignKeys';
import type { KeyedOrder, ReadOrders, Source } from '../letter/letters';
import { countLetters, hasKey, itemIndexesOf } from '../letter/letters';
import { ParameterReader } from '../letter/parameterReader';
import { readMaxLetters } from '../options/letterLimit';
import { readIncludeInput } from '../options/orderOptions';
import { toAgentItem } from '../report/agentItem';
import type { Job, Plan, Reading } from '../service/job';
import { readEarlierRounds, refuseOnLetterEvents, refuseTooMany, refuseUnnamedLetters } from './mayOrder';
import { readIntent } from './orderingMode';
import { runJobs } from './runJobs';

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
	const names = nameItems(context);
	const intent = readIntent(context);
	const accounts = await Accounts.read(context);
	// A retry of the execution began when the execution did, so a date it has waited for stays valid.
	const begunAt = readBegunAt(context) ?? systemClock.now();
	const timeZone = context.getTimezone();
	const all = read({ context, run: { timeZone, begunAt }, accounts, parameters, names });
	const orders = intent.does === 'order' || intent.forLater === true;
	const found = orders ? refuseUnnamed(context, all) : all;
	const inputs = readIncludeInput(context) ? context.getInputData() : undefined;
	const { noun, schema, idField, describe, doubt } = orderable;
	if (intent.does === 'check') {
		const isSingle = noun === 'letter';
		return await checkLetters(context, {
			...intent,
			accounts,
			names,
			found,
			isSingle,
			schema,
			inputs,
		});
	}
	refuseOnLetterEvents(context);
	const { ordered, isUnknown } = readEarlierRounds(context);
	if (isUnknown) refuseUnnamedLetters(context, found);
	refuseTooMany(countLetters(found), ordered, readMaxLetters(context), found.problems);
	const matches = (body: unknown) => schema.safeParse(body).success;
	const reading = { matches, idField, describe, doubt, inputs };
	const means = { accounts, names, inEditor: startedInEditor(context), begunAt, mayAct: true };
	return await runJobs(context, plan(found, orderable, accounts, names.count), reading, means);
}

/**
 * Of batches all or nothing: a batch ordered without the item to correct is another order, and would repeat
 * its letters when the items are run again.
 */
function plan(
	{ orders, problems, skipped = [] }: ReadOrders,
	orderable: Orderable,
	accounts: Accounts,
	items: number,
): Plan {
	if (orderable.noun === 'letter' || problems.length === 0) {
		const jobs = orders.filter(hasKey).map((order) => toJob(order, orderable, accounts));
		return { jobs, problems, heldBack: [], skipped };
	}
	const wrong = new Set([...problems.map(({ itemIndex }) => itemIndex), ...skipped]);
	const heldBack = Array.from({ length: items }, (_none, index) => index).filter(
		(index) => !wrong.has(index),
	);
	return { jobs: [], problems, heldBack, skipped };
}

function toJob(order: KeyedOrder, { noun, path, idField }: Orderable, accounts: Accounts): Job {
	const { letters, body, key } = order;
	const card = noun === 'letter' ? letters[0]?.card : undefined;
	const itemIndexes = itemIndexesOf(order);
	return {
		itemIndexes,
		account: accounts.of(itemIndexes[0] ?? 0).id,
		request: { effect: 'order', method: 'POST', path, body, key: key.value, idField },
		subject: { noun, effect: 'order', comesAgain: key.comesAgain, byAgent: key.byAgent },
		externalId: card?.external_id,
		name: card?.to.name,
	};
}
