/** Control API: the letters. */
import { z } from 'zod/v4';

import { cardNotFound } from '../api/errors';
import type { App } from '../app';
import { seedCards } from '../cards/seed';
import { CARD_STATUSES } from '../contract';
import type { SeedLetter } from '../library/types';
import { cardWithEventsAnswer } from '../openapi/answers';
import { operation } from '../openapi/control/operation';
import { counts, letter, made, total } from '../openapi/control/schemas';
import type { Services } from '../services';
import type { StoredCard } from '../state/card';
import type { Store } from '../state/store';
import { queryCards } from './cardQuery';
import { idPathSchema, limitSchema, offsetSchema, parameter } from './parameters';

const listSchema = z.strictObject({
	status: parameter(z.enum(CARD_STATUSES)),
	search: parameter(z.string()),
	limit: parameter(limitSchema),
	offset: parameter(offsetSchema),
});

// No body at all is fine too; Fastify validates that as null.
const advanceSchema = z.strictObject({ to: z.enum(CARD_STATUSES).optional() }).nullish();

/** Tens of thousands of letters. */
const LARGEST_SEED = 64 * 1024 * 1024;
const seedSchema = z.strictObject({
	letters: z
		.array(z.unknown())
		.describe('Orders, each with an optional `status`; a missing recipient or text is made up'),
});

export function findCard({ cards }: Store, id: string): StoredCard {
	const stored = cards.get(id);
	if (stored === undefined) throw cardNotFound();
	return stored;
}

/** The card as its account reads it, and what only the sandbox knows. */
function viewIn(store: Store) {
	return (stored: StoredCard) => ({
		...store.cardOf(stored),
		events: stored.events,
		batch_id: stored.batchId,
		request: store.orderOf(stored),
	});
}

const listLetters = operation(
	{
		id: 'listLetters',
		summary: 'Letters, oldest first; with a limit, newest first',
		answer: z.strictObject({ cards: z.array(letter), total, counts: counts(CARD_STATUSES) }),
	},
	{ querystring: listSchema },
);

const readLetter = operation(
	{ id: 'readLetter', summary: 'One letter', answer: letter, refusals: ['CardNotFound'] },
	{ params: idPathSchema },
);

const seedLetters = operation(
	{ id: 'seedLetters', summary: 'Makes all letters, or none', answer: made, refusals: ['InvalidSeed'] },
	{ body: seedSchema },
);

const removeLetter = operation(
	{
		id: 'removeLetter',
		summary: 'Removes a letter and frees its key; its deliveries stay',
		answer: z.strictObject({ deleted: z.string() }),
		refusals: ['CardNotFound'],
	},
	{ params: idPathSchema },
);

const advanceLetter = operation(
	{
		id: 'advanceLetter',
		summary: 'One step towards delivery, or to a status through all steps between',
		answer: cardWithEventsAnswer,
		refusals: ['CardNotFound', 'IllegalTransition'],
	},
	{ params: idPathSchema, body: advanceSchema },
);

export function cardRoutes(app: App, options: Services): void {
	const { cards, store } = options;
	const view = viewIn(store);

	app.get('/cards', { schema: listLetters }, async (request, reply) => {
		const page = await queryCards(store, request.query);
		return await reply.send({ ...page, cards: page.cards.map(view) });
	});

	app.get('/cards/:id', { schema: readLetter }, (request, reply) => {
		void reply.send(view(findCard(store, request.params.id)));
	});

	app.post(
		'/seed',
		{
			schema: seedLetters,
			bodyLimit: LARGEST_SEED,
		},
		(request, reply) => {
			void reply.send({ cards: seedCards(cards, request.body.letters as SeedLetter[]).map(view) });
		},
	);

	app.delete('/cards/:id', { schema: removeLetter }, (request, reply) => {
		const stored = findCard(store, request.params.id);
		cards.remove(stored);
		void reply.send({ deleted: stored.card.id });
	});

	app.post('/cards/:id/advance', { schema: advanceLetter }, (request, reply) => {
		const stored = findCard(store, request.params.id);
		cards.advance(stored, request.body?.to);
		void reply.send({ ...store.cardOf(stored), events: stored.events });
	});
}
