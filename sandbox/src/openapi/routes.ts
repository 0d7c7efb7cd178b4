/** Serves the two documents, and at `/docs` a page for each to read it and to try the calls. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { FastifyPluginCallback } from 'fastify';

import { routeNotFound } from '../api/errors';
import { AssetFolder, assetOf, sendAsset } from '../assets';
import { controlDocument } from './control/document';
import { PAGE, PAGE_STYLES, pageScript } from './page';
import { serviceDocument } from './service';

const DOCUMENTS = { '/openapi.json': serviceDocument, '/_sandbox/openapi.json': controlDocument };

interface Options {
	/** What the page's "Try it out" sends. */
	readonly apiKey: string;
}

/** Everything comes from this server; nothing else runs or loads, and nobody may frame the page. */
const POLICY = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"img-src 'self' data:",
	"connect-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
].join('; ');

/** Swagger UI's files: beside the built program; from the sources and from build/ where npm put them. */
const LIBRARY_IN = [
	join(__dirname, 'docs'),
	join(__dirname, '..', '..', '..', 'node_modules', 'swagger-ui-dist'),
	join(__dirname, '..', '..', '..', '..', 'node_modules', 'swagger-ui-dist'),
];

export const documentRoutes: FastifyPluginCallback<Options> = (app, { apiKey }, done) => {
	const schema = { hide: true };
	const folder = LIBRARY_IN.find((path) => existsSync(path));
	const library = folder === undefined ? undefined : new AssetFolder(folder);
	const page = assetOf('index.html', PAGE);
	const own = new Map([
		['page.css', assetOf('page.css', PAGE_STYLES)],
		['page.js', assetOf('page.js', pageScript(apiKey))],
	]);
	for (const [path, { decorator }] of Object.entries(DOCUMENTS)) {
		app.get(path, { schema }, (_, reply) => {
			void reply.send(app.getDecorator<() => object>(decorator)());
		});
	}
	for (const path of ['/docs', '/docs/', '/docs/control']) {
		app.get(path, { schema }, (request, reply) => {
			sendAsset(request, reply, page, POLICY);
		});
	}
	app.get<{ Params: { '*': string } }>('/docs/static/*', { schema }, (request, reply) => {
		const name = request.params['*'];
		const asset = own.get(name) ?? library?.get(name);
		if (asset === undefined) routeNotFound(request, reply);
		else sendAsset(request, reply, asset, POLICY);
	});
	done();
};
