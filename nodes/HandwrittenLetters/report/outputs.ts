/** What each operation gives, for n8n's AI builders: they know of no run, and guess where nothing is said. */
import { z } from 'zod/v4';

import { batchSchema, cardSchema, styleSchema, templateSchema } from '../../contract/contract';
import { shapeOf } from '../../n8n/builderHints';
import type { Outcome } from './outcome';
import { OUTCOMES } from './outcome';

const outcome = z.enum(Object.keys(OUTCOMES) as [Outcome, ...Outcome[]]);
const problems = z.array(z.string());
const warnings = z.array(z.string());

/** What the node adds to the service's answer. */
const added = {
	idempotency_key: z.string(),
	account: z.string(),
	problems,
	warnings,
	input: z.unknown().optional(),
};

/** `events` comes with the detailed read only. */
const ordered = z.looseObject({ outcome, ...cardSchema.omit({ events: true }).shape, ...added });

const orderedBatch = z.looseObject({
	outcome,
	...cardSchema.pick({ id: true, external_id: true, estimated_posting_at: true }).partial().shape,
	...batchSchema.shape,
	...added,
});

const checked = z.object({
	outcome,
	item: z.number(),
	name: z.string().nullable(),
	external_id: z.string().nullable(),
	request: z.looseObject({}).nullable(),
	idempotency_key: z.string().nullable(),
	account: z.string(),
	problems,
	warnings,
	input: z.unknown().optional(),
});

const meanings = Object.entries(OUTCOMES)
	.map(([value, meaning]) => `${value}: ${meaning}`)
	.join('; ');

/** What an operation gives: for n8n's editor as a schema, for AI builders in words. */
export interface Output {
	schema: z.ZodObject;
	words: string;
}

const orders = (letters: string, schema: z.ZodObject): Output => ({
	schema,
	words: [
		`Output, one item per ${letters}, where it is ordered: ${shapeOf(schema)}.`,
		`Where it is only checked, one item per letter: ${shapeOf(checked)}; request is the letter as it would be sent.`,
		`Every item has outcome (${meanings}). On the error output it is in error.details.outcome.`,
		'An item has input only with options.includeInputFields, and also error if it failed with On Error set to continue.',
	].join('\n'),
});
const reads = (entry: string, schema: z.ZodObject): Output => ({
	schema,
	words: `Output, one item per ${entry}: ${shapeOf(schema)}.`,
});

export const OUTPUTS = {
	createCard: orders('letter', ordered),
	createBatch: orders('batch (without the IDs of its letters)', orderedBatch),
	getCard: reads('letter', cardSchema),
	getStyles: reads('style', styleSchema),
	getTemplates: reads('template', templateSchema),
};
