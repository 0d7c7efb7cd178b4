/** What each operation gives, for n8n's AI builders: they know of no run, and guess where nothing is said. */
import { z } from 'zod/v4';

import { shapeOf } from '../../shared/builder/shapeOf';
import { batchSchema, cardSchema, styleSchema, templateSchema } from '../../shared/contract/contract';

/** What the node adds to the service's answer. */
const ordered = {
	idempotency_key: z.string(),
	ordered_before: z.boolean().optional(),
	input: z.unknown().optional(),
};

const checked = z.object({
	item: z.number(),
	name: z.string().nullable(),
	ok: z.boolean(),
	problems: z.array(z.string()),
	warnings: z.array(z.string()),
	request: z.looseObject({}).nullable(),
	idempotency_key: z.string().nullable(),
	code: z.string().nullable(),
	external_id: z.string().nullable(),
	skipped: z.string().nullable().optional(),
	input: z.unknown().optional(),
});

const orders = (letters: string, shape: string): string =>
	[
		`Output, one item per ${letters}, where it is ordered: ${shape}.`,
		`Where it is only checked, one item per letter: ${shapeOf(checked)}; request is the letter as it would be sent.`,
		'An item has input only with options.includeInputFields, and error in place of all this if it failed with On Error set to continue.',
	].join('\n');
const reads = (entry: string, shape: string): string => `Output, one item per ${entry}: ${shape}.`;

export const OUTPUTS = {
	// `events` comes with the detailed read only.
	createCard: orders('letter', shapeOf(cardSchema.omit({ events: true }).extend(ordered))),
	createBatch: orders('batch (without the IDs of its letters)', shapeOf(batchSchema.extend(ordered))),
	getCard: reads('letter', shapeOf(cardSchema)),
	getStyles: reads('style', shapeOf(styleSchema)),
	getTemplates: reads('template', shapeOf(templateSchema)),
};
