/** What this n8n process remembers for each trigger node. */
import type { FunctionsBase } from 'n8n-workflow';

import { SeenEvents } from './seenEvents';

const nodes = new Map<string, SeenEvents>();

export function seenEventsOf(context: Pick<FunctionsBase, 'getWorkflow' | 'getNode'>): SeenEvents {
	const name = `${context.getWorkflow().id ?? ''}/${context.getNode().id}`;
	const seenEvents = nodes.get(name) ?? new SeenEvents();
	nodes.set(name, seenEvents);
	return seenEvents;
}
