/**
 * Serves the console at `/`: a page, a script, a style sheet, an icon and fonts. They come from the
 * build (`npm run build`).
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';

import { routeNotFound } from './api/errors';
import { AssetFolder, sendAsset } from './assets';

interface Options {
	/** Where a build may be; the first that holds one is served. */
	readonly folders?: readonly string[];
}

/** Beside the built program; from the sources (tests) and from build/ in the sandbox's own build. */
const BUILT_IN = [
	join(__dirname, 'console'),
	join(__dirname, '..', 'dist', 'console'),
	join(__dirname, '..', '..', '..', 'sandbox', 'dist', 'console'),
];
const SCRIPT = 'console.js';

/** Nothing from elsewhere, nothing inline, no markup made from text. */
const POLICY = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"font-src 'self'",
	"img-src 'self'",
	"connect-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
	"require-trusted-types-for 'script'",
	"trusted-types 'none'",
].join('; ');

const NOT_BUILT = `The console is not built yet. Run:

  npm run build

The rest of the sandbox works without it: see /_sandbox/state.
`;

export const consoleRoutes: FastifyPluginCallback<Options> = (app, options, done) => {
	const { folders = BUILT_IN } = options;
	let assets: AssetFolder | undefined;

	function built(): AssetFolder | undefined {
		const folder = folders.find((path) => existsSync(join(path, SCRIPT)));
		return folder === undefined ? undefined : new AssetFolder(folder);
	}

	function answer(request: FastifyRequest, reply: FastifyReply, name: string): void {
		assets ??= built();
		const asset = assets?.get(name);
		if (asset !== undefined) sendAsset(request, reply, asset, POLICY);
		else if (assets === undefined) void reply.code(503).type('text/plain').send(NOT_BUILT);
		else routeNotFound(request, reply);
	}

	app.get('/', (request, reply) => {
		answer(request, reply, 'index.html');
	});
	app.get<{ Params: { '*': string } }>('/console/*', (request, reply) => {
		answer(request, reply, request.params['*']);
	});
	done();
};
