/** Which letters the control API lists. */
import { CARD_STATUSES, type CardStatus } from '../nodes/shared/contract';
import type { StoredCard } from './store';

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

function holds({ card, request }: StoredCard, needle: string): boolean {
	const { name, city } = request.to;
	return [card.id, card.external_id, name, city, request.message, card.tracking_code].some(
		(text) => text?.toLowerCase().includes(needle) ?? false,
	);
}

/** One page of a list that is kept oldest first: with a limit it is read from its newest end. */
export function pageOf<Item>(items: readonly Item[], limit?: number, offset = 0): Item[] {
	if (limit === undefined) return items.slice(offset);
	const end = Math.max(items.length - offset, 0);
	return items.slice(Math.max(end - limit, 0), end).reverse();
}

export function queryCards(
	all: Iterable<StoredCard>,
	{ status, search = '', limit, offset }: CardQuery,
): CardPage {
	const needle = search.toLowerCase();
	const counts = Object.fromEntries(CARD_STATUSES.map((name) => [name, 0])) as CardPage['counts'];
	const matching: StoredCard[] = [];
	for (const stored of all) {
		if (needle !== '' && !holds(stored, needle)) continue;
		counts[stored.card.status] += 1;
		if (status === undefined || stored.card.status === status) matching.push(stored);
	}
	return { cards: pageOf(matching, limit, offset), total: matching.length, counts };
}
