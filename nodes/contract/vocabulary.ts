/**
 * The interface's closed lists: the states of a letter, what can happen to it, and the defaults it
 * names. A new event is one row here. Without zod, so that the sandbox's console can carry it.
 */

/** Every state of a letter (spec, States and transitions). */
export const CARD_STATUSES = ['queued', 'writing', 'posted', 'in_transit', 'delivered', 'returned'] as const;
export type CardStatus = (typeof CARD_STATUSES)[number];

/**
 * Every event kind in the order of a letter's life (spec, Events: Event kinds), with its label on the
 * screen, its meaning in a few words, and the status of a letter in it. The trigger's dropdown and outputs,
 * the sandbox's OpenAPI document and its console all come from this table. A new one goes to its end: n8n
 * keeps connections by the number of the output.
 */
export const EVENT_TABLE = [
	{ name: 'card.created', label: 'Created', meaning: 'Received and placed in the queue', status: 'queued' },
	{
		name: 'card.written',
		label: 'Written',
		meaning: 'Writing complete; ready for posting',
		// Not posted yet.
		status: 'writing',
	},
	{
		name: 'card.shipped',
		label: 'Shipped',
		meaning: 'Posted to the carrier; may have a tracking code',
		// Spec, States.
		status: 'posted',
	},
	{ name: 'card.delivered', label: 'Delivered', meaning: 'Delivery confirmed', status: 'delivered' },
	{
		name: 'card.returned',
		label: 'Returned',
		meaning: 'Returned because of the address, or because the recipient was absent',
		status: 'returned',
	},
] as const satisfies ReadonlyArray<Record<'name' | 'label' | 'meaning', string> & { status: CardStatus }>;
export type CardEventName = (typeof EVENT_TABLE)[number]['name'];

export const CARD_EVENTS: readonly CardEventName[] = EVENT_TABLE.map(({ name }) => name);

/** Country of an address that names none (spec, Resources: Address). */
export const DEFAULT_COUNTRY = 'BR';

/**
 * How deep metadata may be nested. The interface names no limit: n8n and the sandbox walk what they keep,
 * and a walk of thousands of levels ends the process.
 */
export const DEEPEST_METADATA = 90;
/** Of a whole request, answer or event, which has a few levels around the metadata. */
export const DEEPEST_NESTING = 100;

/** Where the interface has no name of the maker (spec, Events: Webhook request headers). */
export const DEFAULT_HEADER_PREFIX = 'X-Service';

/** LETT on a telephone's keys; no other tool of this field takes it (Prism 4010, Mailpit 8025, n8n 5678). */
export const SANDBOX_PORT = 5388;
