/** The trigger's part inside the execution: it lets n8n answer the delivery, and keeps the records of events. */
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { onePerEvent } from './events';
import { withDefaults } from './properties';
import type { SeenEvents } from './seenEvents';

const RECEIVED = { received: true };

export async function passOn(
	context: IExecuteFunctions,
	seenEvents: SeenEvents,
): Promise<INodeExecutionData[][]> {
	const [item] = context.getInputData();
	if (!item) return [[]];
	const options = withDefaults(context.getNodeParameter('options', 0, {}));
	// In a test there is nothing to remember.
	const isRemembered = options.ignoreDuplicates && context.getMode() !== 'manual';
	const isUnderWayHere = isRemembered && keepRecords(context, seenEvents, item);
	// n8n answers with it where a delivery waits for this execution, also in another process. It writes
	// static data before it answers with JSON, and after it has answered with bytes. So the record is
	// written first where this process has it, and otherwise by the one that received, which learns from
	// the answer that the execution has begun. Empty bytes would not reach it.
	await context.sendResponse({
		statusCode: 200,
		headers: { 'content-type': 'application/json; charset=utf-8' },
		body: isUnderWayHere ? RECEIVED : Buffer.from(JSON.stringify(RECEIVED)),
	});
	const items = [{ json: item.json }];
	return options.outputPerEvent ? onePerEvent(items) : [items];
}

/**
 * n8n gives each execution a copy of static data from before this delivery's record, and writes it
 * back whole where a later node has changed it. So the records go into the copy, which is no change
 * to n8n: its proxy notices what is set, not what is defined.
 * @returns whether the delivery waits in this process.
 */
function keepRecords(
	context: IExecuteFunctions,
	seenEvents: SeenEvents,
	{ json }: INodeExecutionData,
): boolean {
	const copy = context.getWorkflowStaticData('node');
	seenEvents.takeOver(copy.deliveries);
	Object.defineProperty(copy, 'deliveries', {
		value: seenEvents.records,
		configurable: true,
		enumerable: true,
		writable: true,
	});
	// Data that somebody has edited may lack it.
	return typeof json.dedupe_key === 'string' && seenEvents.begin(json.dedupe_key);
}
