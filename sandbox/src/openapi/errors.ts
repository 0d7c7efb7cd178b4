/** The errors of both documents: each a schema of its own, with the codes that it may have. */
import type { OpenAPIV3_1 } from 'openapi-types';
import { z } from 'zod/v4';

import type { ErrorName } from '../api/errorKinds';
import { ERROR_KINDS } from '../api/errorKinds';
import { errorEnvelope } from '../api/errors';
import { errorEnvelopeSchema } from '../contract';

export type { ErrorName };

const { error: envelope } = errorEnvelopeSchema.shape;

/** By their names in the components. */
export const ERROR_SCHEMAS: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
	Object.entries(ERROR_KINDS).map(([name, { codes }]) => {
		const error = z
			.strictObject({ ...envelope.shape, code: z.enum(codes) })
			.describe('All four fields are always there; log `request_id` for support');
		return [name, z.strictObject({ error }).describe('Body of every error')];
	}),
);

export function isError(name: string): name is ErrorName {
	return Object.hasOwn(ERROR_KINDS, name);
}

/** The answers of an operation that may be refused so. */
export function refusals(...names: ErrorName[]): Record<number, z.ZodType> {
	return Object.fromEntries(
		Object.entries(ERROR_SCHEMAS).flatMap(([name, schema]) =>
			isError(name) && names.includes(name) ? [[ERROR_KINDS[name].status, schema]] : [],
		),
	);
}

/** By the schema that a generated answer refers to; undefined for a good one. */
export function refusalIn({ content }: OpenAPIV3_1.ResponseObject): ErrorName | undefined {
	const schema = content?.['application/json']?.schema ?? {};
	const name = '$ref' in schema ? schema.$ref.split('/').at(-1) : undefined;
	return name !== undefined && isError(name) ? name : undefined;
}

export function exampleOf(name: ErrorName) {
	const { type, codes, example } = ERROR_KINDS[name];
	return errorEnvelope(
		{ type, code: codes[0], message: example },
		'req_9f6e2f0c-7a34-4f0f-8d1c-9a2b6f1d2c3e',
	);
}
