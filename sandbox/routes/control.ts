/** Control API under `/_sandbox`: looks inside the sandbox and moves its letters. */
import { randomUUID } from 'node:crypto';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod/v4';
import { CARD_EVENTS, CARD_STATUSES, type CardEventName } from '../../nodes/shared/contract';
import { isoTime, type Clock } from '../clock';
import { ApiError, cardNotFound } from '../errors';
import { faultRulesSchema, type Faults } from '../faults';
import type { Letters } from '../letters';
import { statusDuring } from '../lifecycle';
import type { RateLimiter } from '../rateLimit';
import type { Scheduler } from '../scheduler';
import { headerPrefixSchema, webhookSecretSchema, webhookUrlSchema } from '../settings';
import type { SandboxCard, Store, StoredCard } from '../store';
import type { Webhooks } from '../webhooks';

interface Options {
	readonly clock: Clock;
	readonly faults: Faults;
	readonly letters: Letters;
	readonly rateLimiter: RateLimiter;
	readonly scheduler: Scheduler;
	readonly store: Store;
	readonly webhooks: Webhooks;
}

const cardPathSchema = z.object({ id: z.string() });

// No body at all is fine too; Fastify validates that as null.
const advanceSchema = z.strictObject({ to: z.enum(CARD_STATUSES).optional() }).nullish();

const webhookSchema = z
	.strictObject({
		url: webhookUrlSchema.nullable(),
		secret: webhookSecretSchema,
		headerPrefix: headerPrefixSchema,
	})
	.partial();

const limitsSchema = z
	.strictObject({
		limit: z.number().int().min(1).nullable(),
		windowSeconds: z.number().int().min(1),
	})
	.partial();

const faultsSchema = z.strictObject({ rules: faultRulesSchema });

const eventSchema = z.strictObject({
	event: z.enum(CARD_EVENTS),
	card: z.string().optional(),
});

/** Stands in for a letter in a test event that names none; it is not stored. */
function sampleCard(event: CardEventName, now: number): SandboxCard {
	return {
		id: `crd_${randomUUID()}`,
		external_id: null,
		status: statusDuring(event),
		tracking_code: null,
		tracking_url: null,
		estimated_posting_at: isoTime(now),
		created_at: isoTime(now),
	};
}

export const controlRoutes: FastifyPluginCallbackZod<Options> = (app, options, done) => {
	const { clock, faults, letters, rateLimiter, scheduler, store, webhooks } = options;

	function find(id: string): StoredCard {
		const stored = store.cards.get(id);
		if (stored === undefined) throw cardNotFound();
		return stored;
	}

	/** The secret stays inside: this is what state and answers show. */
	function webhookState() {
		const { url, headerPrefix } = webhooks.current;
		return { url, headerPrefix };
	}

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
			webhook: webhookState(),
		});
	});

	app.post('/reset', (_, reply) => {
		scheduler.clear();
		webhooks.clear();
		rateLimiter.clear();
		faults.configure([]);
		store.clear();
		void reply.send({ reset: true });
	});

	app.get('/cards', (_, reply) => {
		const cards = [...store.cards.values()].map(({ card, events, batchId, request }) => ({
			...card,
			events,
			batch_id: batchId,
			request,
		}));
		void reply.send({ cards });
	});

	app.post(
		'/cards/:id/advance',
		{ schema: { params: cardPathSchema, body: advanceSchema } },
		(request, reply) => {
			const stored = find(request.params.id);
			letters.advance(stored, request.body?.to);
			void reply.send({ ...stored.card, events: stored.events });
		},
	);

	app.put('/webhook', { schema: { body: webhookSchema } }, (request, reply) => {
		webhooks.configure(request.body);
		void reply.send(webhookState());
	});

	app.get('/deliveries', (_, reply) => {
		void reply.send({ deliveries: webhooks.list() });
	});

	app.post('/events', { schema: { body: eventSchema } }, (request, reply) => {
		const { event, card } = request.body;
		const now = clock.now();
		const subject = card === undefined ? sampleCard(event, now) : find(card).card;
		const delivery = webhooks.emit(event, subject, isoTime(now));
		if (delivery === undefined) {
			throw new ApiError(409, 'no_webhook', 'Set a webhook URL first: PUT /_sandbox/webhook', 'state_error');
		}
		void reply.code(202).send(delivery);
	});

	app.put('/limits', { schema: { body: limitsSchema } }, (request, reply) => {
		rateLimiter.configure(request.body);
		void reply.send(rateLimiter.settings);
	});

	app.put('/faults', { schema: { body: faultsSchema } }, (request, reply) => {
		faults.configure(request.body.rules);
		void reply.send({ rules: faults.list() });
	});

	app.get('/requests', (_, reply) => {
		void reply.send({ requests: store.latestRequests() });
	});

	done();
};
