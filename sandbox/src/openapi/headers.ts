/** The headers of calls and answers (spec, Endpoints, Limits). */
import type { OpenAPIV3_1 } from 'openapi-types';

const integer = (description: string, example: number): OpenAPIV3_1.HeaderObject => ({
	description,
	example,
	schema: { type: 'integer' },
});

export const rateHeaders = {
	'X-RateLimit-Limit': integer('Limit for the current window; absent without a limit', 500),
	'X-RateLimit-Remaining': integer('Remaining in the window', 499),
	'X-RateLimit-Reset': integer('Unix timestamp of window renewal', 1_790_510_460),
} satisfies Record<string, OpenAPIV3_1.HeaderObject>;

export const retryAfter = {
	...integer('Seconds until a safe retry', 12),
	required: true,
} satisfies OpenAPIV3_1.HeaderObject;

export const idempotencyKey: OpenAPIV3_1.ParameterObject = {
	name: 'Idempotency-Key',
	in: 'header',
	required: true,
	description: 'One key per business intent, and the same key on every retry of it.',
	schema: { type: 'string', pattern: '\\S' },
	example: 'order-1042',
};
