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

/** Of each kind one form: the field that makes it, and what may stand beside that. */
type Forms = Readonly<Record<string, readonly string[]>>;
export const WHEN_FORMS = { next: [], nth: [], every: [], probability: ['seed'] } satisfies Forms;
const DELAY = ['delaySeconds'];
export const FAULT_FORMS = {
	status: ['after', 'html', 'retryAfter', ...DELAY],
	reset: DELAY,
	cut: DELAY,
	delaySeconds: [],
	malformed: DELAY,
	webhook: [],
} satisfies Forms;
/** What a rule may say in `on`. */
export const ON_CALLS = ['method', 'path', 'key', 'external_id'];
export const ON_DELIVERIES = ['event', 'receiver'];

function hasOneForm(forms: Forms) {
	return (given: object): boolean =>
		Object.entries(forms).some(
			([name, beside]) =>
				name in given && Object.keys(given).every((one) => one === name || beside.includes(one)),
		);
}

const isTrue = z.literal(true, { error: 'must be true' });
const count = z.number().int().min(1, 'must be at least 1');

const onSchema = z
	.strictObject({
		method: z.enum(['GET', 'POST'], { error: 'must be GET or POST' }),
		path: z
			.string()
			.regex(/^\//, { error: 'must begin with /', abort: true })
			.regex(/^(?!\/v1(\/|$))/, 'is meant below /v1, for example /cards'),
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
	.refine(
		hasOneForm(WHEN_FORMS),
		'must hold exactly one of next, nth, every, probability; seed may stand beside probability',
	);

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
	.refine(
		hasOneForm(FAULT_FORMS),
		`must hold exactly one of ${Object.keys(FAULT_FORMS).join(', ')}; after, html and retryAfter may stand ` +
			'beside status, and delaySeconds beside another fault of a call',
	);

export const faultRuleSchema = z
	.strictObject({
		on: onSchema.optional().describe('Which calls or deliveries; all without it'),
		when: whenSchema.describe('Which of those: the next ones, the n-th, every n-th, or some by chance'),
		fault: faultSchema.describe('What goes wrong'),
	})
	.refine(
		({ on = {}, fault }) => {
			const names = 'webhook' in fault ? ON_DELIVERIES : ON_CALLS;
			return Object.keys(on).every((name) => names.includes(name));
		},
		{
			error: `takes ${ON_DELIVERIES.join(' and ')} only with a webhook fault, and all else only without one`,
			path: ['on'],
		},
	);
export const faultRulesSchema = z.array(faultRuleSchema);
export type FaultRule = z.infer<typeof faultRuleSchema>;
