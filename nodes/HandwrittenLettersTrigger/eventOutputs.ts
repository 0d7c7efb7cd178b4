/**
 * One output for everything, or one per event, so that branches need no If node. Then all events have
 * one, whichever are selected: n8n keeps connections by number, and an edit of the selection must not
 * move them. So the table is in the order of a letter's life, and a later event is added at its end.
 */
import type { INodeExecutionData } from 'n8n-workflow';

import { CARD_EVENTS, EVENT_TABLE } from '../contract/contract';
import { withDefaults } from './triggerOptions';

const PER_EVENT = JSON.stringify(EVENT_TABLE.map(({ label }) => ({ type: 'main', displayName: label })));

/** For the node's description: evaluated by the editor with each change, and not when n8n receives. */
export const outputsExpression =
	`={{ ($parameter["options"]?.outputPerEvent ?? ${String(withDefaults({}).outputPerEvent)}) ? ${PER_EVENT} : ['main'] }}` as const;

/** Puts each item on its event's output. */
export function onePerEvent(items: INodeExecutionData[]): INodeExecutionData[][] {
	return CARD_EVENTS.map((event) => items.filter(({ json }) => json.event === event));
}
