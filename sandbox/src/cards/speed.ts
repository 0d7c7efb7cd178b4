/** How fast letters move by themselves. */
import { z } from 'zod/v4';

export const secondsSchema = z
	.number({ error: 'must be a number of seconds' })
	.positive('must be more than 0');

export const speedSchema = z.union([z.literal('off'), secondsSchema], {
	error: 'must be off or a number of seconds above 0',
});
/** Seconds a letter takes for each step by itself; off: it moves by hand only. */
export type Speed = z.infer<typeof speedSchema>;
