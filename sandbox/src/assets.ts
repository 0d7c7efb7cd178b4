/** Serves the files of a folder: each is read at its first visit and kept in memory. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

import type { FastifyReply, FastifyRequest } from 'fastify';

export interface Asset {
	readonly type: string;
	readonly tag: string;
	readonly plain: Buffer;
	/** Only where it saves something: fonts and pictures are compressed already. */
	readonly gzipped: Buffer | undefined;
}

const TYPES: Readonly<Record<string, string>> = {
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.svg': 'image/svg+xml',
	'.png': 'image/png',
	'.txt': 'text/plain; charset=utf-8',
	'.woff2': 'font/woff2',
};
const COMPRESSED = ['.png', '.woff2'];

const SECURITY_HEADERS = {
	'Cross-Origin-Opener-Policy': 'same-origin',
	'Referrer-Policy': 'no-referrer',
	'X-Content-Type-Options': 'nosniff',
};

export class AssetFolder {
	private readonly names: ReadonlySet<string>;
	private readonly known = new Map<string, Asset>();

	constructor(private readonly folder: string) {
		const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
		this.names = new Set(names.map((name) => name.replaceAll('\\', '/')));
	}

	/** Nothing outside the folder has one of its names. */
	get(name: string): Asset | undefined {
		if (!this.names.has(name) || !(extname(name) in TYPES)) return undefined;
		const asset = this.known.get(name) ?? assetOf(name, readFileSync(join(this.folder, name)));
		this.known.set(name, asset);
		return asset;
	}
}

/** @param name its extension says what it is */
export function assetOf(name: string, content: Buffer | string): Asset {
	const plain = Buffer.from(content);
	return {
		type: TYPES[extname(name)] ?? 'application/octet-stream',
		plain,
		tag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
		gzipped: COMPRESSED.includes(extname(name)) ? undefined : gzipSync(plain, { level: 9 }),
	};
}

export function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset, policy: string): void {
	const headers = { 'Content-Security-Policy': policy, ETag: asset.tag, 'Cache-Control': 'no-cache' };
	void reply.headers({ ...SECURITY_HEADERS, ...headers });
	if (request.headers['if-none-match'] === asset.tag) {
		void reply.code(304).send();
		return;
	}
	void reply.type(asset.type).header('Vary', 'Accept-Encoding');
	const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
	if (asset.gzipped === undefined || !takesGzip) void reply.send(asset.plain);
	else void reply.header('Content-Encoding', 'gzip').send(asset.gzipped);
}
