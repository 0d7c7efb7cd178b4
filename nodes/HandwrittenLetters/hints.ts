/** What the output pane says of a finished order: how many letters there are, and when they leave. */
import { DateTime } from 'luxon';

import type { Batch, Card } from '../shared/contract';

/** For example "3 letters ordered; estimated posting 2026-11-25." */
export function describeCards(answers: unknown[], failedItems: number, timeZone: string): string {
	// Items that share a key are one letter.
	const cards = [...new Map((answers as Card[]).map((card) => [card.id, card])).values()];
	return `${count(cards.length, 'letter')} ordered${failures(failedItems)}; ${estimate(cards, timeZone)}.`;
}

/** The answer to a batch names none of its letters (spec, Resources: Batch). */
export function describeBatches(answers: unknown[], failedItems: number): string {
	const batches = [...new Map((answers as Batch[]).map((batch) => [batch.batch_id, batch])).values()];
	const letters = batches.reduce((sum, { total_cards: total }) => sum + total, 0);
	return `${count(letters, 'letter')} ordered in ${count(batches.length, 'batch', 'batches')}${failures(failedItems)}; the service gives their ids in its events, not here.`;
}

function estimate(cards: Card[], timeZone: string): string {
	const times = cards
		.map(({ estimated_posting_at: at }) => Date.parse(at ?? ''))
		.filter((time) => !Number.isNaN(time));
	if (times.length === 0) return 'no estimated posting yet';
	const [first, last] = [Math.min, Math.max].map((choose) =>
		day(times.reduce((one, other) => choose(one, other)), timeZone),
	);
	const days = first === last ? first : `${first} to ${last}`;
	const open = cards.length - times.length;
	return `estimated posting ${days}${open > 0 ? `, not known yet for ${open}` : ''}`;
}

const day = (time: number, timeZone: string): string =>
	DateTime.fromMillis(time).setZone(timeZone).toFormat('yyyy-MM-dd');

const failures = (items: number): string => (items > 0 ? `, ${count(items, 'item')} failed` : '');

const count = (number: number, one: string, many = `${one}s`): string =>
	`${number} ${number === 1 ? one : many}`;
