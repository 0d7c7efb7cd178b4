/** What a fault rule may say: which calls or deliveries go wrong, when and how. */
import { z } from 'zod/v4';

import { CARD_EVENTS } from '../contract';

/** What can be done to a webhook delivery's first attempt; `webhooks/` carries it out. */
export const WEBHOOK_FAULTS = [
	'bad_signature',
	'stale',
	'future',
	'milliseconds',
	'tampered',
	'unsigned',
	'duplicate',
	'late',
	'out_of_order',
	'old_secret',
	'event_mismatch',
] as const;
export type WebhookFault = (typeof WEBHOOK_FAULTS)[number];

/** Far below setTimeout's largest delay, beyond which a timer fires at once. */
const LONGEST_DELAY_SECONDS = 3600;

function exactlyOne(names: readonly string[]) {
	return {
		check: (given: object) => names.filter((name) => name in given).length === 1,
		error: `must hold exactly one of ${names.join(', ')}`,
	};
}
const ONE_WHEN = exactlyOne(['next', 'nth', 'every', 'probability']);
const ONE_FAULT = exactlyOne(['status', 'reset', 'cut', 'delaySeconds', 'malformed', 'webhook']);
/** What may be said of a status. */
const OF_STATUS = ['after', 'html', 'retryAfter'];
/** A delay may come before another fault of a call. */
function isOneFault(fault: { readonly delaySeconds?: number }): boolean {
	const { delaySeconds, ...other } = fault;
	if (delaySeconds === undefined || 'webhook' in other) return ONE_FAULT.check(fault);
	return Object.keys(other).every((name) => OF_STATUS.includes(name)) || ONE_FAULT.check(other);
}

const isTrue = z.literal(true, { error: 'must be true' });
const count = z.number().int().min(1, 'must be at least 1');

const onSchema = z
	.strictObject({
		method: z.enum(['GET', 'POST'], { error: 'must be GET or POST' }),
		path: z
			.string()
			.startsWith('/', 'must begin with /')
			.refine((path) => !/^\/v1(\/|$)/.test(path), 'is meant below /v1, for example /cards'),
		/** The Idempotency-Key. */
		key: z.string().min(1, 'must not be empty'),
		/** Of the letter, or of one in the batch. */
		external_id: z.string().min(1, 'must not be empty'),
		event: z.enum(CARD_EVENTS, { error: `must be one of ${CARD_EVENTS.join(', ')}` }),
		/** The name of one, for faults of deliveries. */
		receiver: z.string().min(1, 'must not be empty'),
	})
	.partial();

const whenSchema = z
	.strictObject({
		next: count,
		/** That one alone. */
		nth: count,
		every: count,
		probability: z.number().gt(0, 'must be more than 0').max(1, 'must be at most 1'),
		seed: z.number().int(),
	})
	.partial()
	.refine(ONE_WHEN.check, ONE_WHEN.error)
	.refine((when) => !('seed' in when) || 'probability' in when, 'takes seed only with probability');

const faultSchema = z
	.strictObject({
		status: z.number().int().min(400, 'must be 400 to 599').max(599, 'must be 400 to 599'),
		retryAfter: z.number().int().min(0, 'must not be negative'),
		/** Once the call was carried out, not before. */
		after: isTrue,
		/** A proxy's page instead of the error envelope. */
		html: isTrue,
		reset: isTrue,
		cut: isTrue,
		delaySeconds: z
			.number()
			.gt(0, 'must be more than 0')
			.max(LONGEST_DELAY_SECONDS, `must be at most ${LONGEST_DELAY_SECONDS}`),
		malformed: isTrue,
		webhook: z.enum(WEBHOOK_FAULTS, { error: `must be one of ${WEBHOOK_FAULTS.join(', ')}` }),
	})
	.partial()
	.refine(isOneFault, `${ONE_FAULT.error}; delaySeconds may stand beside another fault of a call`)
	.refine(
		(fault) => 'status' in fault || !OF_STATUS.some((name) => name in fault),
		`takes ${OF_STATUS.join(', ')} only with status`,
	);

/** What a rule may say of deliveries; the rest of `on` is about calls. */
const OF_DELIVERIES = ['event', 'receiver'];

export const faultRuleSchema = z
	.strictObject({
		on: onSchema.optional().describe('Which calls or deliveries; all without it'),
		when: whenSchema.describe('Which of those: the next ones, the n-th, every n-th, or some by chance'),
		fault: faultSchema.describe('What goes wrong'),
	})
	.refine(({ on = {}, fault }) => 'webhook' in fault || !OF_DELIVERIES.some((name) => name in on), {
		error: 'takes event and receiver only with a webhook fault',
		path: ['on'],
	})
	.refine(
		({ on = {}, fault }) =>
			!('webhook' in fault) || Object.keys(on).every((name) => OF_DELIVERIES.includes(name)),
		{
			error: 'takes no method, path, key or external_id with a webhook fault',
			path: ['on'],
		},
	);
export const faultRulesSchema = z.array(faultRuleSchema);
export type FaultRule = z.infer<typeof faultRuleSchema>;
