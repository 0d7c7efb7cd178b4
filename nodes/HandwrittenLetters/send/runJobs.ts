/**
 * Sends what a run has read and turns what came back into output items: in input order, nothing
 * lost. Every id the service gave out reaches the user, in the output or in the error.
 */
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { Accounts } from '../../n8n/account';
import { startedInEditor } from '../../n8n/runOrigin';
import { readRequestOptions } from '../fields/requestOptions';
import { CORRECT_BESIDE_OTHERS } from '../tell/advice';
import { endCancelled, logIfCancelledLater, throwFirstFailure } from '../tell/failedRun';
import { addHints } from '../tell/hints';
import { ItemNames } from '../tell/itemNames';
import { toOutputItems } from '../tell/items';
import { refuseItems } from '../tell/problems';
import { adviseCorrectionIn } from '../tell/refusedRun';
import { Clients } from './clients';
import type { Plan, Reading, Settled } from './job';
import { sendJobs } from './sendJobs';

/** What the run is sent with. */
export interface Means {
	accounts: Accounts;
	names: ItemNames;
	/** A person waits for the run. */
	inEditor: boolean;
	/** Of orders, when the execution began: in milliseconds. */
	begunAt?: number;
}

/** Of a run that orders nothing. */
export const meansOfReading = async (context: IExecuteFunctions): Promise<Means> => ({
	accounts: await Accounts.read(context),
	names: ItemNames.in(context),
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
	{ accounts, names, inEditor, begunAt }: Means,
): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const goOn = context.continueOnFail();
	if (plan.problems.length > 0 && !goOn) throw refuseItems(plan.problems, names);

	const options = { ...readRequestOptions(context, inEditor), begunAt };
	const clients = new Clients(context, accounts, options);
	const { inputs, idField, settle = (one) => one } = reading;
	const isRetry = context.getMode() === 'retry';
	const { maxInFlight } = options;
	const sent = (await sendJobs(clients, plan.jobs, { maxInFlight, goOn, isRetry })).map(settle);
	if (context.getExecutionCancelSignal()?.aborted) endCancelled(context, sent, reading, names);
	else if (!goOn) throwFirstFailure(node, sent, reading, names);
	logIfCancelledLater(context, sent, reading, names);
	addHints(context, plan, sent, clients, reading, names);
	const orders = idField !== undefined;
	const advice = orders ? adviseOrders(context, sent) : 'Correct it and run again.';
	return toOutputItems(node, plan, sent, { names, inputs, orders, advice });
}

const adviseOrders = (context: IExecuteFunctions, sent: Settled[]): string =>
	sent.length > 0 ? CORRECT_BESIDE_OTHERS : adviseCorrectionIn(context);
