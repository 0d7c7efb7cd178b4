/** Control API: empties the sandbox. */

import type { App } from '../app';
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

export function contentRoutes(app: App, services: Services): void {
	app.post('/reset', (_, reply) => {
		empty(services);
		void reply.send({ reset: true });
	});
}
