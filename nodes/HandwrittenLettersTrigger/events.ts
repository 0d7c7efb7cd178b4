/** The trigger's events: which of them start the workflow, on which output they leave, and their shape. */
import type { INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod/v4';

import { CARD_EVENTS, cardSchema, EVENT_TABLE, webhookBodySchema } from '../contract/contract';
import { shapeOf } from '../n8n/builderHints';
import { shorten } from '../words/excerpt';
import { withDefaults } from './properties';

const ALL = '*';
const LONGEST_VALUE = 60;

const namesIn = (events: unknown): string[] => [events].flat().map(String);

/** The events a node's parameter selects. */
export function selectedEvents(events: unknown): string[] {
	const names = namesIn(events);
	return names.includes(ALL) ? [...CARD_EVENTS] : names;
}

/**
 * Why the parameter selects nothing that can come, or undefined. An expression may give anything;
 * the events it meant would be answered 200 and lost. All in one sentence: n8n shows nothing else.
 */
export function selectionFault(events: unknown): string | undefined {
	const known: readonly string[] = [ALL, ...CARD_EVENTS];
	const names = namesIn(events);
	const unknown = names.find((name) => !known.includes(name));
	if (names.length > 0 && unknown === undefined) return undefined;
	const found = unknown === undefined ? 'is empty' : `has the value "${shorten(unknown, LONGEST_VALUE)}"`;
	return `Events ${found}, so the trigger cannot tell which events to receive. Select events from the list, or let the expression give their names (${known.join(', ')}).`;
}

/**
 * One output for everything, or one per event, so that branches need no If node. Then all events have
 * one, whichever are selected: n8n keeps connections by number, and an edit of the selection must not
 * move them. So the table is in the order of a letter's life, and a later event is added at its end.
 */
const PER_EVENT = JSON.stringify(EVENT_TABLE.map(({ label }) => ({ type: 'main', displayName: label })));

/** For the node's description: evaluated by the editor with each change, and not when n8n receives. */
export const outputsExpression =
	`={{ ($parameter["options"]?.outputPerEvent ?? ${String(withDefaults({}).outputPerEvent)}) ? ${PER_EVENT} : ['main'] }}` as const;

/** Puts each item on its event's output. */
export function onePerEvent(items: INodeExecutionData[]): INodeExecutionData[][] {
	return CARD_EVENTS.map((event) => items.filter(({ json }) => json.event === event));
}

/** The letter is in `data`, without its timeline (spec, Events: Webhook body). */
export const eventSchema = webhookBodySchema.extend({
	data: cardSchema.omit({ events: true }),
	dedupe_key: z.string(),
});

/** What the trigger gives, for n8n's AI builders. */
export const EVENT_SHAPE = `Output, one item per event: ${shapeOf(eventSchema)}. The letter's ID is data.id, not id.`;
