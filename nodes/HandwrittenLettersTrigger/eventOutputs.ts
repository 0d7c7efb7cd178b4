/** One output for everything, or one per selected event, so that branches need no If node. */
import type { INodeExecutionData } from 'n8n-workflow';

import { EVENT_TABLE } from '../shared/contract';
import { withDefaults } from './triggerOptions';

const LABELS = JSON.stringify(Object.fromEntries(EVENT_TABLE.map(({ name, label }) => [name, label])));

/**
 * For the node's description: evaluated by the editor with each change, and not when n8n receives.
 * In the order of selection, so that adding an event moves no connection.
 */
export const outputsExpression = `={{ ((parameters) => {
	if (!(parameters.options?.outputPerEvent ?? ${String(withDefaults({}).outputPerEvent)})) return ['main'];
	const labels = ${LABELS};
	const events = parameters.events.includes('*') ? Object.keys(labels) : parameters.events;
	return events.map((event) => ({ type: 'main', displayName: labels[event] ?? event }));
})($parameter) }}` as const;

/** Puts each item on its event's output. */
export function onePerEvent(items: INodeExecutionData[], events: readonly string[]): INodeExecutionData[][] {
	return events.map((event) => items.filter(({ json }) => json.event === event));
}
