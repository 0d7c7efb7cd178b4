/** The forms of path and query that the control API's routes share. */
import { z } from 'zod/v4';

export const idPathSchema = z.object({ id: z.string() });

/** A query parameter; empty counts as not given, as a form's blank field. */
export function parameter<Schema extends z.ZodType>(schema: Schema) {
	return z.preprocess((text) => (text === '' ? undefined : text), schema.optional()).optional();
}

const wholeNumber = z.string().regex(/^\d+$/, { error: 'must be a whole number', abort: true });
export const limitSchema = wholeNumber.regex(/[1-9]/, 'must be at least 1').transform(Number);
export const offsetSchema = wholeNumber.transform(Number);
