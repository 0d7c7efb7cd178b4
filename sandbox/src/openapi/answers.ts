/**
 * What the sandbox answers: the contract's resources in the strict form in which the spec writes
 * them. The contract itself is tolerant, as a receiver should be; a sender has no reason to.
 */
import { z } from 'zod/v4';

import {
	batchSchema,
	CARD_EVENTS,
	CARD_STATUSES,
	cardEventSchema,
	cardSchema,
	metadataSchema,
	styleSchema,
	templateSchema,
	webhookBodySchema,
} from '../contract';

const instant = z.iso.datetime({ offset: true });

export const cardEventAnswer = z.strictObject({
	...cardEventSchema.shape,
	type: z.enum(CARD_EVENTS),
	at: instant,
});

/** Without `events`: as created, and as webhooks carry it (spec, Resources: Card). */
export const cardAnswer = z.strictObject({
	...cardSchema.omit({ events: true }).shape,
	status: z.enum(CARD_STATUSES),
	tracking_url: z.url().nullish(),
	estimated_posting_at: instant.nullish(),
	created_at: instant,
	metadata: metadataSchema.optional(),
});

export const cardWithEventsAnswer = z.strictObject({
	...cardAnswer.shape,
	events: z.array(cardEventAnswer),
});

export const batchAnswer = z.strictObject({ ...batchSchema.shape, created_at: instant });
export const templateAnswer = z.strictObject(templateSchema.shape);
export const styleAnswer = z.strictObject(styleSchema.shape);
export const templatesAnswer = z.strictObject({ templates: z.array(templateAnswer) });
export const stylesAnswer = z.strictObject({ styles: z.array(styleAnswer) });

export const webhookBody = z.strictObject({
	...webhookBodySchema.shape,
	event: z.enum(CARD_EVENTS),
	data: cardAnswer,
	occurred_at: instant,
});
