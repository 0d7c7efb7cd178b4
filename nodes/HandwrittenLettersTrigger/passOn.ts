/**
 * The trigger's part inside the execution: its item goes on once n8n has answered the delivery.
 *
 * n8n starts the execution a moment before it writes the record of the event and answers. Killed in
 * that moment, it gets the event again, and the first execution must not have done anything yet.
 */
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { deliveriesOf } from './deliveries';
import { route, selectedEvents } from './outputs';
import { within } from './within';

/** Long for a database write; an event that waits for ever would be lost. */
const LONGEST_WAIT_MS = 30_000;

export async function passOn(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const [item] = context.getInputData();
	if (!item) return [[]];
	if (context.getMode() === 'webhook') await untilAnswered(context, item.json.dedupe_key as string);
	const { outputPerEvent = false } = context.getNodeParameter('options', 0, {}) as {
		outputPerEvent?: boolean;
	};
	return route(item, selectedEvents(context.getNodeParameter('events', 0)), outputPerEvent);
}

/** In queue mode a worker knows of no delivery and goes on at once. */
async function untilAnswered(context: IExecuteFunctions, dedupeKey: string): Promise<void> {
	const deliveries = deliveriesOf(context.getWorkflow().id, context.getNode().id);
	const decision = deliveries.decision(dedupeKey);
	if (decision && !(await within(LONGEST_WAIT_MS, decision, true))) {
		throw new NodeOperationError(
			context.getNode(),
			'n8n answered this delivery with an error, so the service delivers the event again and it starts another execution. Nothing was done here.',
		);
	}
}
