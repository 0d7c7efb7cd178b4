/** The document of the service's API: what its clients know. */
import type { OpenAPIV3_1 } from 'openapi-types';
import type { z } from 'zod/v4';

import { addressSchema, batchCreateRequestSchema, cardCreateRequestSchema } from '../contract';
import { DEFAULTS } from '../defaults';
import * as answers from './answers';
import { documentOf } from './document';
import { exampleOf, refusalIn } from './errors';
import { idempotencyKey, rateHeaders, retryAfter } from './headers';
import * as operations from './operations';
import { webhookHeaders, webhooks } from './webhooks';

const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
	Address: addressSchema,
	CardCreateRequest: cardCreateRequestSchema,
	BatchCreateRequest: batchCreateRequestSchema,
	Card: answers.cardAnswer,
	CardWithEvents: answers.cardWithEventsAnswer,
	CardEvent: answers.cardEventAnswer,
	Batch: answers.batchAnswer,
	Template: answers.templateAnswer,
	Style: answers.styleAnswer,
	WebhookBody: answers.webhookBody,
};

interface Operation {
	/** What its good answer means, and one. */
	readonly success: string;
	readonly answer: unknown;
	readonly requests?: Readonly<Record<string, unknown>>;
}
const OPERATIONS: Readonly<Record<string, Operation>> = operations;

function dressAnswer(
	status: string,
	answer: OpenAPIV3_1.ResponseObject,
	{ success, answer: example }: Operation,
) {
	const refusal = refusalIn(answer);
	const media = answer.content?.['application/json'];
	if (media) media.example = refusal === undefined ? example : exampleOf(refusal);
	if (refusal === undefined) {
		answer.description = success;
		answer.headers = { ...rateHeaders };
	}
	if (status === '429') answer.headers = { ...rateHeaders, 'Retry-After': retryAfter };
}

function dressOperation(method: string, given: OpenAPIV3_1.OperationObject): void {
	const operation = OPERATIONS[given.operationId ?? ''];
	if (operation === undefined) throw new Error(`No words for operation ${String(given.operationId)}`);
	if (method === 'post') {
		const key = { $ref: '#/components/parameters/IdempotencyKey' };
		given.parameters = [...(given.parameters ?? []), key];
	}
	if (given.requestBody && 'content' in given.requestBody) {
		const media = given.requestBody.content['application/json'];
		const requests = Object.entries(operation.requests ?? {}).map(([name, value]) => [name, { value }]);
		if (media) media.examples = Object.fromEntries(requests) as typeof media.examples;
	}
	for (const [status, answer] of Object.entries(given.responses ?? {})) {
		if (!('$ref' in answer)) dressAnswer(status, answer, operation);
	}
}

export const serviceDocument = documentOf({
	decorator: 'serviceDocument',
	openapi: {
		info: {
			title: 'Handwritten-letter dispatch service (sandbox)',
			// Spec, Versioning 1.
			version: '1.0.0',
			license: { name: 'MIT', identifier: 'MIT' },
			description:
				'Orders physical, handwritten-style letters and follows them to the recipient. This sandbox ' +
				'posts no letters. Its key is `' +
				`${DEFAULTS.apiKey}\` unless it was started with another. What only the sandbox has, its ` +
				'[control API](/docs/control), has a document of its own.\n\n' +
				'Once the API key is accepted, errors carry the rate headers too. Retry 429 and 5xx with exponential backoff and ' +
				'the same `Idempotency-Key`.\n\n' +
				'Whatever the operation, the sandbox answers 400 without a `Host` header, 403 to a name that is ' +
				'not its own, 404 and 405 to what is not listed here, and 417 to an unknown `Expect`.',
		},
		servers: [{ url: '/v1', description: 'This sandbox' }],
		tags: [
			{ name: 'Cards', description: 'One letter at a time' },
			{ name: 'Batches', description: 'Several letters at once' },
			{ name: 'Catalog', description: 'What this account may use' },
		],
		security: [{ apiKey: [] }],
		components: {
			securitySchemes: {
				apiKey: {
					type: 'http',
					scheme: 'bearer',
					description: `The API key of the account; here \`${DEFAULTS.apiKey}\` unless you chose another`,
				},
			},
			parameters: { IdempotencyKey: idempotencyKey, ...webhookHeaders },
		},
		webhooks,
	},
	schemas: SCHEMAS,
	schemaOf: (_method, url, schema = {}) => (url.startsWith('/v1') ? schema : {}),
	dressOperation,
});
