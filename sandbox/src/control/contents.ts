/** Control API: empties the sandbox. */

import { z } from 'zod/v4';

import type { App } from '../app';
import { operation } from '../openapi/control/operation';
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
	app.post(
		'/reset',
		{
			schema: operation(
				{
					id: 'reset',
					summary: 'Empties the sandbox, fault rules too; the other settings and the clock stay',
					answer: z.strictObject({ reset: z.literal(true) }),
				},
				{},
			),
		},
		(_, reply) => {
			empty(services);
			void reply.send({ reset: true });
		},
	);
}
