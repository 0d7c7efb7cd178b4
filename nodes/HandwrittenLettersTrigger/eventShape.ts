/** What the trigger gives, for n8n's AI builders. */
import { z } from 'zod/v4';

import { cardSchema, webhookBodySchema } from '../contract/contract';
import { shapeOf } from '../n8n/shapeOf';

/** The letter is in `data`, without its timeline (spec, Events: Webhook body). */
export const eventSchema = webhookBodySchema.extend({
	data: cardSchema.omit({ events: true }),
	dedupe_key: z.string(),
});

export const EVENT_SHAPE = `Output, one item per event: ${shapeOf(eventSchema)}. The letter's ID is data.id, not id.`;
