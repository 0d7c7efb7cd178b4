/**
 * What the control API's calls answer; a test holds real answers to these schemas. Parameters and bodies stand
 * with the routes.
 */
import { z } from 'zod/v4';

import { speedSchema } from '../../cards/speed';
import { addressSchema, CARD_EVENTS, cardCreateRequestSchema } from '../../contract';
import { faultRuleSchema } from '../../faults/rules';
import { DELIVERY_STATUSES } from '../../state/delivery';
import { cardEventAnswer, cardWithEventsAnswer } from '../answers';
import { call, count, instant, text, textOrNull } from '../calls';

export const letter = z.strictObject({
	...cardWithEventsAnswer.shape,
	batch_id: textOrNull('The batch it was ordered in'),
	request: cardCreateRequestSchema.meta({ description: 'As it was ordered' }),
});
export const made = z.strictObject({ cards: z.array(letter) });

const attempt = z.strictObject({
	at: instant('When it was made, in sandbox time'),
	url: text('Where it went'),
	headers: z.record(z.string(), z.string()).describe('As they were sent; credentials are masked'),
	status: z.int().nullable().describe('Of the answer; null where none came'),
	error: textOrNull('Why no answer came'),
	answer: textOrNull('How the answer begins'),
	duration_ms: z.number().describe('How long it took'),
	fault: textOrNull('The fault that was applied'),
});

export const delivery = z.strictObject({
	id: text('Its id'),
	event: z.enum(CARD_EVENTS).describe('What it tells'),
	card_id: text('The letter'),
	receiver: text('The name of the receiver it goes to'),
	body: text('The exact text sent'),
	status: z.enum(DELIVERY_STATUSES).describe('`failed`: given up'),
	attempts: z.array(attempt).describe('The oldest first'),
	next_attempt_at: z.iso.datetime().nullable().describe('When the next retry is due'),
	retries: count('Retries planned so far').optional(),
});
export const listedDelivery = delivery.extend({ recipient: textOrNull('Name on the letter') });

export const receiver = z.strictObject({
	name: text('`main` is the one of `--webhook-url`'),
	url: textOrNull('Null: no event goes there'),
	events: z.array(z.enum(CARD_EVENTS)).nullable().describe('Those it takes; null: all'),
	allowSelfSigned: z.boolean().describe('Accepts any certificate'),
});
export const webhook = receiver
	.pick({ url: true })
	.extend({ headerPrefix: text('Of the signature headers') });

export const clock = z.strictObject({
	now: instant('Sandbox time'),
	speed: speedSchema.describe('Seconds per step'),
});
export const limits = z.strictObject({
	limit: z.int().nullable().describe('Requests in a window; null: no limit'),
	windowSeconds: z.int().describe('How long a window is'),
});
export const countedRule = z.strictObject({
	...faultRuleSchema.shape,
	struck: count('How often it was applied'),
});

export const state = z.strictObject({
	api_keys: z.array(z.string()).describe('One for each account'),
	cards: count('Letters'),
	batches: count('Batches'),
	deliveries: count('Deliveries since the last reset'),
	requests: count('Calls to `/v1` since the last reset'),
	clock: clock.describe('Its time, and how fast letters move'),
	limits: limits.describe('The rate limit of each account'),
	faults: z.array(countedRule).describe('The fault rules, in their order'),
	webhook: webhook.describe('The receiver `main`'),
	receivers: z.array(receiver).describe('All receivers, `main` first'),
});

export const total = count('All that match, also beyond the page');
export const counts = (names: readonly string[]) =>
	z.strictObject(Object.fromEntries(names.map((name) => [name, z.int()])));

/** Named in the document's components. */
export const CONTROL_SCHEMAS = {
	Address: addressSchema,
	CardCreateRequest: cardCreateRequestSchema,
	CardEvent: cardEventAnswer,
	CardWithEvents: cardWithEventsAnswer,
	Letter: letter,
	Delivery: delivery,
	ListedDelivery: listedDelivery,
	Call: call,
	Receiver: receiver,
	FaultRule: faultRuleSchema,
	CountedFaultRule: countedRule,
	SandboxState: state,
};
