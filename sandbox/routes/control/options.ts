/** What the control API's routes work on, and the forms of query they share. */
import { z } from 'zod/v4';
import type { Changes } from '../../changes';
import type { Clock } from '../../clock';
import type { Faults } from '../../faults';
import type { Letters } from '../../letters';
import type { RateLimiter } from '../../rateLimit';
import type { Store } from '../../store';
import type { Webhooks } from '../../webhooks/webhooks';

export interface ControlOptions {
	readonly changes: Changes;
	readonly clock: Clock;
	readonly faults: Faults;
	readonly letters: Letters;
	readonly rateLimiter: RateLimiter;
	readonly store: Store;
	readonly webhooks: Webhooks;
}

export const idPathSchema = z.object({ id: z.string() });

/** A query parameter; empty counts as not given, as a form's blank field. */
export function parameter<Schema extends z.ZodType>(schema: Schema) {
	return z.preprocess((text) => (text === '' ? undefined : text), schema.optional());
}

const wholeNumber = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number);
export const limitSchema = wholeNumber.pipe(z.number().min(1, 'must be at least 1'));
export const offsetSchema = wholeNumber;
