/** The trigger's part inside the execution: it says that it has begun, and keeps the records of events. */
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { onePerEvent } from '../eventOutputs';
import { withDefaults } from '../triggerOptions';
import type { SeenEvents } from './seenEvents';

/**
 * Travels with the item, which n8n hands over inside its process, so it arrives even if the package is
 * updated in between: another version may read it, so it must stay as it is. No database keeps a
 * symbol: in queue mode, after a restart and in a retry there is none.
 */
const BEGIN = Symbol.for('n8n-nodes-handwritten-letters: begin');

type Item = INodeExecutionData & { [BEGIN]?: () => void };

/** n8n copies items by spreading them: what is not enumerable would be lost. */
export const withBegin = (item: INodeExecutionData, begin: () => void): Item => ({ ...item, [BEGIN]: begin });

export function passOn(context: IExecuteFunctions, seenEvents: SeenEvents): INodeExecutionData[][] {
	const [item] = context.getInputData() as Item[];
	if (!item) return [[]];
	item[BEGIN]?.();
	const options = withDefaults(context.getNodeParameter('options', 0, {}));
	// In a test there is nothing to remember.
	if (options.ignoreDuplicates && context.getMode() !== 'manual') keepRecords(context, seenEvents, item);
	const items = [{ json: item.json }];
	return options.outputPerEvent ? onePerEvent(items) : [items];
}

/**
 * n8n gives each execution a copy of static data from before this delivery's record, and writes it
 * back whole where a later node has changed it. So the records go into the copy, which is no change
 * to n8n: its proxy notices what is set, not what is defined.
 */
function keepRecords(context: IExecuteFunctions, seenEvents: SeenEvents, item: Item): void {
	const copy = context.getWorkflowStaticData('node');
	seenEvents.takeOver(copy.deliveries);
	const { dedupe_key: dedupeKey } = item.json;
	// Data that somebody has edited may lack it.
	if (typeof dedupeKey === 'string') seenEvents.hasBegun(dedupeKey);
	Object.defineProperty(copy, 'deliveries', {
		value: seenEvents.records,
		configurable: true,
		enumerable: true,
		writable: true,
	});
	// A change to n8n, which writes it when the execution ends. n8n loads static data for the execution
	// of a delivery, but not for one that it recovers or retries.
	if (item[BEGIN] && seenEvents.unwritten) copy.deliveries = seenEvents.records;
}
