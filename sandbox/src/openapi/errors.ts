/** The errors of both documents: each a schema of its own, with the codes that it may have. */
import { z } from 'zod/v4';

import { errorEnvelopeSchema } from '../contract';

const { error: envelope } = errorEnvelopeSchema.shape;

function error(status: number, ...codes: [string, ...string[]]) {
	const schema = z.strictObject({ error: z.strictObject({ ...envelope.shape, code: z.enum(codes) }) });
	return { status, schema };
}

const ERRORS = {
	InvalidRequest: error(400, 'invalid_request'),
	InvalidApiKey: error(401, 'invalid_api_key'),
	ControlTokenRequired: error(401, 'control_token_required'),
	Forbidden: error(403, 'unknown_host', 'foreign_origin'),
	CardNotFound: error(404, 'card_not_found'),
	DeliveryNotFound: error(404, 'delivery_not_found'),
	ReceiverNotFound: error(404, 'receiver_not_found'),
	RequestNotFound: error(404, 'request_not_found'),
	IdempotencyConflict: error(409, 'idempotency_conflict'),
	IllegalTransition: error(409, 'illegal_transition'),
	MainReceiver: error(409, 'main_receiver'),
	NoWebhook: error(409, 'no_webhook'),
	BodyTooLarge: error(413, 'body_too_large'),
	InvalidOrder: error(
		422,
		'missing_field',
		'invalid_state',
		'invalid_country',
		'invalid_zip',
		'invalid_schedule_at',
		'invalid_template',
		'invalid_style',
	),
	InvalidSeed: error(422, 'invalid_seed'),
	RateLimited: error(429, 'rate_limit_exceeded'),
	InternalError: error(500, 'internal_error'),
};
export type ErrorName = keyof typeof ERRORS;

export function isError(name: string): name is ErrorName {
	return Object.hasOwn(ERRORS, name);
}

/** The answers of an operation that may be refused so. */
export function refusals(...names: ErrorName[]): Record<number, z.ZodType> {
	return Object.fromEntries(names.map((name) => [ERRORS[name].status, ERRORS[name].schema]));
}

/** By their names in the components. */
export const ERROR_SCHEMAS: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
	Object.entries(ERRORS).map(([name, { schema }]) => [name, schema]),
);
