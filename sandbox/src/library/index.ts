/** The package as a library: a sandbox inside a test, on a free port. */
import { ControlClient } from '../client/controlClient';
import { waitFor } from '../client/waitFor';
import { createSandbox as startServer } from '../createSandbox';
import { DEFAULTS } from '../defaults';
import type { Sandbox, SandboxOptions } from './types';

export { signature } from './signature';
export type * from './types';

export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const started = await startServer({ ...options, port: options.port ?? 0 });
	const { origin, baseUrl, controlToken, close } = started;
	const apiKey = options.apiKeys?.[0] ?? DEFAULTS.apiKey;
	const client = new ControlClient({ origin, apiKey, controlToken });
	return {
		origin,
		baseUrl,
		apiKey,
		webhookSecret: started.webhookSecret(),
		controlToken,
		send: (order) => client.send(order),
		seed: (letters) => client.seed(letters),
		letters: () => client.letters(),
		advance: async (card, to) => client.advance((await client.existing(card)).id, to),
		trigger: async (event, card) =>
			client.trigger(event, card === undefined ? undefined : (await client.existing(card)).id),
		deliveries: async ({ card, ...filter } = {}) =>
			client.deliveries({
				...filter,
				card: card === undefined ? undefined : (await client.existing(card)).id,
			}),
		redeliver: async (delivery) => {
			await client.redeliver(delivery);
		},
		requests: (filter) => client.requests({ ...filter }),
		waitFor: (condition) => waitFor(client, condition),
		setReceiver: async (name, settings) => {
			if (settings === null) await client.removeReceiver(name);
			else await client.setReceiver(name, settings);
		},
		setFaults: (rules) => client.setFaults(rules),
		setLimits: async (limits) => {
			await client.setLimits(limits);
		},
		now: async () => new Date((await client.state()).clock.now),
		setSpeed: async (speed) => {
			await client.setSpeed(speed);
		},
		advanceTime: async (seconds) => {
			await client.advanceTime(seconds);
		},
		reset: () => client.reset(),
		close,
		[Symbol.asyncDispose]: close,
	};
}
