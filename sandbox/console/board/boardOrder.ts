/** The letters as they lie on the board, so that one can walk from each to the next. */
import type { CardStatus } from '../api/model';
import { CARD_STATUSES } from '../api/model';

/** Kept by the columns; still there while a letter is open. */
export const visibleIds = new Map<CardStatus, readonly string[]>();

let remembered: readonly string[] = [];

/** Called when a letter is opened from the board. */
export function rememberOrder(): void {
	remembered = CARD_STATUSES.flatMap((status) => visibleIds.get(status) ?? []);
}

export function neighbour(id: string, step: 1 | -1): string | undefined {
	const place = remembered.indexOf(id);
	return place === -1 ? undefined : remembered[place + step];
}

/** Where the focus returns to when one comes back to the board. */
export const lastOpened: { id: string | undefined } = { id: undefined };

export function focusLetter(id: string): boolean {
	const cards = [...document.querySelectorAll<HTMLElement>('[data-letter]')];
	const card = cards.find(({ dataset }) => dataset.letter === id);
	card?.focus();
	return card !== undefined;
}
