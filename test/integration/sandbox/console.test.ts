/** How the console's files are served; what they do is tested in a browser (test/browser). */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';

import { installErrors } from '../../../sandbox/src/api/errors';
import { consoleRoutes } from '../../../sandbox/src/serveConsole';

let folder: string;
let app: FastifyInstance;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'console-'));
	app = fastify();
	installErrors(app);
	await app.register(consoleRoutes, { folders: [join(folder, 'none'), join(folder, 'built')] });
});
afterEach(async () => {
	await app.close();
	await rm(folder, { recursive: true });
});

async function build(): Promise<void> {
	await mkdir(join(folder, 'built', 'fonts'), { recursive: true });
	await writeFile(join(folder, 'built', 'index.html'), '<!doctype html><p>ção');
	await writeFile(join(folder, 'built', 'console.js'), 'run();'.repeat(100));
	await writeFile(join(folder, 'built', 'fonts', 'casual.woff2'), 'face');
	await writeFile(join(folder, 'secret.txt'), 'not to be served');
}

it('says how to build it if it is missing, and needs no restart afterwards', async () => {
	const before = await app.inject('/');
	expect(before.statusCode).toBe(503);
	expect(before.body).toContain('npm run build');
	await build();
	const after = await app.inject('/');
	expect(after.statusCode).toBe(200);
	expect(after.headers['content-type']).toBe('text/html; charset=utf-8');
	expect(after.body).toContain('ção');
});

it('serves every file with the policy, compressed where that helps, and answers 304 if unchanged', async () => {
	await build();
	const url = '/console/console.js';
	const first = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
	expect(first.headers['content-encoding']).toBe('gzip');
	expect(gunzipSync(first.rawPayload).toString()).toBe('run();'.repeat(100));
	expect(first.headers['content-security-policy']).toMatch(/^default-src 'none'/);
	expect(first.headers['x-content-type-options']).toBe('nosniff');
	const again = await app.inject({ url, headers: { 'if-none-match': String(first.headers.etag) } });
	expect([again.statusCode, again.body]).toEqual([304, '']);
	const plain = await app.inject({ url, headers: { 'accept-encoding': 'identity' } });
	expect(plain.headers['content-encoding']).toBeUndefined();
	const font = await app.inject({
		url: '/console/fonts/casual.woff2',
		headers: { 'accept-encoding': 'gzip' },
	});
	expect([font.body, font.headers['content-type']]).toEqual(['face', 'font/woff2']);
});

it.each([
	'/console/../secret.txt',
	'/console/%2e%2e/secret.txt',
	'/console/..%2fsecret.txt',
	'/console/nothing.js',
])('does not serve %s', async (url) => {
	await build();
	const { statusCode, body } = await app.inject(url);
	expect(statusCode).toBe(404);
	expect(body).not.toContain('not to be served');
});
