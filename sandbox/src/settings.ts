/** Rules for every setting, shared by `createSandbox`, the command line and the control API. */
import { z } from 'zod/v4';

import { secondsSchema, speedSchema } from './cards/speed';
import { CARD_EVENTS } from './contract';
import { DEFAULTS } from './defaults';
import type { FaultRule } from './faults/rules';
import type { SeedLetter } from './library/types';
import type { Watcher } from './state/changes';
import type { Clock } from './time/clock';
import { MAIN } from './webhooks/receivers';

const webhookUrlSchema = z
	.string()
	.regex(/^https?:\/\/\S+$/, { error: 'must be an http or https address', abort: true })
	.refine((text) => URL.canParse(text), 'must be an http or https address');
const webhookSecretSchema = z
	.string()
	.min(1, 'must not be empty')
	.regex(/^[^\uD800-\uDFFF]*$/u, 'must not hold half a character');
export const headerPrefixSchema = z
	.string()
	.regex(/^[A-Za-z0-9-]+$/, 'may hold letters, digits and hyphens only');

export const receiverNameSchema = z
	.string()
	.regex(/^[\w-]{1,40}$/, 'must be 1 to 40 letters, digits, hyphens or underscores');
/** What can be said of one receiver; what is not given stays as it is. */
export const receiverSchema = z
	.strictObject({
		url: webhookUrlSchema.nullable(),
		secret: webhookSecretSchema,
		/** Null: all. */
		events: z
			.array(z.enum(CARD_EVENTS, { error: `must be one of ${CARD_EVENTS.join(', ')}` }))
			.min(1, 'must name an event, or be null for all')
			.nullable(),
		allowSelfSigned: z.boolean({ error: 'must be true or false' }),
	})
	.partial();

const furtherReceiverSchema = receiverSchema.extend({
	name: receiverNameSchema.refine((name) => name !== MAIN, `must not be ${MAIN}: webhookUrl sets that one`),
});
/** Those beside the main one. */
export const receiversSchema = z
	.array(furtherReceiverSchema)
	.refine((list) => new Set(list.map(({ name }) => name)).size === list.length, 'must not share a name');
export type FurtherReceiver = z.infer<typeof furtherReceiverSchema>;

export const sandboxSettingsSchema = z.strictObject({
	/** 0 takes any free port. */
	port: z
		.number({ error: 'must be a number' })
		.int('must be a whole number')
		.min(0, 'must be 0 to 65535')
		.max(65535, 'must be 0 to 65535')
		.default(DEFAULTS.port),
	host: z.string().min(1, 'must not be empty').default(DEFAULTS.host),
	/** Each key is an account of its own, all on the same plan. */
	apiKeys: z
		.array(
			z.string().regex(/^[^\s,]+$/, 'must not be empty or hold spaces or commas; repeat it for more keys'),
		)
		.min(1, 'needs at least one key')
		.default([DEFAULTS.apiKey]),
	webhookUrl: webhookUrlSchema.nullable().default(null),
	webhookSecret: webhookSecretSchema.default(DEFAULTS.webhookSecret),
	/** Delay before the first repeated delivery; doubles from there. */
	webhookRetrySeconds: secondsSchema.default(DEFAULTS.webhookRetrySeconds),
	headerPrefix: headerPrefixSchema.default(DEFAULTS.headerPrefix),
	plan: z
		.enum(['starter', 'pro', 'enterprise'], { error: 'must be starter, pro or enterprise' })
		.default(DEFAULTS.plan),
	/** Keeps the key of an order that it rejects: the specification does not say whether the service does. */
	rejectedKeepsKey: z.boolean({ error: 'must be true or false' }).default(false),
	/** Seconds a letter takes for each step by itself; off: it moves through the control API only. */
	speed: speedSchema.default(DEFAULTS.speed),
	/** Names it answers to, beside IP addresses, localhost, host.docker.internal and `host`. */
	allowHosts: z.array(z.string().regex(/^[\w.-]+$/, 'must be a host name without a port')).default([]),
	/** Wanted by the control API and the console; null: one is made where other machines reach them. */
	controlToken: z
		.string()
		.regex(/^[\w.~-]{8,}$/, 'must be at least 8 letters, digits, dots, hyphens, tildes or underscores')
		.nullable()
		.default(null),
	/** File that keeps everything over a restart; null: in memory alone. */
	data: z.string().min(1, 'must not be empty').nullable().default(null),
});

export type SandboxSettings = z.infer<typeof sandboxSettingsSchema>;
export type SandboxOptions = z.input<typeof sandboxSettingsSchema> & {
	clock?: Clock;
	faults?: readonly FaultRule[];
	receivers?: readonly FurtherReceiver[];
	/** Made before it can be reached, if it has no letter yet. */
	seed?: readonly SeedLetter[];
	/** Sees every call to `/v1` and every delivery. */
	watcher?: Watcher;
};
