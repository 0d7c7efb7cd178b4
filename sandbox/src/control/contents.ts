/** Control API: all of the sandbox's contents at once, emptied, taken away and brought back. */
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { refuseDamaged, restoreSnapshot, snapshotSchema, takeSnapshot } from '../data/snapshot';
import type { Services } from '../services';

/** Far more than a call to the service may hold, far less than a text of Node's. */
const LARGEST_SNAPSHOT = 256 * 1024 * 1024;

function empty({ cards, changes, faults, journal, rateLimiter, store, webhooks }: Services): void {
	cards.clear();
	webhooks.clear();
	rateLimiter.clear();
	faults.configure([]);
	store.clear();
	journal.clear();
	changes.reset();
}

export const contentRoutes: FastifyPluginCallbackZod<Services> = (app, services, done) => {
	app.post('/reset', (_, reply) => {
		empty(services);
		void reply.send({ reset: true });
	});

	app.get('/snapshot', (_, reply) => {
		void reply.send(takeSnapshot(services));
	});

	app.put(
		'/snapshot',
		{ schema: { body: snapshotSchema }, bodyLimit: LARGEST_SNAPSHOT },
		(request, reply) => {
			refuseDamaged(request.body);
			empty(services);
			restoreSnapshot(services, request.body);
			const { store, webhooks } = services;
			void reply.send({ restored: true, cards: store.cards.size, deliveries: webhooks.count });
		},
	);

	done();
};
