/** Words and examples for the requests, whose schemas the nodes share (spec, Resources and their fields). */
import type { OpenAPIV3_1 } from 'openapi-types';

import type { Address, BatchCreateRequest, CardCreateRequest } from '../contract';
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

export const RESOURCES = {
	Address: { words: plain('Recipient of a letter'), fields: address },
	CardCreateRequest: {
		words: plain('Order of one letter, with at least one of `template` and `message`'),
		anyOf: { 'With a template': ['template'], 'With a message': ['message'] },
		fields: cardCreateRequest,
	},
	BatchCreateRequest: { words: plain('Order of several letters'), fields: batchCreateRequest },
} as const satisfies Record<string, Resource>;
