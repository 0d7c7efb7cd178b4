/** Which events start the workflow. */
import { CARD_EVENTS } from '../contract/contract';
import { shorten } from '../words/excerpt';

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
