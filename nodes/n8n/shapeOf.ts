/** Writes what an operation gives as a type, for n8n's AI builders. */
import type { ZodType } from 'zod/v4';
import { toJSONSchema } from 'zod/v4';

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
