/** Control API under `/_sandbox`: looks inside the sandbox and moves its letters. */
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod/v4';
import { pageOf } from '../../cardQuery';
import { isoTime } from '../../clock';
import { streamChanges } from '../../changeStream';
import { ApiError } from '../../errors';
import type { Parts } from '../../parts';
import { cardRoutes } from './cards';
import { deliveryRoutes } from './deliveries';
import { limitSchema, parameter } from './parameters';
import { settingRoutes, webhookState } from './settings';

const requestsQuerySchema = z.strictObject({ limit: parameter(limitSchema) });

export const controlRoutes: FastifyPluginCallbackZod<Parts> = (app, options, done) => {
	const { changes, clock, faults, letters, rateLimiter, store, webhooks } = options;
	// No password stands here: a page of another site, open in the same browser, must change nothing.
	app.addHook('onRequest', (request, _reply, next) => {
		const { origin, host } = request.headers;
		if (origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)) next();
		else next(new ApiError(403, 'foreign_origin', `Calls from pages of ${origin} are refused`));
	});

	// The prefix among the options is this plugin's own; passed on it would count twice.
	const parts = { ...options, prefix: '' };
	void app.register(cardRoutes, parts);
	void app.register(deliveryRoutes, parts);
	void app.register(settingRoutes, parts);

	app.get('/ready', (_, reply) => {
		void reply.send({ ready: true });
	});

	app.get('/state', (_, reply) => {
		void reply.send({
			cards: store.cards.size,
			letters: store.cards.size,
			batches: store.batches.size,
			deliveries: webhooks.count,
			requests: store.requestCount,
			clock: { now: isoTime(clock.now()), speed: letters.speed },
			limits: rateLimiter.settings,
			faults: faults.list(),
			webhook: webhookState(webhooks),
		});
	});

	app.post('/reset', (_, reply) => {
		letters.clear();
		webhooks.clear();
		rateLimiter.clear();
		faults.configure([]);
		store.clear();
		changes.reset();
		void reply.send({ reset: true });
	});

	app.get('/requests', { schema: { querystring: requestsQuerySchema } }, (request, reply) => {
		const latest = store.latestRequests();
		void reply.send({ requests: pageOf(latest, request.query.limit), total: latest.length });
	});

	app.get('/changes', (_, reply) => {
		reply.hijack();
		streamChanges(reply.raw, changes);
	});

	done();
};
