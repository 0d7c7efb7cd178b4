/** Complete requests and answers for readers of the document; a test holds them to its schemas. */
import { STYLES, TEMPLATES } from '../cards/catalog';
import { statusDuring } from '../cards/lifecycle';
import type {
	Address,
	Batch,
	BatchCreateRequest,
	Card,
	CardCreateRequest,
	CardEventName,
	WebhookBody,
} from '../contract';
import { CARD_STATUSES } from '../contract';

const ID = 'crd_5f0c2c0e-7d0b-4b1f-9a55-2f6f6f0e6a31';
const ORDERED_AT = '2026-09-27T12:00:00.000Z';

const to: Address = {
	name: 'Ana Souza',
	address_line1: 'Rua das Flores, 10',
	city: 'São Paulo',
	state: 'SP',
	zip: '01310-100',
};
const freeText: CardCreateRequest = { to, message: 'Obrigado!', style: 'sty_casual' };

export const cardRequests: Record<string, CardCreateRequest> = {
	'Free text': freeText,
	'Approved template': { to, template: 'tpl_thank_you' },
	'Scheduled, with your own identifier': {
		to: { ...to, address_line2: 'Apto. 42', country: 'BR' },
		message: 'Feliz aniversário!',
		style: 'sty_elegant',
		schedule_at: '2030-12-01T09:00:00-03:00',
		external_id: 'order-1042',
		metadata: { campaign: 'spring' },
	},
};

export const batchRequests: Record<string, BatchCreateRequest> = {
	'Two letters': {
		cards: [
			{ ...freeText, external_id: 'order-1042' },
			{ to: { ...to, name: 'Rui Lima' }, template: 'tpl_welcome', external_id: 'order-1043' },
		],
		schedule_at: '2030-12-01T09:00:00-03:00',
	},
};

export const card: Card = {
	id: ID,
	external_id: 'order-1042',
	status: 'queued',
	tracking_code: null,
	tracking_url: null,
	estimated_posting_at: '2026-09-29T12:00:00.000Z',
	created_at: ORDERED_AT,
	metadata: { campaign: 'spring' },
};

const postedCard: Card = {
	...card,
	status: 'posted',
	tracking_code: 'HL123456789BR',
	tracking_url: 'https://tracking.example/HL123456789BR',
};

export const cardWithEvents: Card = {
	...postedCard,
	events: [
		{ type: 'card.created', at: ORDERED_AT },
		{ type: 'card.written', at: '2026-09-28T12:00:00.000Z' },
		{ type: 'card.shipped', at: '2026-09-29T12:00:00.000Z' },
	],
};

export const batch: Batch = {
	batch_id: 'bat_0f5f3c55-4ad2-4b0c-8f3e-3a5d1f0c9b7e',
	status: 'queued',
	total_cards: 2,
	created_at: ORDERED_AT,
};

export const templates = { templates: TEMPLATES };
export const styles = { styles: STYLES };

/** The letter with the status it shows in the event; from the posting on with tracking data. */
function cardIn(event: CardEventName): Card {
	const status = statusDuring(event);
	const isPosted = CARD_STATUSES.indexOf(status) >= CARD_STATUSES.indexOf('posted');
	return { ...(isPosted ? postedCard : card), status };
}

export function webhook(event: CardEventName): WebhookBody {
	return { event, data: cardIn(event), occurred_at: '2026-09-29T12:00:00.000Z' };
}
