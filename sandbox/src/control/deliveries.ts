/** Control API: webhook deliveries and test events. */
import { randomUUID } from 'node:crypto';

import { z } from 'zod/v4';

import { ApiError } from '../api/errors';
import type { App } from '../app';
import { statusDuring } from '../cards/lifecycle';
import { CARD_EVENTS } from '../contract';
import { operation } from '../openapi/control/operation';
import { counts, delivery as deliveryAnswer, listedDelivery, total } from '../openapi/control/schemas';
import type { Services } from '../services';
import type { SandboxCard } from '../state/card';
import type { Delivery } from '../state/delivery';
import { DELIVERY_STATUSES, MISTAKES } from '../state/delivery';
import type { Store } from '../state/store';
import { isoTime } from '../time/clock';
import type { Webhooks } from '../webhooks';
import { MAIN } from '../webhooks/receivers';
import { pageOf } from './cardQuery';
import { findCard } from './cards';
import { idPathSchema, limitSchema, offsetSchema, parameter } from './parameters';

const listSchema = z.strictObject({
	card: parameter(z.string()),
	event: parameter(z.enum(CARD_EVENTS)),
	status: parameter(z.enum(DELIVERY_STATUSES)),
	receiver: parameter(z.string()),
	/** Whatever the case, in its id or in the body that is sent. */
	text: parameter(z.string().toLowerCase()),
	/** Those that a fault struck. */
	only: parameter(z.enum(['fault'])),
	limit: parameter(limitSchema),
	offset: parameter(offsetSchema),
});

function matches(delivery: Delivery, query: z.infer<typeof listSchema>): boolean {
	const { card, event, status, receiver, text } = query;
	if (card !== undefined && delivery.card_id !== card) return false;
	if (event !== undefined && delivery.event !== event) return false;
	if (status !== undefined && delivery.status !== status) return false;
	if (receiver !== undefined && delivery.receiver !== receiver) return false;
	if (query.only === 'fault' && delivery.attempts.every(({ fault }) => fault === null)) return false;
	return text === undefined || `${delivery.id} ${delivery.body}`.toLowerCase().includes(text);
}

function countsOf(deliveries: readonly Delivery[]): Record<Delivery['status'], number> {
	const counts = { pending: 0, delivered: 0, failed: 0 };
	for (const { status } of deliveries) counts[status] += 1;
	return counts;
}

const eventSchema = z.strictObject({
	event: z.enum(CARD_EVENTS),
	card: z.string().optional(),
	/** Without it, every receiver that takes the event. */
	receiver: z.string().optional(),
});

/** Stands in for a letter in a test event that names none; it is not stored. */
function sampleCard(now: number): SandboxCard {
	return {
		id: `crd_${randomUUID()}`,
		external_id: null,
		status: 'queued',
		tracking_code: null,
		tracking_url: null,
		estimated_posting_at: isoTime(now),
		created_at: isoTime(now),
	};
}

function noWebhook(message: string): ApiError {
	return new ApiError('no_webhook', message);
}

/** Why a test event goes nowhere. */
function noTaker(webhooks: Webhooks, event: string, receiver?: string): ApiError {
	const asked = webhooks.current.receivers.filter(({ name }) => (receiver ?? name) === name);
	if (asked.length === 0) return noWebhook(`No receiver is called "${receiver ?? ''}"`);
	if (asked.every(({ url }) => url === null)) {
		const way = `PUT /_sandbox/receivers/${receiver ?? MAIN}`;
		return noWebhook(`Set a webhook URL first: in the console's Settings, or by ${way}`);
	}
	const who = receiver === undefined ? 'No receiver takes' : `The receiver "${receiver}" does not take`;
	return noWebhook(`${who} ${event}`);
}

const signatureSchema = z.strictObject({ signature: z.string().max(1000) });

function foundDelivery(webhooks: Webhooks, id: string): Delivery {
	const delivery = webhooks.find(id);
	if (delivery !== undefined) return delivery;
	throw new ApiError('delivery_not_found', 'No delivery has this id, or it is no longer kept');
}

const listDeliveries = operation(
	{
		id: 'listDeliveries',
		summary: 'Deliveries of webhooks, oldest first; with a limit, newest first',
		answer: z.strictObject({
			deliveries: z.array(listedDelivery),
			total,
			counts: counts(DELIVERY_STATUSES),
		}),
	},
	{ querystring: listSchema },
);

const redeliver = operation(
	{
		id: 'redeliver',
		summary: 'One more attempt at once',
		answer: deliveryAnswer,
		status: 202,
		refusals: ['DeliveryNotFound', 'NoWebhook'],
	},
	{ params: idPathSchema },
);

const compareSignature = operation(
	{
		id: 'compareSignature',
		summary: 'Which mistakes make the signature that a receiver has computed',
		answer: z.strictObject({
			mistakes: z.array(z.enum(MISTAKES)).nullable().describe('Empty: it is right; null: none that is known'),
		}),
		refusals: ['DeliveryNotFound'],
	},
	{ params: idPathSchema, body: signatureSchema },
);

const sendTestEvent = operation(
	{
		id: 'sendTestEvent',
		summary: 'A signed test event; the letter itself does not change',
		answer: deliveryAnswer,
		status: 202,
		refusals: ['CardNotFound', 'NoWebhook'],
	},
	{ body: eventSchema },
);

/** Null for a test event without a letter: the body of an event names nobody. */
function recipientOf(store: Store, card: string): string | null {
	const stored = store.cards.get(card);
	return stored === undefined ? null : store.orderOf(stored).to.name;
}

export function deliveryRoutes(app: App, options: Services): void {
	const { clock, store, webhooks } = options;

	app.get('/deliveries', { schema: listDeliveries }, (request, reply) => {
		const { limit, offset } = request.query;
		const found = webhooks.list().filter((delivery) => matches(delivery, request.query));
		void reply.send({
			deliveries: pageOf(found, limit, offset).map((one) => ({
				...one,
				recipient: recipientOf(store, one.card_id),
			})),
			total: found.length,
			counts: countsOf(found),
		});
	});

	app.post('/deliveries/:id/redeliver', { schema: redeliver }, (request, reply) => {
		const delivery = foundDelivery(webhooks, request.params.id);
		if ((webhooks.receiver(delivery.receiver)?.url ?? null) === null) {
			throw noWebhook(`The receiver "${delivery.receiver}" is gone or has no URL`);
		}
		webhooks.redeliver(delivery);
		void reply.code(202).send(delivery);
	});

	app.post('/deliveries/:id/signature', { schema: compareSignature }, (request, reply) => {
		const delivery = foundDelivery(webhooks, request.params.id);
		void reply.send({ mistakes: webhooks.mistakesIn(request.body.signature, delivery) });
	});

	app.post('/events', { schema: sendTestEvent }, (request, reply) => {
		const { event, card, receiver } = request.body;
		const now = clock.now();
		const subject = card === undefined ? sampleCard(now) : store.cardOf(findCard(store, card));
		// As a real event would carry it (spec, States); the letter itself stays where it is.
		const shown = { ...subject, status: statusDuring(event) };
		const [delivery] = webhooks.emit(event, () => shown, isoTime(now), receiver);
		if (delivery === undefined) throw noTaker(webhooks, event, receiver);
		void reply.code(202).send(delivery);
	});
}
