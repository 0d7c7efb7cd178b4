/**
 * Sends what a run has read and turns what came back into output items: in input order, nothing
 * lost. Every id the service gave out reaches the user, in the output or in the error.
 */
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { nameItems } from '../../n8n/run';
import { refuseItems } from '../../words/problems';
import type { Found } from '../letter/letters';
import { endCancelled, logIfCancelledLater, throwFirstFailure } from '../report/failedRun';
import { addHints } from '../report/hints';
import type { Input } from '../report/items';
import { toOutputItems } from '../report/items';
import { adviseCorrection } from '../report/refusedRun';
import type { Request } from '../service/request';
import { sendAll } from '../service/sendAll';
import { countOrdered, refuseUnlessOrdering } from './mayOrder';
import type { Options } from './options';
import { readOptions } from './options';

/** For what cannot be checked beforehand: what changes something is held back where an order would be. */
export async function ask(context: IExecuteFunctions, found: Found[]): Promise<INodeExecutionData[]> {
	const options = readOptions(context);
	const isHarmless = found.every(({ requests }) => requests.every(({ effect }) => effect === 'none'));
	if (!isHarmless) refuseUnlessOrdering(context, options);
	return await send(context, found, { ...options, orders: false });
}

/**
 * Without Continue On Fail, what is to be corrected stops everything before the first request; with it each
 * becomes an error item, and nothing is thrown once the first request has left.
 */
export async function send(
	context: IExecuteFunctions,
	found: Found[],
	options: Options & { orders: boolean },
): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const goOn = context.continueOnFail();
	const input = toInput(context, found, options);
	const { names, problems } = input;
	if (problems.length > 0 && !goOn) throw refuseItems(problems, names);

	// Of batches all or nothing leaves: a batch ordered without the item to correct is another order, and would repeat
	// its letters when the items are run again.
	const isReady = ({ effect, key, noun }: Request) =>
		effect !== 'order' || (key !== undefined && (noun !== 'batch' || problems.length === 0));
	const shares = found.map(({ account, requests }) => ({ account, requests: requests.filter(isReady) }));
	const isRetry = context.getMode() === 'retry';
	const sent = await sendAll(context, shares, { ...options, goOn, isRetry });
	const { results } = sent;
	if (context.getExecutionCancelSignal()?.aborted) endCancelled(context, results, names);
	else if (!goOn) throwFirstFailure(node, results, names);
	logIfCancelledLater(context, results, names);
	addHints(context, input, sent);
	return toOutputItems(node, input, results);
}

/** Where a batch waits, so do its items that are fine. */
function toInput(
	context: IExecuteFunctions,
	found: Found[],
	{ includeInput, orders }: Options & { orders: boolean },
): Input {
	const requests = found.flatMap((one) => one.requests);
	const problems = found.flatMap((one) => one.problems);
	if (found.length > 1) problems.sort((a, b) => a.itemIndex - b.itemIndex);
	const wrong = new Set(problems.map(({ itemIndex }) => itemIndex));
	const batches = wrong.size === 0 ? [] : requests.filter(({ noun }) => noun === 'batch');
	const waiting = batches.flatMap(({ itemIndexes }) => itemIndexes);
	return {
		names: nameItems(context),
		problems,
		skipped: found.flatMap((one) => one.skipped),
		heldBack: waiting.filter((itemIndex) => !wrong.has(itemIndex)).sort((a, b) => a - b),
		orders,
		advice: adviseCorrection(orders && wrong.size > 0 ? countOrdered(context) : 0),
		...(includeInput && { items: context.getInputData() }),
	};
}
