/**
 * What the sandbox answers: the contract's resources in the strict form in which the spec writes
 * them. The contract itself is tolerant, as a receiver should be; a sender has no reason to.
 */
import { z } from 'zod/v4';

import {
	batchSchema,
	CARD_EVENTS,
	CARD_STATUSES,
	cardSchema,
	metadataSchema,
	styleSchema,
	templateSchema,
} from '../contract';

const described = <Schema extends z.ZodType>(schema: Schema, description: string): Schema =>
	schema.meta({ description });
/** The format in the place of zod's long pattern. */
const instant = (description: string) =>
	z.iso.datetime({ offset: true }).meta({
		description,
		examples: ['2026-09-27T12:00:00.000Z'],
		format: 'date-time',
		pattern: undefined,
	});
const { shape: card } = cardSchema;
const { shape: batch } = batchSchema;
const { shape: template } = templateSchema;
const { shape: style } = styleSchema;

export const cardEventAnswer = z
	.strictObject({ type: described(z.enum(CARD_EVENTS), 'Event name'), at: instant('When it happened') })
	.describe('One entry of the timeline');

const cardFields = {
	id: described(card.id, 'Unique letter identifier'),
	external_id: described(card.external_id, "Mirror of the client's `external_id`"),
	status: described(z.enum(CARD_STATUSES), 'Where the letter is; a newly created card is `queued`'),
	tracking_code: described(card.tracking_code, 'Set after posting'),
	tracking_url: described(z.url().nullish(), 'Tracking link, set after posting'),
	estimated_posting_at: z.iso
		.datetime({ offset: true })
		.nullish()
		.meta({
			description: 'Operational estimate; the scheduled time where one was given',
			type: ['string', 'null'],
			format: 'date-time',
			anyOf: undefined,
		}),
	created_at: instant('Instant the API accepted the letter'),
	metadata: described(metadataSchema, 'As it was sent; absent when none was').optional(),
} satisfies Record<Exclude<keyof typeof card, 'events'>, z.ZodType>;

/** Without `events`: as created, and as webhooks carry it (spec, Resources: Card). */
export const cardAnswer = z.strictObject(cardFields).describe('A letter');

export const cardWithEventsAnswer = z
	.strictObject({ ...cardFields, events: described(z.array(cardEventAnswer), 'Timeline, oldest first') })
	.describe('A letter with its timeline');

export const batchAnswer = z
	.strictObject({
		batch_id: described(batch.batch_id, 'Unique batch identifier'),
		status: batch.status.meta({ description: '`queued` on acceptance', examples: ['queued'] }),
		total_cards: described(batch.total_cards, 'Number of letters'),
		created_at: instant('Instant the API accepted the batch'),
	})
	.describe('An accepted batch');

export const templateAnswer = z
	.strictObject({
		id: described(template.id, 'Goes into `template` of a card'),
		name: described(template.name, 'For people'),
		variables: described(template.variables, 'Names of the variables'),
	})
	.describe('A template approved for the account');

export const styleAnswer = z
	.strictObject({
		id: described(style.id, 'Goes into `style` of a card'),
		name: described(style.name, 'For people'),
		description: described(style.description, 'What the hand looks like'),
	})
	.describe('A handwriting style');

export const templatesAnswer = z.strictObject({ templates: z.array(templateAnswer) });
export const stylesAnswer = z.strictObject({ styles: z.array(styleAnswer) });

export const webhookBody = z
	.strictObject({
		event: described(z.enum(CARD_EVENTS), 'Event name, the same as in the header'),
		data: described(cardAnswer, 'The card, without its timeline'),
		occurred_at: instant('When it happened'),
	})
	.describe('Body of every webhook');
