/**
 * Sends what a run has read and turns what came back into output items: in input order, nothing
 * lost. Every id the service gave out reaches the user, in the output or in the error.
 */
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { Accounts } from '../../n8n/account';
import { nameItems, startedInEditor } from '../../n8n/run';
import type { ItemNames } from '../../words/itemNames';
import { refuseItems } from '../../words/problems';
import { readRequestOptions } from '../options/requestOptions';
import { CORRECT_BESIDE_OTHERS } from '../report/advice';
import { endCancelled, logIfCancelledLater, throwFirstFailure } from '../report/failedRun';
import { addHints } from '../report/hints';
import { toOutputItems } from '../report/items';
import { adviseCorrection } from '../report/refusedRun';
import type { Plan, Reading, Settled } from '../service/job';
import { sendAll } from '../service/sendAll';
import { countOrdered, refuseUnlessOrdering } from './mayOrder';

/** What the run is sent with. */
export interface Means {
	accounts: Accounts;
	names: ItemNames;
	/** A person waits for the run. */
	inEditor: boolean;
	/** Nothing holds the run back that orders or changes something. */
	mayAct?: boolean;
	/** Of orders, when the execution began: in milliseconds. */
	begunAt?: number;
}

/** Of a run that orders nothing. */
export const meansOfReading = async (context: IExecuteFunctions): Promise<Means> => ({
	accounts: await Accounts.read(context),
	names: nameItems(context),
	inEditor: startedInEditor(context),
});

/**
 * Without Continue On Fail the problems of the plan stop everything before the first request; with
 * it each becomes an error item, and nothing is thrown once the first request has left.
 */
export async function runJobs(
	context: IExecuteFunctions,
	plan: Plan,
	reading: Reading,
	{ accounts, names, inEditor, begunAt, mayAct = false }: Means,
): Promise<INodeExecutionData[]> {
	if (!mayAct && plan.jobs.some(({ request }) => request.effect !== 'none')) refuseUnlessOrdering(context);
	const node = context.getNode();
	const goOn = context.continueOnFail();
	if (plan.problems.length > 0 && !goOn) throw refuseItems(plan.problems, names);

	const isRetry = context.getMode() === 'retry';
	const rules = { ...readRequestOptions(context, inEditor), begunAt, goOn, isRetry };
	const { inputs, idField } = reading;
	const { results: sent, ...went } = await sendAll(context, accounts, plan.jobs, rules);
	if (context.getExecutionCancelSignal()?.aborted) endCancelled(context, sent, reading, names);
	else if (!goOn) throwFirstFailure(node, sent, reading, names);
	logIfCancelledLater(context, sent, reading, names);
	addHints(context, plan, sent, went, reading, names);
	const orders = idField !== undefined;
	const advice = orders ? adviseOrders(context, sent) : 'Correct it and run again.';
	return toOutputItems(node, plan, sent, { names, inputs, orders, advice });
}

const adviseOrders = (context: IExecuteFunctions, sent: Settled[]): string =>
	sent.length > 0 ? CORRECT_BESIDE_OTHERS : adviseCorrection(countOrdered(context));
