/**
 * Generates an OpenAPI 3.1 document from the routes' zod schemas, when it is first asked for. There are
 * two: the service's, as its clients know it, and the control API's, which only the sandbox has.
 */
import type { FastifyDynamicSwaggerOptions, SwaggerTransform } from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { OpenAPIV3_1 } from 'openapi-types';
import { z } from 'zod/v4';

import { ERROR_KINDS } from '../api/errorKinds';
import { ERROR_SCHEMAS, isError, refusalIn } from './errors';
import type { Resource } from './fields';
import { RESOURCES } from './fields';

export type Schema = OpenAPIV3_1.SchemaObject & { properties?: Schemas };
export type Schemas = Record<string, Schema>;

interface Given {
	/** What `app` calls it. */
	readonly decorator: string;
	readonly openapi: FastifyDynamicSwaggerOptions['openapi'];
	/** Named in its components. */
	readonly schemas: Readonly<Record<string, z.ZodType>>;
	/** The schema of a route as the document shows it; one without an `operationId` stays out. */
	readonly schemaOf: (method: string, url: string, schema: FastifySchema | undefined) => FastifySchema;
	readonly dressOperation: (method: string, operation: OpenAPIV3_1.OperationObject) => void;
	readonly dressSchema?: (name: string, schema: Schema) => Schema;
}

function dressFields(made: Schemas = {}, fields: Resource['fields']): Schemas {
	const dressed = Object.entries(made).map(([field, property]) => [field, { ...property, ...fields[field] }]);
	return Object.fromEntries(dressed) as Schemas;
}

/** A generated schema; the fields of a resource with their words. */
function dressed(name: string, generated: Schema): Schema {
	const resources: Record<string, Resource | undefined> = RESOURCES;
	const resource = resources[name];
	const { type, required, description, properties: made, additionalProperties } = generated;
	const properties = dressFields(made, resource?.fields ?? {});
	const whole = { type, required, properties, additionalProperties };
	if (resource?.anyOf === undefined) return { description, ...resource?.words, ...whole } as Schema;
	// Each complete: of a form that only requires, type generators make `unknown`.
	const forms = Object.entries(resource.anyOf).map(([title, more]) => ({
		title,
		...whole,
		required: [...(required ?? []), ...more],
	}));
	return { ...resource.words, anyOf: forms } as Schema;
}

function describeRefusals({ responses = {} }: OpenAPIV3_1.OperationObject): void {
	for (const answer of Object.values(responses)) {
		if ('$ref' in answer) continue;
		const refusal = refusalIn(answer);
		if (refusal !== undefined) answer.description = ERROR_KINDS[refusal].meaning;
	}
}

export function documentOf({ decorator, openapi, schemas, ...given }: Given) {
	const schemaRegistry = z.registry<{ id: string }>();
	for (const [id, schema] of Object.entries({ ...schemas, ...ERROR_SCHEMAS }))
		schemaRegistry.add(schema, { id });
	const zodTransform = createJsonSchemaTransform({ schemaRegistry });
	const zodTransformObject = createJsonSchemaTransformObject({ schemaRegistry });

	const transform: SwaggerTransform = (route) => {
		// Fastify leaves out the schema of a route that has none, whatever its type says.
		const own = route.schema as FastifySchema | undefined;
		const schema = given.schemaOf(String(route.route.method), route.url, own);
		if (schema.operationId === undefined) return { schema: { hide: true }, url: route.url };
		return zodTransform({ ...route, schema });
	};
	const transformObject: typeof zodTransformObject = (generated) => {
		const document = zodTransformObject(generated) as OpenAPIV3_1.Document;
		for (const path of Object.values(document.paths ?? {})) {
			for (const [method, operation] of Object.entries(path ?? {})) {
				describeRefusals(operation as OpenAPIV3_1.OperationObject);
				given.dressOperation(method, operation as OpenAPIV3_1.OperationObject);
			}
		}
		const paths = JSON.stringify(document.paths);
		// Of what is sent, the generator makes a second form, which here is the same.
		const made = Object.entries(document.components?.schemas ?? {}).filter(
			([name]) => name in schemas || (isError(name) && paths.includes(`/${name}"`)),
		);
		const named = made.map(([name, schema]) => {
			const words = dressed(name, schema);
			return [name, given.dressSchema?.(name, words) ?? words];
		});
		document.components = { ...document.components, schemas: Object.fromEntries(named) as Schemas };
		const text = JSON.stringify(document).replaceAll(/(#\/components\/schemas\/\w+?)Input"/g, '$1"');
		return JSON.parse(text) as OpenAPIV3_1.Document;
	};
	return { decorator, openapi: { openapi: '3.1.0', ...openapi }, transform, transformObject };
}
