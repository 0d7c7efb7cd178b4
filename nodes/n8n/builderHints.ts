/**
 * Hints for n8n's AI builder. It reads them under other names in each generation: up to 2.20 as
 * `message`, later `searchHint` of a node and `propertyHint` of a field (n8n pull request 30062).
 */
import type { IBuilderHint, IBuilderHintVariation, IParameterBuilderHint } from 'n8n-workflow';
import type { ZodType } from 'zod/v4';
import { toJSONSchema } from 'zod/v4';

interface Earlier {
	readonly message: string;
}

/** Tells the builder, when it has found the node, how to use it, and what it gives. */
export const nodeHint = (text: string, outputs: IBuilderHintVariation[]): IBuilderHint & Earlier => ({
	message: text,
	searchHint: text,
	extraTypeDefContent: outputs,
});

/** Tells the builder what to enter into a field. */
export const fieldHint = (text: string): IParameterBuilderHint & Earlier => ({
	message: text,
	propertyHint: text,
});

interface JsonSchema {
	type?: string;
	properties?: Record<string, JsonSchema>;
	required?: string[];
	items?: JsonSchema;
	anyOf?: JsonSchema[];
}

/** For example `{ id: string, tracking_code?: string | null }`. */
export const shapeOf = (schema: ZodType): string => write(toJSONSchema(schema) as JsonSchema);

function write({ type, properties = {}, required = [], items, anyOf }: JsonSchema): string {
	if (anyOf) return anyOf.map(write).join(' | ');
	if (items) return `Array<${write(items)}>`;
	const fields = Object.entries(properties).map(
		([name, of]) => `${name}${required.includes(name) ? '' : '?'}: ${write(of)}`,
	);
	if (fields.length > 0) return `{ ${fields.join(', ')} }`;
	return type === 'integer' ? 'number' : (type ?? 'unknown');
}
