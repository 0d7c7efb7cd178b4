/** Control API under `/_sandbox`: looks inside the sandbox and moves its letters. */
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod/v4';

import { ApiError } from '../api/errors';
import { operation } from '../openapi/control/operation';
import { state } from '../openapi/control/schemas';
import type { Services } from '../services';
import { TOPICS } from '../state/topics';
import { isoTime } from '../time/clock';
import { cardRoutes } from './cards';
import { streamChanges } from './changeStream';
import { contentRoutes } from './contents';
import { deliveryRoutes } from './deliveries';
import { receiverRoutes, receiversState, webhookState } from './receivers';
import { requestRoutes } from './requests';
import { settingRoutes } from './settings';

type Options = Services & { readonly apiKeys: readonly string[] };

const isReady = operation(
	{
		id: 'isReady',
		summary: 'Answers once the sandbox is ready; needs no token',
		answer: z.strictObject({ ready: z.literal(true) }),
	},
	{},
);

const readState = operation({ id: 'readState', summary: 'Counts and settings', answer: state }, {});

const changesOperation = operation(
	{
		id: 'streamChanges',
		summary: 'Server-sent events that say what changed',
		answer: z.string().describe(`\`changed\` names any of ${TOPICS.join(', ')}`),
	},
	{},
);

export const controlRoutes: FastifyPluginCallbackZod<Options> = (app, options, done) => {
	const { changes, clock, faults, cards, journal, rateLimiter, store, webhooks } = options;
	// No password stands here: a page of another site, open in the same browser, must change nothing.
	app.addHook('onRequest', (request, _reply, next) => {
		const { origin, host } = request.headers;
		if (origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)) next();
		else next(new ApiError('foreign_origin', `Calls from pages of ${origin} are refused`));
	});

	cardRoutes(app, options);
	contentRoutes(app, options);
	deliveryRoutes(app, options);
	receiverRoutes(app, options);
	requestRoutes(app, options);
	settingRoutes(app, options);

	app.get('/ready', { schema: isReady }, (_, reply) => {
		void reply.send({ ready: true });
	});

	app.get('/state', { schema: readState }, (_, reply) => {
		void reply.send({
			api_keys: options.apiKeys,
			cards: store.cards.size,
			batches: store.batches.size,
			deliveries: webhooks.count,
			requests: journal.count,
			clock: { now: isoTime(clock.now()), speed: cards.speed },
			limits: rateLimiter.settings,
			faults: faults.list(),
			webhook: webhookState(webhooks),
			receivers: receiversState(webhooks),
		});
	});

	app.get('/changes', { schema: changesOperation }, (_, reply) => {
		reply.hijack();
		streamChanges(reply.raw, changes);
	});

	done();
};
