/** The package as a library: a sandbox inside a test, on a free port. */
import { ControlClient } from '../client/controlClient';
import { waitFor } from '../client/waitFor';
import { createSandbox as startServer } from '../createSandbox';
import { DEFAULTS } from '../defaults';
import type { Sandbox, SandboxOptions } from './types';

export { signature } from './signature';
export type * from './types';

export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { origin, baseUrl, controlToken, close } = await startServer({ ...options, port: options.port ?? 0 });
	const apiKey = options.apiKeys?.[0] ?? DEFAULTS.apiKey;
	const client = new ControlClient({ origin, apiKey, controlToken });
	return {
		origin,
		baseUrl,
		apiKey,
		webhookSecret: options.webhookSecret ?? DEFAULTS.webhookSecret,
		controlToken,
		send: (order) => client.send(order),
		letters: () => client.letters(),
		advance: async (card, to) => client.advance((await client.existing(card)).id, to),
		trigger: async (event, card) =>
			client.trigger(event, card === undefined ? undefined : (await client.existing(card)).id),
		deliveries: async ({ card, ...filter } = {}) =>
			client.deliveries({
				...filter,
				card: card === undefined ? undefined : (await client.existing(card)).id,
			}),
		redeliver: (delivery) => client.redeliver(delivery),
		requests: (filter) => client.requests({ ...filter }),
		waitFor: (condition) => waitFor(client, condition),
		setWebhook: (settings) => client.setWebhook(settings),
		setReceiver: async (name, settings) => {
			if (settings === null) await client.removeReceiver(name);
			else await client.setReceiver(name, settings);
		},
		setFaults: (rules) => client.setFaults(rules),
		setSpeed: (speed) => client.setSpeed(speed),
		advanceTime: (seconds) => client.advanceTime(seconds),
		reset: () => client.reset(),
		close,
		[Symbol.asyncDispose]: close,
	};
}
