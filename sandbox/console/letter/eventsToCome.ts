import type { CardEventName, Letter } from '../api/model';

/** What happens to a letter that arrives; not every event does. */
const USUAL: readonly CardEventName[] = ['card.created', 'card.written', 'card.shipped', 'card.delivered'];

export function eventsToCome({ events, status }: Pick<Letter, 'events' | 'status'>): readonly string[] {
	if (status === 'delivered' || status === 'returned') return [];
	const past = new Set<string>(events.map(({ type }) => type));
	return USUAL.filter((type) => !past.has(type));
}
