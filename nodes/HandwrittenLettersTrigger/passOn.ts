/**
 * The trigger's part inside the execution: its item goes on once n8n has answered the delivery, and
 * in one execution only.
 *
 * n8n starts the execution a moment before it writes the record of the event and answers. Killed in
 * that moment, it gets the event again, and the first execution must not have done anything yet.
 */
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { deliveriesOf } from './deliveries';
import { route, selectedEvents } from './outputs';
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
	if (options.ignoreDuplicates !== false && context.getMode() === 'webhook') {
		const fault = await hindrance(context, item.json.dedupe_key as string);
		if (fault !== undefined) throw new NodeOperationError(context.getNode(), fault);
	}
	const events = selectedEvents(context.getNodeParameter('events', 0));
	return route(item, events, options.outputPerEvent ?? false);
}

/** Why this execution must not go on. In queue mode a worker knows of no delivery to wait for. */
async function hindrance(context: IExecuteFunctions, dedupeKey: string): Promise<string | undefined> {
	const deliveries = deliveriesOf(context.getWorkflow().id, context.getNode().id);
	const decision = deliveries.decision(dedupeKey);
	if (decision && !(await within(LONGEST_WAIT_MS, decision, true))) {
		return 'n8n answered this delivery with an error, so the service delivers the event again and it starts another execution. Nothing was done here.';
	}
	if (!deliveries.pass(dedupeKey, context.getExecutionId(), Date.now())) {
		return 'Another execution has already gone on with this event. Nothing was done here.';
	}
	return undefined;
}
