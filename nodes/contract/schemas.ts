/**
 * The service's resources as zod schemas: the one source of types for nodes, sandbox and tests.
 * What we send is strict; what we receive tolerates additions. Section names refer to the
 * interface specification of the handwritten-letter dispatch service.
 */
import { z } from 'zod/v4';

import { placeFault } from './countries';
import { isDeeperThan } from './json';
import { hasText } from './visibleText';
import { DEEPEST_METADATA } from './vocabulary';

const isText = (value: unknown): boolean => typeof value === 'string' && hasText(value);

const requiredText = z
	.string({ error: 'is required and must be text' })
	.refine(isText, { error: 'is empty' });

const NOT_AN_INSTANT = 'must be a date and time with an offset, for example 2026-12-01T09:00:00-03:00';

/** RFC 3339 instant with an explicit offset; zod alone lets seconds be left out, and 99 hours in. */
export const instantSchema = z.iso
	.datetime({ offset: true, error: NOT_AN_INSTANT, abort: true })
	.regex(/T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/, NOT_AN_INSTANT);

/**
 * An object with free keys (spec, Resources: Card create request). Not zod's record, which refuses
 * a key `constructor` or throws at it.
 */
export const metadataSchema = z.looseObject({});

/** A rule that depends on the country; its code tells a field that breaks it from one that is missing. */
function byCountry(field: 'state' | 'zip') {
	function faultIn(address: unknown): string | undefined {
		const given = address as Partial<Record<string, unknown>>;
		return isText(given[field]) ? placeFault(field, given) : undefined;
	}
	const rule = {
		error: ({ input }: { input?: unknown }) => faultIn(input),
		path: [field],
		params: { code: `invalid_${field}` },
		when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
	};
	return [(address: unknown) => faultIn(address) === undefined, rule] as const;
}

/** Recipient of a letter (spec, Resources: Address). No other properties are allowed. */
export const addressSchema = z
	.strictObject({
		name: requiredText,
		address_line1: requiredText,
		address_line2: z.string().nullish(),
		city: requiredText,
		state: requiredText,
		zip: requiredText,
		country: z
			.string()
			.regex(/^[A-Z]{2}$/, 'must be a two-letter ISO country code in capitals, for example BR')
			.optional(),
	})
	.refine(...byCountry('state'))
	.refine(...byCountry('zip'));
export type Address = z.infer<typeof addressSchema>;

const TEMPLATE_OR_MESSAGE = 'is required when no template is given';

/** Order of one letter (spec, Resources: Card create request). No other properties are allowed. */
export const cardCreateRequestSchema = z
	.strictObject({
		to: addressSchema,
		template: requiredText.optional(),
		message: requiredText.optional(),
		style: requiredText.optional(),
		schedule_at: instantSchema.optional(),
		external_id: requiredText.optional(),
		metadata: metadataSchema
			.check(({ value, issues }) => {
				if (!isDeeperThan(value, DEEPEST_METADATA)) return;
				const message = `is nested more than ${DEEPEST_METADATA} levels deep`;
				issues.push({ code: 'too_big', origin: 'object', input: value, maximum: DEEPEST_METADATA, message });
			})
			.optional(),
	})
	.refine((card) => card.template !== undefined || card.message !== undefined, {
		error: TEMPLATE_OR_MESSAGE,
		path: ['message'],
		// Also reported when other fields are wrong, so that one error names everything.
		when: ({ value }) => typeof value === 'object' && value !== null,
	});
export type CardCreateRequest = z.infer<typeof cardCreateRequestSchema>;

/** Order of several letters (spec, Resources: Batch create request). */
export const batchCreateRequestSchema = z.strictObject({
	cards: z.array(cardCreateRequestSchema).min(1, 'needs at least one card'),
	schedule_at: instantSchema.optional(),
});
export type BatchCreateRequest = z.infer<typeof batchCreateRequestSchema>;

/** One entry of a letter's timeline (spec, Resources: CardEvent). */
export const cardEventSchema = z.looseObject({ type: z.string(), at: z.string() });
export type CardEvent = z.infer<typeof cardEventSchema>;

/**
 * A letter as the service reports it (spec, Resources: Card). `events` comes with the detailed
 * read only; `status` stays a plain string so that a new state never costs anyone a letter's id.
 */
export const cardSchema = z.looseObject({
	id: z.string().min(1),
	external_id: z.string().nullish(),
	status: z.string(),
	tracking_code: z.string().nullish(),
	tracking_url: z.string().nullish(),
	estimated_posting_at: z.string().nullish(),
	created_at: z.string(),
	events: z.array(cardEventSchema).optional(),
	metadata: metadataSchema.nullish(),
});
export type Card = z.infer<typeof cardSchema>;

/** An accepted batch (spec, Resources: Batch). */
export const batchSchema = z.looseObject({
	batch_id: z.string().min(1),
	status: z.string(),
	total_cards: z.number().int(),
	created_at: z.string(),
});
export type Batch = z.infer<typeof batchSchema>;

/** A template approved for the account (spec, Resources: Template). */
export const templateSchema = z.looseObject({
	id: z.string(),
	name: z.string(),
	variables: z.array(z.string()),
});
export type Template = z.infer<typeof templateSchema>;

/** A handwriting style (spec, Resources: Style). */
export const styleSchema = z.looseObject({
	id: z.string(),
	name: z.string(),
	description: z.string().nullish(),
});
export type Style = z.infer<typeof styleSchema>;

/** Answer of `GET /templates` (spec, Endpoints). */
export const templatesResponseSchema = z.looseObject({ templates: z.array(templateSchema) });

/** Answer of `GET /styles` (spec, Endpoints). */
export const stylesResponseSchema = z.looseObject({ styles: z.array(styleSchema) });

/** Body of every error answer (spec, Errors: Envelope). */
export const errorEnvelopeSchema = z.looseObject({
	error: z.looseObject({
		type: z.string(),
		code: z.string(),
		message: z.string(),
		request_id: z.string(),
	}),
});
export type ErrorEnvelope = z.infer<typeof errorEnvelopeSchema>;

/** Body of a webhook delivery (spec, Events: Webhook body). */
export const webhookBodySchema = z.looseObject({
	event: z.string().min(1),
	data: z.looseObject({ id: z.string().min(1) }),
	occurred_at: z.string().min(1),
});
export type WebhookBody = z.infer<typeof webhookBodySchema>;
