/**
 * Which status follows which, and which event each step emits. The spec names statuses and events
 * but not the transitions ("not shown"); this table is the sandbox's reading of their meanings.
 */
import type { CardEventName, CardStatus } from '../contract';
import { EVENT_TABLE } from '../contract';

/** Legal next steps; the first one leads towards delivery. */
const NEXT: Record<CardStatus, readonly CardStatus[]> = {
	queued: ['writing'],
	writing: ['posted'],
	posted: ['in_transit', 'returned'],
	in_transit: ['delivered', 'returned'],
	delivered: [],
	returned: [],
};

/** Emitted while the card still shows the status it is about to leave. */
export const EVENT_ON_LEAVING: Partial<Record<CardStatus, CardEventName>> = {
	// "Writing complete; ready for posting": not posted yet.
	writing: 'card.written',
};

/** Comes with the creation. */
export const CREATED: CardEventName = 'card.created';

/** Emitted once the card shows the new status. */
export const EVENT_ON_ENTERING: Partial<Record<CardStatus, CardEventName>> = {
	queued: CREATED,
	// Spec, States: a `card.shipped` event carries a card whose status is `posted`.
	posted: 'card.shipped',
	delivered: 'card.delivered',
	returned: 'card.returned',
};

export function nextStatus(from: CardStatus): CardStatus | undefined {
	return NEXT[from][0];
}

/** The shortest legal way from one status to another without the start; empty if there is none. */
export function stepsTo(from: CardStatus, to: CardStatus): CardStatus[] {
	if (NEXT[from].includes(to)) return [to];
	for (const next of NEXT[from]) {
		const rest = stepsTo(next, to);
		if (rest.length > 0) return [next, ...rest];
	}
	return [];
}

/** The status a card shows in the given event. */
export function statusDuring(event: CardEventName): CardStatus {
	const row = EVENT_TABLE.find(({ name }) => name === event) as (typeof EVENT_TABLE)[number];
	return row.status;
}
