/** Control API: the letters. */
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod/v4';
import { CARD_STATUSES } from '../../../nodes/shared/contract';
import { queryCards } from '../../cardQuery';
import { cardNotFound } from '../../errors';
import type { Parts } from '../../parts';
import type { Store, StoredCard } from '../../store';
import { idPathSchema, limitSchema, offsetSchema, parameter } from './parameters';

const listSchema = z.strictObject({
	status: parameter(z.enum(CARD_STATUSES)),
	search: parameter(z.string()),
	limit: parameter(limitSchema),
	offset: parameter(offsetSchema),
});

// No body at all is fine too; Fastify validates that as null.
const advanceSchema = z.strictObject({ to: z.enum(CARD_STATUSES).optional() }).nullish();

export function findCard({ cards }: Store, id: string): StoredCard {
	const stored = cards.get(id);
	if (stored === undefined) throw cardNotFound();
	return stored;
}

/** The card as its account reads it, and what only the sandbox knows. */
function view({ card, events, batchId, request }: StoredCard) {
	return { ...card, events, batch_id: batchId, request };
}

export const cardRoutes: FastifyPluginCallbackZod<Parts> = (app, options, done) => {
	const { letters, store } = options;

	app.get('/cards', { schema: { querystring: listSchema } }, (request, reply) => {
		const { cards, total, counts } = queryCards(store.cards.values(), request.query);
		void reply.send({ cards: cards.map(view), total, counts });
	});

	app.get('/cards/:id', { schema: { params: idPathSchema } }, (request, reply) => {
		void reply.send(view(findCard(store, request.params.id)));
	});

	app.post(
		'/cards/:id/advance',
		{ schema: { params: idPathSchema, body: advanceSchema } },
		(request, reply) => {
			const stored = findCard(store, request.params.id);
			letters.advance(stored, request.body?.to);
			void reply.send({ ...stored.card, events: stored.events });
		},
	);

	done();
};
