/** Which letters the control API lists. */
import type { StoredCard } from '../cards/card';
import type { CardStatus } from '../contract';
import { CARD_STATUSES } from '../contract';
import type { Store } from '../state/store';

export interface CardQuery {
	readonly status?: CardStatus;
	/** Case-insensitive, in what a person remembers of a letter. */
	readonly search?: string;
	/** With a limit the newest come first. */
	readonly limit?: number;
	readonly offset?: number;
}

export interface CardPage {
	readonly cards: StoredCard[];
	/** How many match, also beyond the page. */
	readonly total: number;
	/** Over the search, whatever status is asked for. */
	readonly counts: Record<CardStatus, number>;
}

function holds(store: Store, stored: StoredCard, needle: string): boolean {
	const isIn = (text?: string | null) => text?.toLowerCase().includes(needle) ?? false;
	const { id, external_id: externalId, tracking_code: trackingCode } = stored.card;
	if (isIn(id) || isIn(externalId) || isIn(trackingCode)) return true;
	const { to, message } = store.orderOf(stored);
	return isIn(to.name) || isIn(to.city) || isIn(message);
}

/** One page of a list that is kept oldest first: with a limit it is read from its newest end. */
export function pageOf<Item>(items: readonly Item[], limit?: number, offset = 0): Item[] {
	if (limit === undefined) return items.slice(offset);
	const end = Math.max(items.length - offset, 0);
	return items.slice(Math.max(end - limit, 0), end).reverse();
}

export function queryCards(store: Store, { status, search = '', limit, offset }: CardQuery): CardPage {
	const needle = search.toLowerCase();
	const counts = Object.fromEntries(CARD_STATUSES.map((name) => [name, 0])) as CardPage['counts'];
	const matching: StoredCard[] = [];
	for (const stored of store.cards.values()) {
		if (needle !== '' && !holds(store, stored, needle)) continue;
		counts[stored.card.status] += 1;
		if (status === undefined || stored.card.status === status) matching.push(stored);
	}
	return { cards: pageOf(matching, limit, offset), total: matching.length, counts };
}
