/**
 * The OpenAPI 3.1 document: paths and schemas generated from the routes' zod schemas, then dressed
 * with words, headers and examples. Made when it is first asked for.
 */
import type { FastifyDynamicSwaggerOptions, SwaggerTransform } from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { OpenAPIV3_1 } from 'openapi-types';
import { z } from 'zod/v4';

import { addressSchema, batchCreateRequestSchema, cardCreateRequestSchema } from '../contract';
import { DEFAULTS } from '../defaults';
import * as answers from './answers';
import { CONTROL_PREFIX, CONTROL_SCHEMAS, CONTROL_TAG, controlSchema } from './control';
import type { ErrorStatus } from './examples';
import { error } from './examples';
import type { Resource, ResourceName } from './fields';
import { RESOURCES } from './fields';
import { idempotencyKey, OPERATIONS, rateHeaders, REFUSALS, retryAfter } from './responses';
import { webhookHeaders, webhooks } from './webhooks';

const SCHEMAS: Record<ResourceName, z.ZodType> = {
	Address: addressSchema,
	CardCreateRequest: cardCreateRequestSchema,
	BatchCreateRequest: batchCreateRequestSchema,
	Card: answers.cardAnswer,
	CardWithEvents: answers.cardWithEventsAnswer,
	CardEvent: answers.cardEventAnswer,
	Batch: answers.batchAnswer,
	Template: answers.templateAnswer,
	Style: answers.styleAnswer,
	Error: answers.errorAnswer,
	WebhookBody: answers.webhookBody,
};
const schemaRegistry = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries({ ...SCHEMAS, ...CONTROL_SCHEMAS })) {
	schemaRegistry.add(schema, { id });
}

const zodTransform = createJsonSchemaTransform({ schemaRegistry });
/** Routes outside the service's interface and the control API have no `operationId` and stay out. */
const transform: SwaggerTransform = (given) => {
	const { route, url } = given;
	// Fastify leaves out the schema of a route that has none, whatever its type says.
	const own = given.schema as FastifySchema | undefined;
	const schema = { ...own, ...controlSchema(String(route.method), url) };
	if (schema.operationId === undefined) return { schema: { hide: true }, url };
	return zodTransform({ ...given, schema });
};

type Schemas = Record<string, OpenAPIV3_1.SchemaObject>;

function dressFields(made: Schemas = {}, fields: Resource['fields']): Schemas {
	const dressed = Object.entries(made).map(([field, property]) => [field, { ...property, ...fields[field] }]);
	return Object.fromEntries(dressed) as Schemas;
}

/** The generated schemas, each field with its words. */
function dressSchemas(generated: Schemas): Schemas {
	const named = Object.entries(RESOURCES).map(([name, { words, fields, anyOf }]: [string, Resource]) => {
		const { properties: made, type, required, additionalProperties } = generated[name] ?? {};
		const properties = dressFields(made, fields);
		const whole = { type, required, properties, additionalProperties };
		if (anyOf === undefined) return [name, { ...words, ...whole }];
		// Each complete: of a form that only requires, type generators make `unknown`.
		const forms = Object.entries(anyOf).map(([title, more]) => ({
			title,
			...whole,
			required: [...(required ?? []), ...more],
		}));
		return [name, { ...words, anyOf: forms }];
	});
	const control = Object.keys(CONTROL_SCHEMAS).map((name) => {
		const schema: OpenAPIV3_1.SchemaObject & Record<string, unknown> = { ...generated[name] };
		delete schema.$schema;
		delete schema.$id;
		// A letter is a card and more.
		if (name === 'Letter')
			schema.properties = dressFields(schema.properties, RESOURCES.CardWithEvents.fields);
		return [name, schema];
	});
	return Object.fromEntries([...named, ...control]) as Schemas;
}

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

/** Its words are in its schemas already. */
function dressControl({ operationId, requestBody, responses = {} }: OpenAPIV3_1.OperationObject): void {
	if (operationId === 'advanceLetter' && requestBody && 'content' in requestBody)
		requestBody.required = false;
	for (const [status, answer] of Object.entries(responses)) {
		if ('$ref' in answer) continue;
		answer.description = status === '4XX' ? 'Refused, in words' : 'Done';
		const media = answer.content?.['application/json'];
		if (operationId === 'streamChanges' && status === '200' && media) {
			answer.content = { 'text/event-stream': media };
		}
	}
}

const zodTransformObject = createJsonSchemaTransformObject({ schemaRegistry });
function transformObject(given: Parameters<typeof zodTransformObject>[0]) {
	const document = zodTransformObject(given) as OpenAPIV3_1.Document;
	for (const [url, path = {}] of Object.entries(document.paths ?? {})) {
		const isControl = url.startsWith(CONTROL_PREFIX);
		for (const [method, operation] of Object.entries(path)) {
			if (isControl) dressControl(operation as OpenAPIV3_1.OperationObject);
			else dressOperation(method, operation as OpenAPIV3_1.OperationObject);
		}
		if (isControl) path.servers = [{ url: '/', description: 'Outside the API' }];
	}
	document.components = {
		...document.components,
		schemas: dressSchemas(document.components?.schemas ?? {}),
	};
	// The generator tells what is sent from what is received; here both have one form.
	const text = JSON.stringify(document).replaceAll(/(#\/components\/schemas\/\w+?)Input"/g, '$1"');
	return JSON.parse(text) as OpenAPIV3_1.Document;
}

export const documentOptions: FastifyDynamicSwaggerOptions = {
	openapi: {
		openapi: '3.1.0',
		info: {
			title: 'Handwritten-letter dispatch service (sandbox)',
			// Spec, Versioning 1.
			version: '1.0.0',
			license: { name: 'MIT', identifier: 'MIT' },
			description:
				'Orders physical, handwritten-style letters and follows them to the recipient. This sandbox ' +
				'posts no letters. Its key is `' +
				`${DEFAULTS.apiKey}\` unless it was started with another.\n\n` +
				'Errors carry the rate headers too, except 401. Retry 429 and 5xx with exponential backoff and ' +
				'the same `Idempotency-Key`.',
		},
		servers: [{ url: '/v1', description: 'This sandbox' }],
		tags: [
			{ name: 'Cards', description: 'One letter at a time' },
			{ name: 'Batches', description: 'Several letters at once' },
			{ name: 'Catalog', description: 'What this account may use' },
			{
				name: CONTROL_TAG,
				description: 'The control API: what only the sandbox has. The real service has none of it.',
			},
		],
		security: [{ apiKey: [] }],
		components: {
			securitySchemes: {
				apiKey: {
					type: 'http',
					scheme: 'bearer',
					description: `The API key of the account; here \`${DEFAULTS.apiKey}\` unless you chose another`,
				},
				controlToken: {
					type: 'http',
					scheme: 'bearer',
					description: 'What the sandbox printed at its start, where other machines can reach it',
				},
			},
			parameters: { IdempotencyKey: idempotencyKey, ...webhookHeaders },
		},
		webhooks,
	},
	transform,
	transformObject,
};
