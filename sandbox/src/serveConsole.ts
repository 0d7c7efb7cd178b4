/**
 * Serves the console at `/`: a page, a script, a style sheet, an icon and fonts. They come from the
 * build (`npm run build`), are read at the first visit and kept in memory.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';

import { routeNotFound } from './api/errors';

interface Options {
	/** Where a build may be; the first that holds one is served. */
	readonly folders?: readonly string[];
}

interface Asset {
	readonly type: string;
	readonly tag: string;
	readonly plain: Buffer;
	/** Only where it saves something: fonts and pictures are compressed already. */
	readonly gzipped: Buffer | undefined;
}

/** Beside the built program; from the sources (tests) and from build/ in the sandbox's own build. */
const BUILT_IN = [
	join(__dirname, 'console'),
	join(__dirname, '..', 'dist', 'console'),
	join(__dirname, '..', '..', '..', 'sandbox', 'dist', 'console'),
];
const SCRIPT = 'console.js';

const TYPES: Readonly<Record<string, string>> = {
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.svg': 'image/svg+xml',
	'.txt': 'text/plain; charset=utf-8',
	'.woff2': 'font/woff2',
};

/** Nothing from elsewhere, nothing inline, no markup made from text. */
const SECURITY_HEADERS = {
	'Content-Security-Policy': [
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
	].join('; '),
	'Cross-Origin-Opener-Policy': 'same-origin',
	'Referrer-Policy': 'no-referrer',
	'X-Content-Type-Options': 'nosniff',
};

const NOT_BUILT = `The console is not built yet. Run:

  npm run build

The rest of the sandbox works without it: see /_sandbox/state.
`;

function readAsset(path: string): Asset | undefined {
	const type = TYPES[extname(path)];
	if (type === undefined) return undefined;
	const plain = readFileSync(path);
	return {
		type,
		plain,
		tag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
		gzipped: extname(path) === '.woff2' ? undefined : gzipSync(plain, { level: 9 }),
	};
}

/** Every built file by its path below the folder; undefined when there is no build. */
function readAssets(folders: readonly string[]): ReadonlyMap<string, Asset> | undefined {
	const folder = folders.find((path) => existsSync(join(path, SCRIPT)));
	if (folder === undefined) return undefined;
	const assets = new Map<string, Asset>();
	for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
		const asset = readAsset(join(folder, name));
		if (asset !== undefined) assets.set(name.replaceAll('\\', '/'), asset);
	}
	return assets;
}

function send(request: FastifyRequest, reply: FastifyReply, asset: Asset): void {
	void reply.headers({ ...SECURITY_HEADERS, ETag: asset.tag, 'Cache-Control': 'no-cache' });
	if (request.headers['if-none-match'] === asset.tag) {
		void reply.code(304).send();
		return;
	}
	void reply.type(asset.type).header('Vary', 'Accept-Encoding');
	const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
	if (asset.gzipped === undefined || !takesGzip) void reply.send(asset.plain);
	else void reply.header('Content-Encoding', 'gzip').send(asset.gzipped);
}

export const consoleRoutes: FastifyPluginCallback<Options> = (app, options, done) => {
	const { folders = BUILT_IN } = options;
	let assets: ReadonlyMap<string, Asset> | undefined;

	function answer(request: FastifyRequest, reply: FastifyReply, name: string): void {
		assets ??= readAssets(folders);
		const asset = assets?.get(name);
		if (asset !== undefined) send(request, reply, asset);
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
