/**
 * The trigger's part inside the execution: its item goes on once n8n has answered the delivery, and
 * in one execution only.
 *
 * n8n starts the execution a moment before it writes the record of the event and answers. Killed in
 * that moment, it gets the event again, and the first execution must not have done anything yet.
 */
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { deliveriesOf } from './deliveries';
import { onePerEvent, selectedEvents } from './outputs';
import { within } from './within';

interface Options {
	ignoreDuplicates?: boolean;
	outputPerEvent?: boolean;
}

/** Long for a database write; an event that waits for ever would be lost. */
const LONGEST_WAIT_MS = 30_000;

export async function passOn(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const [item] = context.getInputData();
	if (!item) return [[]];
	const options = context.getNodeParameter('options', 0, {}) as Options;
	// Not in a test, and not when somebody retries an execution on purpose.
	const filtered = options.ignoreDuplicates !== false && context.getMode() === 'webhook';
	const items = filtered && !(await mayGoOn(context, item)) ? [] : [{ json: item.json }];
	if (!options.outputPerEvent) return [items];
	return onePerEvent(items, selectedEvents(context.getNodeParameter('events', 0)));
}

/** @throws when n8n has answered the delivery with an error. */
async function mayGoOn(context: IExecuteFunctions, { json, acceptedAt }: INodeExecutionData): Promise<boolean> {
	const dedupeKey = json.dedupe_key as string;
	// Without it there is nothing to compare.
	if (typeof acceptedAt !== 'number') return true;
	const deliveries = deliveriesOf(context.getWorkflow().id, context.getNode().id);
	const decision = deliveries.decision(dedupeKey, acceptedAt);
	if (decision && !(await within(LONGEST_WAIT_MS, decision, true))) {
		throw new NodeOperationError(
			context.getNode(),
			'n8n answered this delivery with an error, so the service delivers the event again and it starts another execution. Nothing was done here.',
		);
	}
	// After a restart, and in queue mode, the delivery came to another process. n8n 2 often gives no
	// static data then (docs/webhooks.md, Crashes and restarts).
	if (!deliveries.knows(dedupeKey, Date.now())) {
		deliveries.takeOver(context.getWorkflowStaticData('node').deliveries, Date.now());
	}
	if (deliveries.goesOn(dedupeKey, acceptedAt, Date.now())) return true;
	context.addExecutionHints({
		message: `The service delivered "${json.event as string}" of the letter ${(json.data as IDataObject).id as string} again, and the execution of the later delivery goes on with it. Nothing was done here.`,
		location: 'outputPane',
	});
	return false;
}
