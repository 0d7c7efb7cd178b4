/** Orders the letters of a run or only checks them, as Ordering Mode says. */
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { batchSchema, cardSchema } from '../../contract/contract';
import { Accounts } from '../../n8n/account';
import { isAgentTool, toAgentItem } from '../../n8n/agentTool';
import { systemClock } from '../../n8n/clock';
import { readBegunAt } from '../../n8n/runIdentity';
import { startedInEditor } from '../../n8n/runOrigin';
import { checkLetters } from '../check/checkLetters';
import type { PlannedLetter } from '../check/describeLetters';
import { countLetters } from '../check/describeLetters';
import { warnAboutLetters, warningsOfRun } from '../check/letterWarnings';
import { readIfAlreadyOrdered } from '../fields/ifAlreadyOrdered';
import { refuseOnLetterEvents } from '../fields/letterEvents';
import { readMaxLetters, refuseTooMany } from '../fields/letterLimit';
import { readIntent } from '../fields/orderingMode';
import { readIncludeInput } from '../fields/orderOptions';
import type { KeyedOrder, ReadOrders, Source } from '../read/letters';
import { hasKey } from '../read/letters';
import type { RunTime } from '../read/parameters/instant';
import { ParameterReader } from '../read/parameters/parameterReader';
import type { Plan, Reading } from '../send/job';
import { runJobs } from '../send/runJobs';
import { countOrderedByNode } from '../send/soFar';
import { ItemNames } from '../tell/itemNames';

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
	const parameters = new ParameterReader(context);
	const names = ItemNames.in(context);
	const intent = readIntent(context, parameters, names);
	const settle = readIfAlreadyOrdered(context);
	const accounts = await Accounts.read(context);
	const runTime = readRunTime(context);
	const found = read({ context, run: runTime, accounts, parameters, names });
	const { orders, problems, skipped } = found;
	const inputs = readIncludeInput(context) ? context.getInputData() : undefined;
	if (intent.does === 'check') {
		const letters = toLetters(found, withCodes);
		const planned = { accounts, names, letters, problems, skipped, withCodes };
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
	const means = { accounts, names, inEditor: startedInEditor(context), begunAt: runTime.begunAt };
	const warningsOf = readWarnings(context, accounts, letters, names);
	return await runJobs(context, planned, { ...reading, inputs, warningsOf, settle }, means);
}

/** By input item: what a check would say of its letter without asking the service. */
function readWarnings(
	context: IExecuteFunctions,
	accounts: Accounts,
	letters: PlannedLetter[],
	names: ItemNames,
): (itemIndex: number) => string[] {
	const forAll = warningsOfRun(context, accounts);
	const ofLetter = warnAboutLetters(letters, names);
	// Made once: the items and the hint above them ask for the same.
	const byItem = new Map(letters.map((letter) => [letter.itemIndex, [...ofLetter(letter), ...forAll]]));
	return (itemIndex) => byItem.get(itemIndex) ?? forAll;
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
