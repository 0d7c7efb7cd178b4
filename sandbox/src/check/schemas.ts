/**
 * The answers as strictly as the interface describes them: no other properties, exact types. The
 * contract that the nodes read with is tolerant on purpose, and is no use here.
 */
import { z } from 'zod/v4';

import { CARD_EVENTS, CARD_STATUSES, instantSchema } from '../contract';

const cardEvent = z.strictObject({ type: z.enum(CARD_EVENTS), at: instantSchema });

const cardFields = {
	id: z.string().min(1),
	external_id: z.string().nullish(),
	status: z.enum(CARD_STATUSES),
	tracking_code: z.string().nullish(),
	tracking_url: z.url().nullish(),
	estimated_posting_at: instantSchema.nullish(),
	created_at: instantSchema,
	metadata: z.looseObject({}).nullish(),
};

/** Spec, Resources: Card, as a creation answers it: without `events`. */
export const createdCard = z.strictObject(cardFields);
/** As the detailed read answers it. */
export const readCard = z.strictObject({ ...cardFields, events: z.array(cardEvent) });

export const batch = z.strictObject({
	batch_id: z.string().min(1),
	status: z.string(),
	total_cards: z.int(),
	created_at: instantSchema,
});

export const templates = z.strictObject({
	templates: z.array(
		z.strictObject({ id: z.string().min(1), name: z.string(), variables: z.array(z.string()) }),
	),
});

export const styles = z.strictObject({
	styles: z.array(
		z.strictObject({ id: z.string().min(1), name: z.string(), description: z.string().nullish() }),
	),
});

export const errorEnvelope = z.strictObject({
	error: z.strictObject({
		type: z.string().min(1),
		code: z.string().min(1),
		message: z.string().min(1),
		request_id: z.string().min(1),
	}),
});

/** Null where it fits; else what does not, in words. */
export function misfit(schema: z.ZodType, value: unknown): string | null {
	const { error } = schema.safeParse(value);
	if (error === undefined) return null;
	return error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`).join('; ');
}
