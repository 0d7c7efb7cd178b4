/** What each answer means, its headers and an example, operation by operation (spec, Endpoints, Errors). */
import type { OpenAPIV3_1 } from 'openapi-types';

import * as examples from './examples';

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

export const REFUSALS: Record<examples.ErrorStatus, string> = {
	400: 'Malformed payload or a missing `Idempotency-Key`: correct before retrying.',
	401: 'Bearer key missing, invalid or revoked.',
	404: 'The card does not exist or is not of this account.',
	409: 'Same `Idempotency-Key` with a different payload.',
	413: 'The body is larger than 1 MiB, the bound of this sandbox.',
	422: 'The payload fails business validation: address, template, required fields.',
	429: 'Request limit exceeded: wait `Retry-After` seconds, then retry.',
	500: 'Unexpected failure: log `request_id` and retry with the same key.',
};

interface OperationWords {
	readonly success: string;
	readonly answer: unknown;
	readonly requests?: Readonly<Record<string, unknown>>;
}

export const OPERATIONS: Readonly<Record<string, OperationWords>> = {
	createCard: {
		success: 'The accepted card, `queued`, without `events`.',
		answer: examples.card,
		requests: examples.cardRequests,
	},
	readCard: { success: 'The card with its timeline.', answer: examples.cardWithEvents },
	createBatch: {
		success: 'Accepted and queued.',
		answer: examples.batch,
		requests: examples.batchRequests,
	},
	listTemplates: { success: 'Every template of the account.', answer: examples.templates },
	listStyles: { success: 'Every handwriting style of the account.', answer: examples.styles },
};
