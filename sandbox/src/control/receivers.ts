/** Control API: who receives the events. */
import { z } from 'zod/v4';

import { ApiError } from '../api/errors';
import type { App } from '../app';
import { operation } from '../openapi/control/operation';
import { receiver as receiverAnswer, webhook } from '../openapi/control/schemas';
import type { Services } from '../services';
import { headerPrefixSchema, receiverNameSchema, receiverSchema } from '../settings';
import type { Webhooks } from '../webhooks';
import type { Receiver } from '../webhooks/receivers';
import { MAIN } from '../webhooks/receivers';

const webhookSchema = z.strictObject({ headerPrefix: headerPrefixSchema });

const pathSchema = z.object({ name: receiverNameSchema });

/** The secret stays inside. */
function view({ name, url, events, allowSelfSigned }: Receiver) {
	return { name, url, events, allowSelfSigned };
}

/** What state and answers show of the settings. */
export function webhookState(webhooks: Webhooks) {
	return { url: webhooks.receiver(MAIN)?.url ?? null, headerPrefix: webhooks.current.headerPrefix };
}

export function receiversState({ current: { receivers } }: Webhooks) {
	return receivers.map(view);
}

function refuseUnknown(webhooks: Webhooks, name: string): void {
	if (webhooks.receiver(name) !== undefined) return;
	throw new ApiError('receiver_not_found', `No receiver is called "${name}"`);
}

const setHeaderPrefix = operation(
	{ id: 'setHeaderPrefix', summary: 'Changes the header prefix of all receivers', answer: webhook },
	{ body: webhookSchema },
);

const listReceivers = operation(
	{
		id: 'listReceivers',
		summary: 'Who gets the webhooks',
		answer: z.strictObject({ receivers: z.array(receiverAnswer) }),
	},
	{},
);

const setReceiver = operation(
	{
		id: 'setReceiver',
		summary: 'Adds a receiver, or changes what is given of one',
		answer: receiverAnswer,
	},
	{ params: pathSchema, body: receiverSchema },
);

const removeReceiver = operation(
	{
		id: 'removeReceiver',
		summary: 'Removes a receiver',
		answer: z.strictObject({ removed: z.string() }),
		refusals: ['ReceiverNotFound', 'MainReceiver'],
	},
	{ params: pathSchema },
);

export function receiverRoutes(app: App, { changes, webhooks }: Services): void {
	app.put('/webhook', { schema: setHeaderPrefix }, (request, reply) => {
		webhooks.setHeaderPrefix(request.body.headerPrefix);
		changes.setting('webhook');
		void reply.send(webhookState(webhooks));
	});

	app.get('/receivers', { schema: listReceivers }, (_, reply) => {
		void reply.send({ receivers: receiversState(webhooks) });
	});

	app.put('/receivers/:name', { schema: setReceiver }, (request, reply) => {
		const receiver = webhooks.setReceiver(request.params.name, request.body);
		changes.setting('webhook');
		void reply.send(view(receiver));
	});

	app.delete('/receivers/:name', { schema: removeReceiver }, (request, reply) => {
		const { name } = request.params;
		refuseUnknown(webhooks, name);
		if (name === MAIN) {
			const message = `The receiver ${MAIN} stays; to switch it off, set its url to null`;
			throw new ApiError('main_receiver', message);
		}
		webhooks.removeReceiver(name);
		changes.setting('webhook');
		void reply.send({ removed: name });
	});
}
