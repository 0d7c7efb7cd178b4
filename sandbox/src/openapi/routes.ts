/** Serves the document at `/openapi.json`, and at `/docs` a page to read it and to try the calls. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import swaggerUi from '@fastify/swagger-ui';
import type { FastifyPluginCallback } from 'fastify';

import { PAGE_STYLES, pageScript } from './page';

interface Options {
	/** What the page's "Try it out" sends. */
	readonly apiKey: string;
}

/** Everything comes from this server; nothing else runs or loads, and nobody may frame the page. */
const CONTENT_SECURITY_POLICY = {
	'default-src': "'none'",
	'script-src': "'self'",
	'style-src': "'self'",
	'img-src': ["'self'", 'data:'],
	'connect-src': "'self'",
	'base-uri': "'none'",
	'form-action': "'none'",
	'frame-ancestors': "'none'",
};

/** Beside the built program; from the sources the library finds its own files. */
const BUILT = join(__dirname, 'docs');

export const documentRoutes: FastifyPluginCallback<Options> = (app, { apiKey }, done) => {
	app.get('/openapi.json', { schema: { hide: true } }, (_, reply) => {
		void reply.send(app.swagger());
	});
	app.register(swaggerUi, {
		routePrefix: '/docs',
		baseDir: existsSync(BUILT) ? BUILT : undefined,
		// The page shows none; by default the library would read one from beside itself.
		logo: { type: 'image/svg+xml', content: '' },
		staticCSP: CONTENT_SECURITY_POLICY,
		theme: {
			title: 'Letter service: API of the sandbox',
			css: [{ filename: 'page.css', content: PAGE_STYLES }],
			js: [{ filename: 'page.js', content: pageScript(apiKey) }],
		},
		uiConfig: {
			layout: 'BaseLayout',
			deepLinking: true,
			defaultModelsExpandDepth: 0,
			displayRequestDuration: true,
			docExpansion: 'list',
			persistAuthorization: true,
			tryItOutEnabled: true,
		},
	});
	done();
};
