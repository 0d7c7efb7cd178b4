/** Puts the sandbox together and serves it. */
import type { AddressInfo } from 'node:net';

import type { z } from 'zod/v4';

import { pathText } from './api/fieldErrors';
import { seedCards } from './cards/seed';
import { openDataFolder } from './data/dataFolder';
import { DataFolderError } from './data/dataStore';
import { startOptions } from './data/savedSettings';
import { faultRulesSchema } from './faults/rules';
import { createServer } from './server';
import { createServices } from './services';
import type { SandboxOptions } from './settings';
import { receiversSchema, sandboxSettingsSchema } from './settings';
import { createClock } from './time/clock';
import type { Receiver } from './webhooks/receivers';
import { MAIN } from './webhooks/receivers';

export type { SandboxOptions } from './settings';

export interface Sandbox {
	/** Where this machine reaches it. */
	readonly origin: string;
	/** What it is bound to. */
	readonly listensOn: string;
	/** What goes into a credential: ends in the version segment. */
	readonly baseUrl: string;
	/** What the control API and the console want; null where only this machine reaches them. */
	readonly controlToken: string | null;
	/** Of the receiver main, as it is now: a data folder may hold another than the options. */
	webhookSecret: () => string;
	/** Who gets the events, as it is now. */
	receivers: () => readonly Receiver[];
	close: () => Promise<void>;
}

function addressOf({ address, port }: AddressInfo): string {
	const host = address.includes(':') ? `[${address}]` : address;
	return `http://${host}:${String(port)}`;
}

function originOf({ address, port, family }: AddressInfo): string {
	const isEverywhere = address === '0.0.0.0' || address === '::';
	return addressOf({ address: isEverywhere ? '127.0.0.1' : address, port, family });
}

/** Throws one error that names every bad option in words. */
function parsed<Schema extends z.ZodType>(schema: Schema, given: unknown, name?: string): z.output<Schema> {
	const { data, error } = schema.safeParse(given);
	if (error === undefined) return data;
	const faults = error.issues.map((issue) => {
		const path = pathText([...(name === undefined ? [] : [name]), ...issue.path]);
		return issue.code === 'unrecognized_keys'
			? issue.keys.map((key) => `${pathText([...issue.path, key])} is not an option`).join('; ')
			: `${path} ${issue.message}`;
	});
	throw new TypeError(`createSandbox: ${faults.join('; ')}`);
}

export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const {
		clock = createClock(),
		faults = [],
		receivers: givenReceivers = [],
		seed = [],
		watcher,
		...given
	} = options;
	const settings = parsed(sandboxSettingsSchema, given);
	const rules = parsed(faultRulesSchema, faults, 'faults');
	const receivers = parsed(receiversSchema, givenReceivers, 'receivers');
	const services = createServices(settings, { clock, rules, receivers, watcher });
	const data =
		settings.data === null
			? null
			: await openDataFolder(settings.data, services, startOptions(settings, rules, receivers));
	const { app, access } = createServer(services, settings);

	async function close(): Promise<void> {
		await app.close();
		services.cards.close();
		await services.webhooks.close();
		await data?.close();
	}

	/** Restored letters move once they can be reached, but a seed is complete by then. */
	async function seedAll(): Promise<void> {
		data?.resume();
		seedCards(services.cards, seed);
		if (!(await services.changes.saved()))
			throw new DataFolderError('The letters of the seed cannot be saved');
	}
	const isSeeded = seed.length > 0 && services.store.cards.size === 0;

	try {
		if (isSeeded) await seedAll();
		await app.listen({ port: settings.port, host: settings.host });
		access.listensOn(app.addresses().map(({ address }) => address));
	} catch (error) {
		await close();
		throw error;
	}
	if (access.token !== null) services.secrets.add(access.token);
	if (!isSeeded) data?.resume();
	const bound = app.server.address() as AddressInfo;
	const origin = originOf(bound);
	const { webhooks } = services;
	return {
		origin,
		listensOn: addressOf(bound),
		baseUrl: `${origin}/v1`,
		controlToken: access.token,
		webhookSecret: () => webhooks.receiver(MAIN)?.secret ?? settings.webhookSecret,
		receivers: () => webhooks.current.receivers,
		close,
	};
}
