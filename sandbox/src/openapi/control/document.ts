/** The document of the control API. */
import type { FastifySchema } from 'fastify';
import type { OpenAPIV3_1 } from 'openapi-types';

import { FAULT_FORMS, ON_CALLS, ON_DELIVERIES, WHEN_FORMS } from '../../faults/rules';
import type { Schema, Schemas } from '../document';
import { documentOf } from '../document';
import type { ErrorName } from '../errors';
import { refusalIn, refusals } from '../errors';
import { CONTROL_TAG } from './operation';
import { CONTROL_SCHEMAS } from './schemas';

const PREFIX = '/_sandbox';
/** Those of every call. */
const OF_ALL: readonly ErrorName[] = ['ControlTokenRequired', 'Forbidden', 'InternalError'];
const OF_WRITING: readonly ErrorName[] = ['InvalidRequest', 'BodyTooLarge'];

function schemaOf(method: string, url: string, schema: FastifySchema = {}): FastifySchema {
	if (!url.startsWith(PREFIX)) return {};
	const refused = refusals(...OF_ALL, ...(method === 'GET' ? [] : OF_WRITING));
	return { ...schema, response: { ...(schema.response as object | undefined), ...refused } };
}

/** Its words are at its routes and schemas. */
function dressOperation(_method: string, operation: OpenAPIV3_1.OperationObject): void {
	const { operationId, requestBody, responses = {} } = operation;
	if (operationId === 'advanceLetter' && requestBody && 'content' in requestBody)
		requestBody.required = false;
	for (const answer of Object.values(responses)) {
		if ('$ref' in answer) continue;
		if (refusalIn(answer) !== undefined) continue;
		answer.description = 'Done';
		const media = answer.content?.['application/json'];
		if (operationId === 'streamChanges' && media) answer.content = { 'text/event-stream': media };
	}
}

const only = (names: readonly string[], properties: Schemas = {}): Schemas =>
	Object.fromEntries(Object.entries(properties).filter(([name]) => names.includes(name)));

/** A schema of which one form is given, each whole: type generators make little of a bare `required`. */
function inForms({ description, ...schema }: Schema, forms: Readonly<Record<string, readonly string[]>>) {
	const each = Object.entries(forms).map(([name, beside]) => ({
		...schema,
		properties: only([name, ...beside], schema.properties),
		required: [name],
	}));
	return { description, oneOf: each } as Schema;
}

/** A rule is about calls or about webhooks. */
function ruleInForms(rule: Schema): Schema {
	const { on = {}, when = {}, fault = {}, ...more } = rule.properties ?? {};
	const ofCalls = Object.fromEntries(Object.entries(FAULT_FORMS).filter(([name]) => name !== 'webhook'));
	const form = (title: string, names: readonly string[], itsFault: Schema) => ({
		...rule,
		title,
		properties: {
			on: { ...on, properties: only(names, on.properties) },
			when: inForms(when, WHEN_FORMS),
			fault: itsFault,
			...more,
		},
	});
	const webhook = { ...fault, properties: only(['webhook'], fault.properties), required: ['webhook'] };
	return {
		anyOf: [form('Of calls', ON_CALLS, inForms(fault, ofCalls)), form('Of webhooks', ON_DELIVERIES, webhook)],
	};
}

function dressSchema(name: string, schema: Schema): Schema {
	return name.endsWith('FaultRule') ? ruleInForms(schema) : schema;
}

export const controlDocument = documentOf({
	decorator: 'controlDocument',
	openapi: {
		info: {
			title: 'Control API of the sandbox',
			version: '1.0.0',
			license: { name: 'MIT', identifier: 'MIT' },
			description:
				'What only the sandbox has: it looks inside, moves letters and the clock, and makes calls and ' +
				"webhooks fail. The real service has none of it: [the service's API](/docs).",
		},
		servers: [{ url: PREFIX, description: 'This sandbox' }],
		tags: [CONTROL_TAG],
		/** The token, where one is wanted. */
		security: [{}, { controlToken: [] }],
		components: {
			securitySchemes: {
				controlToken: {
					type: 'http',
					scheme: 'bearer',
					description: 'What the sandbox printed at its start, if it did',
				},
			},
		},
	},
	schemas: CONTROL_SCHEMAS,
	schemaOf,
	dressOperation,
	dressSchema,
});
