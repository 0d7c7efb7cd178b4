/** Control API: webhook deliveries and test events. */
import { randomUUID } from 'node:crypto';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod/v4';
import { CARD_EVENTS } from '../../../nodes/shared/contract';
import { pageOf } from '../../cardQuery';
import { isoTime } from '../../clock';
import { ApiError } from '../../errors';
import { statusDuring } from '../../lifecycle';
import type { Parts } from '../../parts';
import type { SandboxCard } from '../../store';
import { findCard } from './cards';
import { idPathSchema, limitSchema, parameter } from './parameters';

const listSchema = z.strictObject({
	card: parameter(z.string()),
	limit: parameter(limitSchema),
});

const eventSchema = z.strictObject({
	event: z.enum(CARD_EVENTS),
	card: z.string().optional(),
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

function noWebhook(): ApiError {
	const message = 'Set a webhook URL first: PUT /_sandbox/webhook';
	return new ApiError(409, 'no_webhook', message, 'state_error');
}

export const deliveryRoutes: FastifyPluginCallbackZod<Parts> = (app, options, done) => {
	const { clock, store, webhooks } = options;

	app.get('/deliveries', { schema: { querystring: listSchema } }, (request, reply) => {
		const { card, limit } = request.query;
		const all = webhooks.list();
		const matching = card === undefined ? all : all.filter(({ card_id: id }) => id === card);
		void reply.send({ deliveries: pageOf(matching, limit), total: matching.length });
	});

	app.post('/deliveries/:id/redeliver', { schema: { params: idPathSchema } }, (request, reply) => {
		const delivery = webhooks.find(request.params.id);
		if (delivery === undefined) {
			throw new ApiError(404, 'delivery_not_found', 'No delivery has this id, or it is no longer kept');
		}
		if (webhooks.current.url === null) throw noWebhook();
		webhooks.redeliver(delivery);
		void reply.code(202).send(delivery);
	});

	app.post('/events', { schema: { body: eventSchema } }, (request, reply) => {
		const { event, card } = request.body;
		const now = clock.now();
		const subject = card === undefined ? sampleCard(now) : findCard(store, card).card;
		// As a real event would carry it (spec, States); the letter itself stays where it is.
		const shown = { ...subject, status: statusDuring(event) };
		const delivery = webhooks.emit(event, shown, isoTime(now));
		if (delivery === undefined) throw noWebhook();
		void reply.code(202).send(delivery);
	});

	done();
};
