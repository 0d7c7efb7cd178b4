/** Control API: empties the sandbox. */
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import type { Services } from '../services';

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

	done();
};
