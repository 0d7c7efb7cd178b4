/** Letters made inside the sandbox: no rate limit and no fault meets them, and the journal knows of no call. */
import { ApiError } from '../api/errors';
import { isRecord, MOST_NAMED } from '../api/fieldErrors';
import { refuseBadCard } from '../api/validateOrder';
import type { CardCreateRequest } from '../contract';
import { CARD_STATUSES } from '../contract';
import type { SeedLetter } from '../library/types';
import type { StoredCard } from '../state/card';
import { textOfOrder } from '../state/orderText';
import type { Cards } from './cards';
import { completed } from './sampleOrders';

/** The account of the first API key. */
const ACCOUNT = 'acc_1';

/** What the service would say of it, or what is wrong with its status; null for a letter that is fine. */
function faultOf(letter: unknown): string | null {
	if (!isRecord(letter)) return 'must be an object with the fields of an order';
	const { status, ...order } = letter;
	if (status !== undefined && !CARD_STATUSES.some((name) => name === status)) {
		return `status: must be one of ${CARD_STATUSES.join(', ')}`;
	}
	try {
		refuseBadCard(completed(order));
		return null;
	} catch (error) {
		if (error instanceof ApiError) return error.message;
		throw error;
	}
}

/** One line for each letter that is wrong, up to a bound. */
export function faultsOfSeed(letters: readonly unknown[]): string[] {
	const faults = letters.flatMap((letter, i) => {
		const fault = faultOf(letter);
		return fault === null ? [] : [`[${String(i)}] ${fault}`];
	});
	const more = faults.length - MOST_NAMED;
	return more > 0 ? [...faults.slice(0, MOST_NAMED), `and ${String(more)} letters more`] : faults;
}

/** All of them in one turn, or none: so a data folder holds all after a kill, or none. */
export function seedCards(cards: Cards, letters: readonly SeedLetter[]): StoredCard[] {
	const faults = faultsOfSeed(letters);
	if (faults.length > 0) {
		throw new ApiError('invalid_seed', ['No letter was made:', ...faults].join('\n'));
	}
	return letters.map(({ status, ...given }) => {
		const order = completed(given) as CardCreateRequest;
		const card = cards.prepare(order, textOfOrder(order), { accountId: ACCOUNT });
		cards.accept(card);
		if (status !== undefined && status !== card.stored.card.status) cards.advance(card.stored, status);
		return card.stored;
	});
}
