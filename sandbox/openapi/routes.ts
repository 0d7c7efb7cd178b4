/** Serves the document at `/openapi.json` and a page to read it and try the calls at `/docs`. */
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyPluginCallback } from 'fastify';
import { PAGE_STYLES } from './pageStyles';

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

export const documentRoutes: FastifyPluginCallback = (app, _options, done) => {
	app.get('/openapi.json', { schema: { hide: true } }, (_, reply) => {
		void reply.send(app.swagger());
	});
	app.register(swaggerUi, {
		routePrefix: '/docs',
		staticCSP: CONTENT_SECURITY_POLICY,
		theme: {
			title: 'Letter service: API of the sandbox',
			css: [{ filename: 'page.css', content: PAGE_STYLES }],
		},
		uiConfig: {
			layout: 'BaseLayout',
			deepLinking: true,
			displayRequestDuration: true,
			docExpansion: 'list',
			persistAuthorization: true,
			tryItOutEnabled: true,
		},
	});
	done();
};
