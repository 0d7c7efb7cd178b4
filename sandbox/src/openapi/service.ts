/** The document of the service's API: what its clients know. */
import type { OpenAPIV3_1 } from 'openapi-types';
import type { z } from 'zod/v4';

import { addressSchema, batchCreateRequestSchema, cardCreateRequestSchema } from '../contract';
import { DEFAULTS } from '../defaults';
import * as answers from './answers';
import { documentOf } from './document';
import type { ErrorStatus } from './examples';
import { error } from './examples';
import type { ResourceName } from './fields';
import { idempotencyKey, OPERATIONS, rateHeaders, REFUSALS, retryAfter } from './responses';
import { webhookHeaders, webhooks } from './webhooks';

const SCHEMAS: Record<Exclude<ResourceName, 'Error'>, z.ZodType> = {
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
function dressAnswer(status: string, answer: OpenAPIV3_1.ResponseObject, example: unknown) {
	const media = answer.content?.['application/json'];
	if (media) media.example = example;
	if (status.startsWith('2')) answer.headers = { ...rateHeaders };
	if (status === '429') answer.headers = { ...rateHeaders, 'Retry-After': retryAfter };
}

function dressOperation(method: string, operation: OpenAPIV3_1.OperationObject): void {
	const words = OPERATIONS[operation.operationId ?? ''];
	if (words === undefined) throw new Error(`No words for operation ${String(operation.operationId)}`);
	if (method === 'post') {
		const key = { $ref: '#/components/parameters/IdempotencyKey' };
		operation.parameters = [...(operation.parameters ?? []), key];
	}
	if (operation.requestBody && 'content' in operation.requestBody) {
		const media = operation.requestBody.content['application/json'];
		const requests = Object.entries(words.requests ?? {}).map(([name, value]) => [name, { value }]);
		if (media) media.examples = Object.fromEntries(requests) as typeof media.examples;
	}
	for (const [status, answer] of Object.entries(operation.responses ?? {})) {
		if ('$ref' in answer) continue;
		const isRefusal = status in REFUSALS;
		answer.description = isRefusal ? REFUSALS[Number(status) as ErrorStatus] : words.success;
		dressAnswer(status, answer, isRefusal ? error(Number(status) as ErrorStatus) : words.answer);
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
	// Only its routes bring their `operationId` themselves.
	schemaOf: (_method, _url, schema = {}) => schema,
	dressOperation,
});
