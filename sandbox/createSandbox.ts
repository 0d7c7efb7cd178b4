/** Puts the sandbox together and serves it. */
import swagger from '@fastify/swagger';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { z } from 'zod/v4';
import { Changes } from './changes';
import { createClock } from './clock';
import { openDataFile } from './data/dataFile';
import { startOptions } from './data/savedSettings';
import { installErrors, newRequestId, notSaved, refuseBrokenHttp, sendError } from './errors';
import { faultRulesSchema } from './faultRules';
import { Faults } from './faults';
import { Letters } from './letters';
import { documentOptions } from './openapi/document';
import { documentRoutes } from './openapi/routes';
import type { Parts } from './parts';
import { PLAN_LIMITS, RateLimiter } from './rateLimit';
import { consoleRoutes } from './routes/console';
import { controlRoutes } from './routes/control';
import { v1Routes } from './routes/v1';
import { sandboxSettingsSchema, type SandboxOptions } from './settings';
import { Store } from './store';
import { Webhooks } from './webhooks/webhooks';

export type { SandboxOptions } from './settings';

export interface Sandbox {
	readonly origin: string;
	/** What goes into a credential: ends in the version segment. */
	readonly baseUrl: string;
	close: () => Promise<void>;
}

/** Room for batches of thousands of letters; the service's own bound is "not shown". */
const BODY_LIMIT = 16 * 1024 * 1024;

type App = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>;

function createApp(): App {
	const app = fastify({
		bodyLimit: BODY_LIMIT,
		forceCloseConnections: true,
		genReqId: newRequestId,
		clientErrorHandler: refuseBrokenHttp,
		frameworkErrors: sendError,
	}).withTypeProvider<ZodTypeProvider>();
	app.removeContentTypeParser('text/plain');
	// The provider's own compiler turns zod's issues into text; the error codes need the issues.
	app.setValidatorCompiler<z.ZodType>(({ schema }) => (data) => {
		const { success, data: value, error } = schema.safeParse(data);
		return success ? { value } : { error };
	});
	app.setSerializerCompiler(serializerCompiler);
	installErrors(app);
	return app;
}

function originOf({ address, port }: AddressInfo): string {
	if (address === '0.0.0.0' || address === '::') return `http://127.0.0.1:${String(port)}`;
	const host = address.includes(':') ? `[${address}]` : address;
	return `http://${host}:${String(port)}`;
}

export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { clock = createClock(), faults: givenRules = [], ...given } = options;
	const settings = sandboxSettingsSchema.parse(given);
	const rules = faultRulesSchema.parse(givenRules);
	const accounts = new Map(settings.apiKeys.map((key, i) => [key, `acc_${String(i + 1)}`]));

	const changes = new Changes();
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
	const letters = new Letters({ store, clock, changes, webhooks, speed: settings.speed });

	const parts: Parts = { changes, clock, faults, letters, rateLimiter, store, webhooks };
	const data =
		settings.data === null
			? null
			: await openDataFile(settings.data, parts, startOptions(settings, rules));

	const app = createApp();
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
	app.register(v1Routes, { prefix: '/v1', accounts, clock, faults, letters, rateLimiter, store });
	app.register(controlRoutes, { prefix: '/_sandbox', ...parts });
	app.register(consoleRoutes);

	async function close(): Promise<void> {
		await app.close();
		letters.close();
		await webhooks.close();
		await data?.close();
	}

	try {
		await app.listen({ port: settings.port, host: settings.host });
	} catch (error) {
		await close();
		throw error;
	}
	data?.resume();
	const origin = originOf(app.server.address() as AddressInfo);
	return { origin, baseUrl: `${origin}/v1`, close };
}
