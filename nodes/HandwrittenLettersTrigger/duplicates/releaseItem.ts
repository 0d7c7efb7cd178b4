/**
 * The trigger's part inside the execution: its item goes on once n8n has answered the delivery, and
 * in one execution only.
 *
 * n8n starts the execution a moment before it writes the record of the event and answers. Killed in
 * that moment, it gets the event again, and the first execution must not have done anything yet.
 */
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { withTimeout } from '../../shared/withTimeout';
import { onePerEvent } from '../eventOutputs';
import { withDefaults } from '../triggerOptions';
import { ownDeliveryOf } from './ownDelivery';
import type { SeenEvents } from './seenEvents';

/** Long for a database write; an event that waits for ever would be lost. */
const LONGEST_WAIT_MS = 30_000;

export async function releaseItem(
	context: IExecuteFunctions,
	seenEvents: SeenEvents,
): Promise<INodeExecutionData[][]> {
	const [item] = context.getInputData();
	if (!item) return [[]];
	const options = withDefaults(context.getNodeParameter('options', 0, {}));
	const items = (await mayGoOn(context, seenEvents, item, options.ignoreDuplicates))
		? [{ json: item.json }]
		: [];
	return options.outputPerEvent ? onePerEvent(items) : [items];
}

/** @throws when n8n has answered the delivery with an error. */
async function mayGoOn(
	context: IExecuteFunctions,
	seenEvents: SeenEvents,
	item: INodeExecutionData,
	filtered: boolean,
): Promise<boolean> {
	const { json, acceptedAt } = item;
	// In a test there is nothing to compare.
	if (typeof acceptedAt !== 'number') return true;
	const own = ownDeliveryOf(item);
	own?.begin();
	if (!filtered) return true;
	if (own && (await withTimeout(LONGEST_WAIT_MS, own.refused, false))) {
		throw new NodeOperationError(
			context.getNode(),
			'n8n answered this delivery with an error, so this execution passes nothing on. When the service delivers the event again, that starts another execution.',
		);
	}
	const dedupeKey = json.dedupe_key as string;
	const copy = context.getWorkflowStaticData('node');
	keepRecords(copy, seenEvents, dedupeKey);
	const goesOn = own?.goesOn() !== false && seenEvents.goesOn(dedupeKey, acceptedAt);
	// A change to n8n, which writes it when the execution ends. n8n loads static data for the execution
	// of a delivery, but not for one that it recovers or retries.
	if (own && seenEvents.unwritten) copy.deliveries = seenEvents.records;
	if (goesOn) return true;
	context.addExecutionHints({
		message: `Nothing was done here: the service delivered "${json.event as string}" of the letter ${(json.data as IDataObject).id as string} again, and another execution goes on with it.`,
		location: 'outputPane',
	});
	return false;
}

/**
 * n8n gives each execution a copy of static data from before this delivery's record, and writes it
 * back whole where a later node has changed it. So the records go into the copy, which is no change
 * to n8n: its proxy notices what is set, not what is defined.
 */
function keepRecords(copy: IDataObject, seenEvents: SeenEvents, dedupeKey: string): void {
	// After a restart, and in queue mode, the delivery came to another process. n8n 2 often gives no
	// static data then (docs/webhooks.md, Crashes and restarts).
	if (!seenEvents.received(dedupeKey)) seenEvents.takeOver(copy.deliveries);
	Object.defineProperty(copy, 'deliveries', {
		value: seenEvents.records,
		configurable: true,
		enumerable: true,
		writable: true,
	});
}
