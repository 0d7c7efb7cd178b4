/**
 * The control API: what each call under `/_sandbox` does and answers. Parameters and bodies come from
 * the routes themselves; a test holds real answers to these schemas.
 */
import { z } from 'zod/v4';

import { addressSchema, CARD_EVENTS, CARD_STATUSES, cardCreateRequestSchema } from '../contract';
import { faultRuleSchema } from '../faults/rules';
import { speedSchema } from '../settings';
import { DELIVERY_STATUSES, MISTAKES } from '../state/delivery';
import { TOPICS } from '../state/topics';
import { cardEventAnswer, cardWithEventsAnswer } from './answers';
import { call, count, instant, text, textOrNull } from './calls';
import type { ErrorName } from './errors';

const letter = z.strictObject({
	...cardWithEventsAnswer.shape,
	batch_id: textOrNull('The batch it was ordered in'),
	request: cardCreateRequestSchema,
});
const made = z.strictObject({ cards: z.array(letter) });

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

const delivery = z.strictObject({
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
const listedDelivery = delivery.extend({ recipient: textOrNull('Name on the letter') });

const receiver = z.strictObject({
	name: text('`main` is the one of `--webhook-url`'),
	url: textOrNull('Null: no event goes there'),
	events: z.array(z.enum(CARD_EVENTS)).nullable().describe('Those it takes; null: all'),
	allowSelfSigned: z.boolean().describe('Accepts any certificate'),
});
const webhook = receiver.pick({ url: true }).extend({ headerPrefix: text('Of the signature headers') });

const clock = z.strictObject({
	now: instant('Sandbox time'),
	speed: speedSchema.describe('Seconds per step'),
});
const limits = z.strictObject({
	limit: z.int().nullable().describe('Requests in a window; null: no limit'),
	windowSeconds: z.int().describe('How long a window is'),
});
const countedRule = z.strictObject({
	...faultRuleSchema.shape,
	struck: count('How often it was applied'),
});

const state = z.strictObject({
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

const total = count('All that match, also beyond the page');
const counts = (names: readonly string[]) =>
	z.strictObject(Object.fromEntries(names.map((name) => [name, z.int()])));

/** Named in the document's components. */
export const CONTROL_SCHEMAS = {
	Address: addressSchema,
	CardCreateRequest: cardCreateRequestSchema,
	CardEvent: cardEventAnswer,
	CardWithEvents: cardWithEventsAnswer,
	Letter: letter,
	Delivery: delivery,
	Call: call,
	Receiver: receiver,
	FaultRule: faultRuleSchema,
	CountedFaultRule: countedRule,
	SandboxState: state,
};

export interface ControlOperation {
	readonly operationId: string;
	readonly summary: string;
	readonly status?: number;
	readonly answer: z.ZodType;
	/** Beside those of every call. */
	readonly refusals?: readonly ErrorName[];
}

/** By method and path, as the routes name them below the prefix. */
export const CONTROL_OPERATIONS: Readonly<Record<string, ControlOperation>> = {
	'GET /ready': {
		operationId: 'isReady',
		summary: 'Answers once the sandbox is ready; needs no token',
		answer: z.strictObject({ ready: z.literal(true) }),
	},
	'GET /state': { operationId: 'readState', summary: 'Counts and settings', answer: state },
	'POST /reset': {
		operationId: 'reset',
		summary: 'Empties the sandbox, fault rules too; the other settings and the clock stay',
		answer: z.strictObject({ reset: z.literal(true) }),
	},
	'GET /cards': {
		operationId: 'listLetters',
		summary: 'Letters, oldest first; with a limit, newest first',
		answer: z.strictObject({ cards: z.array(letter), total, counts: counts(CARD_STATUSES) }),
	},
	'POST /seed': {
		operationId: 'seedLetters',
		summary: 'Makes all letters, or none',
		refusals: ['InvalidSeed'],
		answer: made,
	},
	'GET /cards/:id': {
		operationId: 'readLetter',
		summary: 'One letter',
		refusals: ['CardNotFound'],
		answer: letter,
	},
	'DELETE /cards/:id': {
		operationId: 'removeLetter',
		summary: 'Removes a letter and frees its key; its deliveries stay',
		refusals: ['CardNotFound'],
		answer: z.strictObject({ deleted: z.string() }),
	},
	'POST /cards/:id/advance': {
		operationId: 'advanceLetter',
		summary: 'One step towards delivery, or to a status through all steps between',
		refusals: ['CardNotFound', 'IllegalTransition'],
		answer: cardWithEventsAnswer,
	},
	'PUT /webhook': {
		operationId: 'setHeaderPrefix',
		summary: 'Changes the header prefix of all receivers',
		answer: webhook,
	},
	'GET /receivers': {
		operationId: 'listReceivers',
		summary: 'Who gets the webhooks',
		answer: z.strictObject({ receivers: z.array(receiver) }),
	},
	'PUT /receivers/:name': {
		operationId: 'setReceiver',
		summary: 'Adds a receiver, or changes what is given of one',
		answer: receiver,
	},
	'DELETE /receivers/:name': {
		operationId: 'removeReceiver',
		summary: 'Removes a receiver',
		refusals: ['ReceiverNotFound', 'MainReceiver'],
		answer: z.strictObject({ removed: z.string() }),
	},
	'GET /deliveries': {
		operationId: 'listDeliveries',
		summary: 'Deliveries of webhooks, oldest first; with a limit, newest first',
		answer: z.strictObject({
			deliveries: z.array(listedDelivery),
			total,
			counts: counts(DELIVERY_STATUSES),
		}),
	},
	'POST /deliveries/:id/redeliver': {
		operationId: 'redeliver',
		summary: 'One more attempt at once',
		status: 202,
		refusals: ['DeliveryNotFound', 'NoWebhook'],
		answer: delivery,
	},
	'POST /deliveries/:id/signature': {
		operationId: 'compareSignature',
		summary: 'Which mistakes make the signature that a receiver has computed',
		refusals: ['DeliveryNotFound'],
		answer: z.strictObject({
			mistakes: z.array(z.enum(MISTAKES)).nullable().describe('Empty: it is right; null: none that is known'),
		}),
	},
	'POST /events': {
		operationId: 'sendTestEvent',
		summary: 'A signed test event; the letter itself does not change',
		status: 202,
		refusals: ['CardNotFound', 'NoWebhook'],
		answer: delivery,
	},
	'PUT /clock': {
		operationId: 'setClock',
		summary: 'Moves the clock forward, then sets the speed',
		answer: clock,
	},
	'PUT /limits': { operationId: 'setLimits', summary: 'Changes the rate limit', answer: limits },
	'PUT /faults': {
		operationId: 'setFaults',
		summary: 'Replaces all fault rules; their counts start anew',
		answer: z.strictObject({ rules: z.array(countedRule) }),
	},
	'POST /faults': {
		operationId: 'addFault',
		summary: 'Adds one fault rule behind the others, which go on counting',
		status: 201,
		answer: countedRule,
	},
	'GET /requests': {
		operationId: 'listCalls',
		summary: 'Calls to `/v1`, oldest first; with a limit, newest first',
		answer: z.strictObject({
			requests: z.array(call),
			total,
			counts: z.record(z.string(), z.int()).describe('By status'),
		}),
	},
	'GET /requests/:id': {
		operationId: 'readCall',
		summary: 'One call, by its request_id',
		refusals: ['RequestNotFound'],
		answer: call,
	},
	'GET /changes': {
		operationId: 'streamChanges',
		summary: 'Server-sent events that say what changed',
		answer: z.string().describe(`\`changed\` names any of ${TOPICS.join(', ')}`),
	},
};
