/** Orders the letters of a run or only checks them, as Ordering Mode says. */
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { Accounts } from '../../shared/account';
import { systemClock } from '../../shared/clock';
import type { batchSchema, cardSchema } from '../../shared/contract/contract';
import type { RunTime } from '../input/instant';
import { ItemNames } from '../input/itemNames';
import type { KeyedOrder, ReadOrders, Source } from '../letter/order';
import { hasKey } from '../letter/order';
import { isAgentTool, toAgentItem } from '../order/agentTool';
import { refuseOnLetterEvents } from '../order/letterEvents';
import { readMaxLetters, refuseTooMany } from '../order/letterLimit';
import { readIntent } from '../order/orderingMode';
import { readIncludeInput } from '../order/orderOptions';
import { readBegunAt } from '../order/runIdentity';
import { startedInEditor } from '../order/runOrigin';
import { countOrderedByNode } from '../order/soFar';
import type { Plan, Reading } from '../run/job';
import { runJobs } from '../run/runJobs';
import { checkLetters } from './checkLetters';
import type { PlannedLetter } from './describeLetters';
import { countLetters } from './describeLetters';
import { warnAboutLetters, warningsOfRun } from './letterWarnings';

export interface Ordering {
	read: (source: Source) => ReadOrders;
	plan: (orders: KeyedOrder[], read: ReadOrders, context: IExecuteFunctions) => Plan;
	reading: Reading;
	/** Letters that leave by themselves can be ordered as they were checked. */
	withCodes: boolean;
	/** What an order gives back. */
	resource: typeof cardSchema | typeof batchSchema;
}

/** @throws Refusal when nothing may be sent. */
export async function orderOrCheck(
	context: IExecuteFunctions,
	ordering: Ordering,
): Promise<INodeExecutionData[]> {
	const items = await run(context, ordering);
	return isAgentTool(context) ? items.map(toAgentItem) : items;
}

async function run(
	context: IExecuteFunctions,
	{ read, plan, reading, withCodes, resource }: Ordering,
): Promise<INodeExecutionData[]> {
	const intent = readIntent(context);
	const accounts = await Accounts.read(context);
	const runTime = readRunTime(context);
	const found = read({ context, run: runTime, accounts });
	const { orders, problems, skipped } = found;
	const inputs = readIncludeInput(context) ? context.getInputData() : undefined;
	if (intent.does === 'check') {
		const letters = toLetters(found, withCodes);
		const planned = { accounts, letters, problems, skipped, withCodes };
		return await checkLetters(context, { ...intent, ...planned, resource, inputs });
	}
	refuseOnLetterEvents(context);
	const letters = orders.flatMap((order) => order.letters);
	refuseTooMany(
		countLetters(letters, problems),
		countOrderedByNode(context),
		readMaxLetters(context),
		problems,
	);
	const planned = plan(orders.filter(hasKey), found, context);
	const means = { accounts, inEditor: startedInEditor(context), begunAt: runTime.begunAt };
	const warningsOf = readWarnings(context, letters);
	return await runJobs(context, planned, { ...reading, inputs, warningsOf }, means);
}

/** By input item: what a check would say of its letter without asking the service. */
function readWarnings(context: IExecuteFunctions, letters: PlannedLetter[]): (itemIndex: number) => string[] {
	const forAll = warningsOfRun(context);
	const ofLetter = warnAboutLetters(letters, new ItemNames(context.getInputData()));
	const byItem = new Map(letters.map((letter) => [letter.itemIndex, letter]));
	return (itemIndex) => {
		const letter = byItem.get(itemIndex);
		return letter === undefined ? forAll : [...ofLetter(letter), ...forAll];
	};
}

/** A retry of the execution began when the execution did, so a date it has waited for stays valid. */
function readRunTime(context: IExecuteFunctions): RunTime {
	return { timeZone: context.getTimezone(), begunAt: readBegunAt(context) ?? systemClock.now() };
}

/** A correction cuts batches anew, so until then their keys say nothing. */
function toLetters({ orders, problems }: ReadOrders, single: boolean): PlannedLetter[] {
	const keysHold = single || problems.length === 0;
	return orders.flatMap(({ letters, key }) =>
		letters.map((letter) => ({ ...letter, idempotencyKey: keysHold ? key?.value : undefined })),
	);
}
