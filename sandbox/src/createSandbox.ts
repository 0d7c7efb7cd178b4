/** Puts the sandbox together and serves it. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import swagger from '@fastify/swagger';
import fastify from 'fastify';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { serializerCompiler } from 'fastify-type-provider-zod';
import type { z } from 'zod/v4';

import { installAccess } from './access';
import { installErrors, newRequestId, notSaved, refuseBrokenHttp, sendError } from './api/errors';
import { PLAN_LIMITS, RateLimiter } from './api/rateLimit';
import { installBodyReader } from './api/readBody';
import { v1Routes } from './api/routes';
import { Cards } from './cards/cards';
import { controlRoutes } from './control';
import { openDataFile } from './data/dataFile';
import { startOptions } from './data/savedSettings';
import { Faults } from './faults/faults';
import { faultRulesSchema } from './faults/rules';
import { stringifyExact } from './json/exactJson';
import { documentOptions } from './openapi/document';
import { documentRoutes } from './openapi/routes';
import { consoleRoutes } from './serveConsole';
import type { Services } from './services';
import type { SandboxOptions } from './settings';
import { sandboxSettingsSchema } from './settings';
import { Changes } from './state/changes';
import { Journal } from './state/journal';
import { Store } from './state/store';
import { createClock } from './time/clock';
import { Webhooks } from './webhooks';

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
	close: () => Promise<void>;
}

/** Room for batches of thousands of letters; the service's own bound is "not shown". */
const BODY_LIMIT = 16 * 1024 * 1024;

/** More than Node takes: an id of any length is an id, which no card has. */
const LONGEST_URL = 64 * 1024;

/** A path that is badly encoded is one that stands for itself, and is refused as any other unknown one. */
function readableUrl({ url = '/' }: { url?: string }): string {
	const [path = ''] = url.split('?', 1);
	try {
		decodeURIComponent(path);
		return url;
	} catch {
		return path.replaceAll('%', '%25') + url.slice(path.length);
	}
}

type App = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>;

function createApp(): App {
	const app = fastify({
		bodyLimit: BODY_LIMIT,
		forceCloseConnections: true,
		genReqId: newRequestId,
		clientErrorHandler: refuseBrokenHttp,
		frameworkErrors: sendError,
		rewriteUrl: readableUrl,
		routerOptions: { maxParamLength: LONGEST_URL },
	}).withTypeProvider<ZodTypeProvider>();
	installBodyReader(app);
	// The provider's own compiler turns zod's issues into text; the error codes need the issues.
	app.setValidatorCompiler<z.ZodType>(({ schema }) => (data) => {
		const { success, data: value, error } = schema.safeParse(data);
		return success ? { value } : { error };
	});
	app.setSerializerCompiler(serializerCompiler);
	// In the place of the compiled ones, which know numbers as JavaScript has them.
	app.setReplySerializer(stringifyExact);
	installErrors(app);
	return app;
}

function addressOf({ address, port }: AddressInfo): string {
	const host = address.includes(':') ? `[${address}]` : address;
	return `http://${host}:${String(port)}`;
}

function originOf({ address, port, family }: AddressInfo): string {
	const isEverywhere = address === '0.0.0.0' || address === '::';
	return addressOf({ address: isEverywhere ? '127.0.0.1' : address, port, family });
}

export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { clock = createClock(), faults: givenRules = [], watcher, ...given } = options;
	const settings = sandboxSettingsSchema.parse(given);
	const rules = faultRulesSchema.parse(givenRules);
	const accounts = new Map(settings.apiKeys.map((key, i) => [key, `acc_${String(i + 1)}`]));

	const changes = new Changes(watcher);
	const store = new Store(changes);
	const rateLimiter = new RateLimiter(clock, {
		limit: PLAN_LIMITS[settings.plan],
		windowSeconds: 60,
	});
	const faults = new Faults(changes);
	faults.configure(rules);
	const webhooks = new Webhooks({
		clock,
		changes,
		faults,
		settings: {
			url: settings.webhookUrl,
			secret: settings.webhookSecret,
			headerPrefix: settings.headerPrefix,
		},
		retrySeconds: settings.webhookRetrySeconds,
	});
	const cards = new Cards({ store, clock, changes, webhooks, speed: settings.speed });

	const journal = new Journal(changes);
	const services: Services = { changes, clock, faults, cards, journal, rateLimiter, store, webhooks };
	const data =
		settings.data === null
			? null
			: await openDataFile(settings.data, services, startOptions(settings, rules));

	const app = createApp();
	const access = installAccess(app, {
		hosts: [settings.host, ...settings.allowHosts],
		controlToken: settings.controlToken,
	});
	// Before the routes, which it listens for.
	app.register(swagger, documentOptions);
	app.register(documentRoutes, { apiKey: settings.apiKeys[0] ?? '' });
	// Before the hooks of the routes: no answer leaves, or is lost on demand, before its effects are safe.
	app.addHook('onSend', (request, reply, _payload, next) => {
		if (changes.areSaved) {
			next();
			return;
		}
		void changes.saved().then((areSaved) => {
			if (areSaved) next();
			else next(null, notSaved(request, reply));
		});
	});
	app.register(v1Routes, { ...services, prefix: '/v1', accounts });
	app.register(controlRoutes, { prefix: '/_sandbox', ...services });
	app.register(consoleRoutes);

	async function close(): Promise<void> {
		await app.close();
		cards.close();
		await webhooks.close();
		await data?.close();
	}

	try {
		await app.listen({ port: settings.port, host: settings.host });
		access.listensOn(app.addresses().map(({ address }) => address));
	} catch (error) {
		await close();
		throw error;
	}
	data?.resume();
	const bound = app.server.address() as AddressInfo;
	const origin = originOf(bound);
	return { origin, listensOn: addressOf(bound), baseUrl: `${origin}/v1`, controlToken: access.token, close };
}
