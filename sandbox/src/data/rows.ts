/** How letters, batches and deliveries are written in a row, and read from it. */
import { CREATED } from '../cards/lifecycle';
import type { StoredBatch, StoredCard } from '../state/card';
import type { Delivery } from '../state/delivery';
import type { OrderText } from '../state/orderText';
import type { Row } from './table';

/** A list, not an object: at a start there are hundreds of thousands. */
type FixedCard = [
	id: string,
	accountId: string,
	batchId: string | null,
	key: string | null,
	scheduleAt: string | null,
	hasMetadata: boolean,
	externalId: string | null,
	estimatedPostingAt: string,
	createdAt: string,
	beganAt: number,
];
type CardState = Pick<StoredCard, 'events' | 'stepBeganAt'> & {
	readonly card: Pick<StoredCard['card'], 'status' | 'tracking_code' | 'tracking_url'>;
};

export function stateOfCard({ card, events, stepBeganAt }: StoredCard): string {
	const { status, tracking_code, tracking_url } = card;
	return JSON.stringify({ events, stepBeganAt, card: { status, tracking_code, tracking_url } });
}

export function rowOfNewCard(stored: StoredCard, order: OrderText): Row {
	const { number, card } = stored;
	const fixed: FixedCard = [
		card.id,
		stored.accountId,
		stored.batchId,
		stored.key,
		stored.scheduleAt,
		stored.hasMetadata,
		card.external_id,
		card.estimated_posting_at,
		card.created_at,
		stored.stepBeganAt,
	];
	return { number, text: `${JSON.stringify(fixed)}\n${order}`, state: '' };
}

function newCardOf({ number, text }: Row): StoredCard {
	const fixed = JSON.parse(text.slice(0, text.indexOf('\n'))) as FixedCard;
	const [id, accountId, batchId, key, scheduleAt, hasMetadata] = fixed;
	const [, , , , , , externalId, estimatedPostingAt, createdAt, stepBeganAt] = fixed;
	return {
		number,
		accountId,
		batchId,
		key,
		scheduleAt,
		hasMetadata,
		card: {
			id,
			external_id: externalId,
			status: 'queued',
			tracking_code: null,
			tracking_url: null,
			estimated_posting_at: estimatedPostingAt,
			created_at: createdAt,
		},
		events: [{ type: CREATED, at: createdAt }],
		stepBeganAt,
	};
}

export function cardOfRow(row: Row): StoredCard {
	const stored = newCardOf(row);
	if (row.state === '') return stored;
	const { card, ...changed } = JSON.parse(row.state) as CardState;
	Object.assign(stored.card, card);
	return Object.assign(stored, changed);
}

/** The second line of a letter's text. */
export function orderOfRow(text: string): OrderText {
	return text.slice(text.indexOf('\n') + 1);
}

export function rowOfBatch({ number, ...fixed }: StoredBatch): Row {
	return { number, text: JSON.stringify(fixed), state: '' };
}

export function batchOfRow({ number, text }: Row): StoredBatch {
	return { number, ...(JSON.parse(text) as Omit<StoredBatch, 'number'>) };
}

const FIXED = ['id', 'event', 'card_id', 'receiver', 'body'] as const;
type FixedDelivery = Pick<Delivery, (typeof FIXED)[number]>;
type DeliveryState = Omit<Delivery, keyof FixedDelivery>;

export function stateOfDelivery(delivery: Delivery): string {
	const fixed = new Set<string>(FIXED);
	return JSON.stringify(Object.fromEntries(Object.entries(delivery).filter(([name]) => !fixed.has(name))));
}

export function rowOfDelivery(number: number, delivery: Delivery): Row {
	const { id, event, card_id, receiver, body } = delivery;
	const fixed: FixedDelivery = { id, event, card_id, receiver, body };
	return { number, text: JSON.stringify(fixed), state: stateOfDelivery(delivery) };
}

export function deliveryOfRow({ text, state }: Row): Delivery {
	return { ...(JSON.parse(text) as FixedDelivery), ...(JSON.parse(state) as DeliveryState) };
}
