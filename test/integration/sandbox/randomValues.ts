/** Random values that a JSON schema allows, and values that are like them but for one place. */
import fc from 'fast-check';

import type { Json } from './support';

type Schema = Json & {
	$ref?: string;
	enum?: unknown[];
	examples?: unknown[];
	type?: string | string[];
	anyOf?: Schema[];
	oneOf?: Schema[];
	properties?: Record<string, Schema>;
	required?: string[];
	items?: Schema;
	pattern?: string;
};

const TEXTS = fc.oneof(
	fc.string({ minLength: 1, maxLength: 20 }),
	fc.string({ unit: 'grapheme', minLength: 1 }),
);
/** Patterns of texts in which the generator would look for long, each with texts that it allows. */
const KNOWN: Readonly<Record<string, fc.Arbitrary<string>>> = {
	'^https?:\\/\\/\\S+$': fc.constant('http://127.0.0.1:9/hook'),
	'^(?!\\/v1(\\/|$))': fc.constantFrom('/', '/cards', '/v2/x', '/v10'),
	'^[^\\uD800-\\uDFFF]*$': fc.string({ unit: 'grapheme', minLength: 1 }),
	'\\S': TEXTS.map((text) => `a${text}`),
};

function numberOf(schema: Schema, isWhole: boolean): fc.Arbitrary<number> {
	const { minimum, maximum, exclusiveMinimum } = schema as Partial<Record<string, number>>;
	const [min, max] = [exclusiveMinimum ?? minimum ?? -1e9, Math.min(maximum ?? 1e9, 1e9)];
	if (isWhole) return fc.integer({ min, max });
	return fc.double({ min, max, minExcluded: exclusiveMinimum !== undefined, noNaN: true });
}

function textOf({ pattern, format, allOf, maxLength, minLength }: Schema): fc.Arbitrary<string> {
	if (format === 'date-time') return fc.constantFrom('2030-12-01T09:00:00-03:00', '2020-01-01T00:00:00Z');
	const patterns = [pattern, ...((allOf as Schema[] | undefined) ?? []).map((one) => one.pattern)];
	const last = patterns.findLast((one) => one !== undefined);
	if (last !== undefined) return KNOWN[last] ?? fc.stringMatching(new RegExp(last));
	return fc.string({ minLength: Number(minLength ?? 0), maxLength: Number(maxLength ?? 40) });
}

export class RandomValues {
	constructor(private readonly schemas: Readonly<Record<string, unknown>> = {}) {}

	/** What the schema allows. */
	of(given: unknown): fc.Arbitrary<unknown> {
		const schema = given as Schema;
		if (schema.$ref !== undefined) return this.of(this.schemas[schema.$ref.split('/').at(-1) ?? '']);
		const forms = schema.oneOf ?? schema.anyOf;
		if (forms !== undefined) return fc.oneof(...forms.map((form) => this.of(form)));
		if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
		if (Array.isArray(schema.type)) {
			return fc.oneof(...schema.type.map((type) => this.of({ ...schema, type })));
		}
		switch (schema.type) {
			case 'object':
				return this.object(schema);
			case 'array':
				return fc.array(this.of(schema.items), { minLength: Number(schema.minItems ?? 0), maxLength: 3 });
			case 'string':
				return fc.oneof(textOf(schema), ...(schema.examples ?? []).map((one) => fc.constant(one)));
			case 'integer':
			case 'number':
				return numberOf(schema, schema.type === 'integer');
			case 'boolean':
				return fc.boolean();
			case 'null':
				return fc.constant(null);
			default:
				return fc.jsonValue({ maxDepth: 2 });
		}
	}

	/** The same, or with something else in one place. */
	near(schema: unknown): fc.Arbitrary<unknown> {
		const changed = fc.tuple(this.of(schema), fc.nat(), fc.jsonValue({ maxDepth: 2 }), fc.boolean());
		return fc.oneof(
			this.of(schema),
			changed.map(([value, place, other, isNew]) => withOther(value, place, isNew ? { other } : other)),
			fc.jsonValue(),
		);
	}

	private object({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
		const fields = Object.entries(properties).map(([name, field]) => [name, this.of(field)] as const);
		if (fields.length === 0) return fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }));
		return fc.record(Object.fromEntries(fields), { requiredKeys: required });
	}
}

/** Puts something else in the place of one field, or of the whole. */
function withOther(value: unknown, place: number, other: unknown): unknown {
	if (typeof value !== 'object' || value === null) return other;
	const names = Object.keys(value);
	const name = names[place % (names.length + 1)];
	const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Json;
	if (name === undefined) return Array.isArray(value) ? other : { ...copy, ...(other as Json) };
	copy[name] = withOther(copy[name], Math.floor(place / (names.length + 1)), other);
	return copy;
}
