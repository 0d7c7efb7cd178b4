/** Words and examples for every resource and field (spec, Resources and their fields). */
import type { OpenAPIV3_1 } from 'openapi-types';

import type {
	Address,
	Batch,
	BatchCreateRequest,
	Card,
	CardCreateRequest,
	CardEvent,
	Style,
	Template,
	WebhookBody,
} from '../contract';
import { DEFAULT_COUNTRY } from '../contract';

/** JSON Schema keywords laid over what zod generates. */
export type Words = Omit<OpenAPIV3_1.BaseSchemaObject, 'properties'> & { readonly type?: string[] };

export interface Resource {
	readonly words: Words;
	/** Its forms by name, each with what it requires beside what all require. */
	readonly anyOf?: Readonly<Record<string, readonly string[]>>;
	readonly fields: Readonly<Record<string, Words>>;
}

type Named<T> = keyof { [Name in keyof T as string extends Name ? never : Name]: T[Name] } & string;
/** Every field must have its words. */
type FieldsOf<T> = Record<Named<T>, Words>;

/** Text that is not blank; zod's own check for it has no counterpart in JSON Schema. */
const text = (description: string, example: string): Words => ({
	description,
	examples: [example],
	pattern: '\\S',
});
/** The format in the place of zod's two long patterns. */
const instant = (description: string, example: string): Words => ({
	description,
	examples: [example],
	format: 'date-time',
	pattern: undefined,
	allOf: undefined,
});
const instantOrNull = (description: string): Words => ({
	description,
	type: ['string', 'null'],
	format: 'date-time',
	anyOf: undefined,
});
const plain = (description: string, ...examples: unknown[]): Words => ({
	description,
	...(examples.length > 0 && { examples }),
});

const address: FieldsOf<Address> = {
	name: text('Recipient full name', 'Ana Souza'),
	address_line1: text('Main postal address line', 'Rua das Flores, 10'),
	address_line2: plain('Complement: block, apartment, reference', 'Apto. 42'),
	city: text('Delivery city', 'São Paulo'),
	state: {
		...plain('State code: in BR 2 letters, elsewhere 2 letters or digits', 'SP'),
		minLength: 2,
		maxLength: 2,
	},
	zip: text('Postal code; in BR 8 digits, with or without the hyphen', '01310-100'),
	// Without the keyword `default`, which type generators take for a field that is always there.
	country: plain(`ISO-2 country code; ${DEFAULT_COUNTRY} unless given`, 'BR'),
};

const cardCreateRequest: FieldsOf<CardCreateRequest> = {
	to: plain('The recipient'),
	template: text('Identifier of a template approved for the account', 'tpl_thank_you'),
	message: text('Free text, used when no template is used', 'Obrigado!'),
	style: text('Identifier of a handwriting style', 'sty_casual'),
	schedule_at: instant('Releases the letter at a future instant', '2030-12-01T09:00:00-03:00'),
	external_id: text('Client system identifier for reconciliation', 'order-1042'),
	metadata: plain('Keys and values of your own, returned unchanged on the card and in webhooks', {
		campaign: 'spring',
	}),
};

const batchCreateRequest: FieldsOf<BatchCreateRequest> = {
	cards: plain('The letters, at least one'),
	schedule_at: instant('Schedule for every card that has none', '2030-12-01T09:00:00-03:00'),
};

const card: Omit<FieldsOf<Card>, 'events'> = {
	id: plain('Unique letter identifier'),
	external_id: plain("Mirror of the client's `external_id`"),
	status: plain('Where the letter is; a newly created card is `queued`'),
	tracking_code: plain('Set after posting'),
	tracking_url: plain('Tracking link, set after posting'),
	estimated_posting_at: instantOrNull('Operational estimate; the scheduled time where one was given'),
	created_at: instant('Instant the API accepted the letter', '2026-09-27T12:00:00.000Z'),
	metadata: plain('As it was sent; absent when none was'),
};

const cardEvent: FieldsOf<CardEvent> = {
	type: plain('Event name'),
	at: instant('When it happened', '2026-09-27T12:00:00.000Z'),
};

const batch: FieldsOf<Batch> = {
	batch_id: plain('Unique batch identifier'),
	status: plain('`queued` on acceptance', 'queued'),
	total_cards: plain('Number of letters'),
	created_at: instant('Instant the API accepted the batch', '2026-09-27T12:00:00.000Z'),
};

const template: FieldsOf<Template> = {
	id: plain('Goes into `template` of a card'),
	name: plain('For people'),
	variables: plain('Names of the variables'),
};

const style: FieldsOf<Style> = {
	id: plain('Goes into `style` of a card'),
	name: plain('For people'),
	description: plain('What the hand looks like'),
};

const webhook: FieldsOf<WebhookBody> = {
	event: plain('Event name, the same as in the header'),
	data: plain('The card, without its timeline'),
	occurred_at: instant('When it happened', '2026-09-27T12:00:00.000Z'),
};

export const RESOURCES = {
	Address: { words: plain('Recipient of a letter'), fields: address },
	CardCreateRequest: {
		words: plain('Order of one letter, with at least one of `template` and `message`'),
		anyOf: { 'With a template': ['template'], 'With a message': ['message'] },
		fields: cardCreateRequest,
	},
	BatchCreateRequest: { words: plain('Order of several letters'), fields: batchCreateRequest },
	Card: { words: plain('A letter'), fields: card },
	CardWithEvents: {
		words: plain('A letter with its timeline'),
		fields: { ...card, events: plain('Timeline, oldest first') },
	},
	CardEvent: { words: plain('One entry of the timeline'), fields: cardEvent },
	Batch: { words: plain('An accepted batch'), fields: batch },
	Template: { words: plain('A template approved for the account'), fields: template },
	Style: { words: plain('A handwriting style'), fields: style },
	WebhookBody: { words: plain('Body of every webhook'), fields: webhook },
} as const satisfies Record<string, Resource>;

export type ResourceName = keyof typeof RESOURCES;
