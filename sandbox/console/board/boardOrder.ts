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

function cards(): HTMLElement[] {
	return [...document.querySelectorAll<HTMLElement>('[data-letter]')];
}

export function focusLetter(id: string): boolean {
	const card = cards().find(({ dataset }) => dataset.letter === id);
	card?.focus();
	return card !== undefined;
}

/** Moves the focus by the arrow keys: along the column, or to the nearest letter beside it. */
export function moveFocus(direction: 'up' | 'down' | 'left' | 'right'): void {
	const all = cards();
	const from = all.find((card) => card === document.activeElement);
	if (from === undefined) {
		all[0]?.focus();
		return;
	}
	if (direction === 'up' || direction === 'down') {
		all[all.indexOf(from) + (direction === 'down' ? 1 : -1)]?.focus();
		return;
	}
	const here = from.getBoundingClientRect();
	const sign = direction === 'right' ? 1 : -1;
	const distance = (card: HTMLElement) => {
		const { left, top } = card.getBoundingClientRect();
		const along = (left - here.left) * sign;
		return along < here.width / 2 ? Infinity : along * 4 + Math.abs(top - here.top);
	};
	const [nearest] = all.toSorted((a, b) => distance(a) - distance(b));
	if (nearest !== undefined && distance(nearest) < Infinity) nearest.focus();
}
