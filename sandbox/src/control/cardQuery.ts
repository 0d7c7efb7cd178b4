/** Which letters the control API lists. */

import type { CardStatus } from '../contract';
import { CARD_STATUSES } from '../contract';
import type { StoredCard } from '../state/card';
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

/** One page of a list that is kept oldest first: with a limit it is read from its newest end. */
export function pageOf<Item>(items: readonly Item[], limit?: number, offset = 0): Item[] {
	if (limit === undefined) return items.slice(offset);
	const end = Math.max(items.length - offset, 0);
	return items.slice(Math.max(end - limit, 0), end).reverse();
}

/** Looked through in one go; between two, other calls have their turn. */
const LETTERS_AT_ONCE = 1000;

function holding(store: Store, letters: readonly StoredCard[], needle: string): StoredCard[] {
	const isIn = (text: string | null) => text?.toLowerCase().includes(needle) ?? false;
	const named = ({ card }: StoredCard) => isIn(card.id) || isIn(card.external_id) || isIn(card.tracking_code);
	return letters.filter((stored) => named(stored) || store.isHolding(stored, needle));
}

/** In their order, those that are ordered meanwhile included. */
async function search(store: Store, needle: string): Promise<StoredCard[]> {
	const found: StoredCard[] = [];
	let letters: StoredCard[] = [];
	for (const stored of store.cards.values()) {
		if (letters.push(stored) < LETTERS_AT_ONCE) continue;
		found.push(...holding(store, letters, needle));
		letters = [];
		await new Promise((resolve) => setImmediate(resolve));
	}
	found.push(...holding(store, letters, needle));
	return found.filter((stored) => store.cards.get(stored.card.id) === stored);
}

export async function queryCards(
	store: Store,
	{ status, search: text = '', limit, offset }: CardQuery,
): Promise<CardPage> {
	const counts = Object.fromEntries(CARD_STATUSES.map((name) => [name, 0])) as CardPage['counts'];
	const found = text === '' ? store.cards.values() : await search(store, text.toLowerCase());
	const matching: StoredCard[] = [];
	for (const stored of found) {
		counts[stored.card.status] += 1;
		if (status === undefined || stored.card.status === status) matching.push(stored);
	}
	return { cards: pageOf(matching, limit, offset), total: matching.length, counts };
}
