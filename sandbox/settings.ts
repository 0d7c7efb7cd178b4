/** Rules for every setting, shared by `createSandbox`, the command line and the control API. */
import { z } from 'zod/v4';
import type { Clock } from './clock';
import type { FaultRule } from './faultRules';

export const webhookUrlSchema = z.url({
	protocol: /^https?$/,
	error: 'must be an http or https address',
});
export const webhookSecretSchema = z.string().min(1, 'must not be empty');
export const headerPrefixSchema = z
	.string()
	.regex(/^[A-Za-z0-9-]+$/, 'may hold letters, digits and hyphens only');

const seconds = z.number({ error: 'must be a number of seconds' }).positive('must be more than 0');

export const speedSchema = z.union([z.literal('off'), seconds], {
	error: 'must be off or a number of seconds above 0',
});

export const sandboxSettingsSchema = z.strictObject({
	/** 0 takes any free port. */
	port: z
		.number({ error: 'must be a number' })
		.int('must be a whole number')
		.min(0, 'must be 0 to 65535')
		.max(65535, 'must be 0 to 65535')
		.default(4010),
	host: z.string().min(1, 'must not be empty').default('127.0.0.1'),
	/** Each key is an account of its own, all on the same plan. */
	apiKeys: z
		.array(z.string().regex(/^\S+$/, 'must not be empty or hold spaces'))
		.min(1, 'needs at least one key')
		.default(['test_key']),
	webhookUrl: webhookUrlSchema.nullable().default(null),
	webhookSecret: webhookSecretSchema.default('whsec_test'),
	/** Delay before the first repeated delivery; doubles from there. */
	webhookRetrySeconds: seconds.default(1),
	headerPrefix: headerPrefixSchema.default('X-Service'),
	plan: z
		.enum(['starter', 'pro', 'enterprise'], { error: 'must be starter, pro or enterprise' })
		.default('pro'),
	/** Seconds a letter takes for each step by itself; off: it moves through the control API only. */
	speed: speedSchema.default('off'),
	/** File that keeps everything over a restart; null: in memory alone. */
	data: z.string().min(1, 'must not be empty').nullable().default(null),
});

export type SandboxSettings = z.infer<typeof sandboxSettingsSchema>;
export type SandboxOptions = z.input<typeof sandboxSettingsSchema> & {
	clock?: Clock;
	faults?: readonly FaultRule[];
};
