/** Calls of the journal in the document, and the words that its schemas are made of. */
import { z } from 'zod/v4';

export const text = (words: string) => z.string().describe(words);
export const textOrNull = (words: string) => z.string().nullable().describe(words);
export const count = (words: string) => z.int().min(0).describe(words);
export const instant = (words: string) => z.iso.datetime().describe(words);

const why = z.strictObject({
	code: z
		.enum(['no_key', 'no_scheme', 'other_scheme', 'other_header', 'in_query', 'wrong_key', 'other_contents'])
		.describe('What was wrong with how the key came, or `other_contents` of a 409'),
	where: text('The scheme, header or parameter that the key came in instead').optional(),
	first: textOrNull('The request_id of the first call under the key').optional(),
	differences: z
		.array(
			z.strictObject({
				path: text('The field'),
				first: textOrNull('As JSON in the first call'),
				now: textOrNull('As JSON in this one'),
			}),
		)
		.describe('What differs from the first call')
		.optional(),
});

const message = z.strictObject({
	headers: z.record(z.string(), z.unknown()).describe('Without secrets'),
	body: textOrNull('Up to 64 KB'),
	cut: z.literal(true).optional().describe('There was more'),
	not_read: z.literal(true).optional().describe('There was a body, and it was not read as text'),
});

export const call = z.strictObject({
	method: text('For example POST'),
	path: text('With its query'),
	status: z
		.int()
		.nullable()
		.describe('Of the answer, also of one that a fault kept back; null where a fault reset the connection'),
	fault: textOrNull('The fault that was applied'),
	error: textOrNull('Why the service refused it'),
	idempotency_key: textOrNull('Its `Idempotency-Key`'),
	request_id: text('Its id, as errors name it'),
	at: instant('When it came, in sandbox time'),
	why: why.nullable().describe('What a 401 or a 409 does not say of itself'),
	request: message.nullable().describe('Null for all but the newest 1,000 calls'),
	answer: message
		.nullable()
		.describe(
			'Also one that a fault kept back; null where a fault reset the connection, and for older calls',
		),
});
