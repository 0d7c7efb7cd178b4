/** The sandbox's HTTP server: everything it serves, and what holds for all of it. */
import swagger from '@fastify/swagger';
import fastify from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { serializerCompiler } from 'fastify-type-provider-zod';
import type { z } from 'zod/v4';

import type { Access } from './access';
import { installAccess } from './access';
import { installErrors, newRequestId, notSaved, refuseBrokenHttp, sendError } from './api/errors';
import { installBodyReader } from './api/readBody';
import { v1Routes } from './api/routes';
import type { App } from './app';
import { controlRoutes } from './control';
import { stringifyExact } from './json/exactJson';
import { controlDocument } from './openapi/control/document';
import { documentRoutes } from './openapi/routes';
import { serviceDocument } from './openapi/service';
import { consoleRoutes } from './serveConsole';
import type { Services } from './services';
import type { SandboxSettings } from './settings';
import type { Changes } from './state/changes';

/**
 * Room for a batch of thousands of letters, and little enough that no body keeps other callers waiting
 * for more than half a second; the service's own bound is "not shown".
 */
const BODY_LIMIT = 1024 * 1024;

/** More than Node takes: an id of any length is an id, which no card has. */
const LONGEST_URL = 64 * 1024;

/** A path that is badly encoded is one that stands for itself, and is refused as any other unknown one. */
function readableUrl({ url = '/' }: { url?: string }): string {
	if (!url.includes('%')) return url;
	const [path = ''] = url.split('?', 1);
	try {
		decodeURIComponent(path);
		return url;
	} catch {
		return path.replaceAll('%', '%25') + url.slice(path.length);
	}
}

function createApp(): App {
	const app = fastify({
		bodyLimit: BODY_LIMIT,
		forceCloseConnections: true,
		genReqId: newRequestId,
		clientErrorHandler: refuseBrokenHttp,
		frameworkErrors: sendError,
		// Without a Host, Node would answer by itself; `installAccess` refuses it in the service's words.
		http: { requireHostHeader: false },
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

/** No answer leaves, or is lost on demand, before its effects are safe. */
function answerOnceSaved(app: App, changes: Changes): void {
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
}

export function createServer(
	services: Services,
	{ apiKeys, host, allowHosts, controlToken, rejectedKeepsKey }: SandboxSettings,
): { app: App; access: Access } {
	const app = createApp();
	const access = installAccess(app, { hosts: [host, ...allowHosts], controlToken });
	// Before the routes, which it listens for.
	app.register(swagger, serviceDocument);
	app.register(swagger, controlDocument);
	app.register(documentRoutes, { apiKey: apiKeys[0] ?? '' });
	// Before the hooks of the routes.
	answerOnceSaved(app, services.changes);
	const accounts = new Map(apiKeys.map((key, i) => [key, `acc_${String(i + 1)}`]));
	app.register(v1Routes, { ...services, prefix: '/v1', accounts, rejectedKeepsKey });
	app.register(controlRoutes, { prefix: '/_sandbox', ...services, apiKeys });
	app.register(consoleRoutes);
	return { app, access };
}
