/**
 * The sandbox's packed tarball, as a stranger gets it: what it holds, that it runs from an empty
 * folder, and that a project of somebody else's tests with it. Build first.
 */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { request } from 'undici';

import { npm, npmEnv, packSandbox } from '../../tools/n8n/install/npm';
import { projectRoot } from '../../tools/n8n/paths';
import { signalGroup } from '../../tools/n8n/process/childProcess';
import { eventually } from '../../tools/waiting';

jest.setTimeout(120_000);

const run = promisify(execFile);

/** Each is a reason of its own: all else is bundled. */
const NATIVE = ['libsql'];

interface Manifest {
	version: string;
	dependencies?: Record<string, string>;
}
const manifestIn = (folder: string) =>
	JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

let work: string;
let tarball: string;
let unpacked: string;
/** A project of somebody else's, with the tarball installed. */
let foreign: string;

beforeAll(async () => {
	work = mkdtempSync(join(tmpdir(), 'sandbox-packed-'));
	tarball = await packSandbox(work);
	execFileSync('tar', ['-xzf', tarball, '-C', work]);
	unpacked = join(work, 'package');
	foreign = join(work, 'foreign');
	mkdirSync(foreign);
	writeFileSync(join(foreign, 'package.json'), '{"name": "foreign", "private": true}');
	const args = ['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', tarball];
	await run(npm, args, { cwd: foreign, env: npmEnv() });
});
afterAll(() => {
	rmSync(work, { recursive: true, force: true });
});

it('holds one file of our code, its types, and what it serves', () => {
	const files = readdirSync(unpacked, { recursive: true, encoding: 'utf8' })
		.filter((path) => statSync(join(unpacked, path)).isFile())
		.map((path) => path.replaceAll('\\', '/'));
	const served = files.filter((path) => /^dist\/(console|docs)\//.test(path));
	expect(files.filter((path) => !served.includes(path)).sort()).toEqual([
		'LICENSE',
		'README.md',
		'dist/THIRD_PARTY_LICENSES.txt',
		'dist/index.d.ts',
		'dist/sandbox.js',
		'dist/types.d.ts',
		'package.json',
	]);
	expect(served).toEqual(
		expect.arrayContaining([
			'dist/console/console.js',
			'dist/console/fonts/casual.woff2',
			'dist/docs/swagger-ui.css',
		]),
	);
});

it('hands on the licence of everything in it, and what a file refers to', () => {
	const notices = readFileSync(join(unpacked, 'dist/THIRD_PARTY_LICENSES.txt'), 'utf8').split(/^-{72}$/m);
	const titled = notices.map((text) => /^(\S+) \S+ \((.+)\)\n\n(.{100,})$/s.exec(text.trim())?.[1]);
	expect(titled).not.toContain(undefined);
	expect(titled).toEqual(expect.arrayContaining(['fastify', 'abstract-logging', 'swagger-ui-dist']));
	// Apache's licence asks for the file NOTICE too.
	expect(notices.find((text) => text.includes('swagger-ui-dist'))).toContain('SmartBear Software Inc.');
	const [, referred = ''] =
		/see (\S+LICENSE.txt)/.exec(readFileSync(join(unpacked, 'dist/docs/swagger-ui-bundle.js'), 'utf8')) ?? [];
	expect(readFileSync(join(unpacked, 'dist/docs', referred), 'utf8')).toMatch(/@license|MIT/);
});

it('has the version of the nodes and no dependency without a reason', () => {
	const { version, dependencies = {} } = manifestIn(unpacked);
	expect(version).toBe(manifestIn(projectRoot).version);
	expect(NATIVE).toEqual(expect.arrayContaining(Object.keys(dependencies)));
});

describe('npx in an empty folder', () => {
	let child: ChildProcessWithoutNullStreams | undefined;
	afterEach(() => {
		if (child) signalGroup(child, 'SIGKILL');
	});

	function npx(...argv: string[]): ChildProcessWithoutNullStreams {
		const empty = mkdtempSync(join(work, 'empty-'));
		const args = ['exec', '--yes', '--offline', '--package', tarball, '--', 'handwritten-letters-sandbox'];
		child = spawn(npm, [...args, ...argv], { cwd: empty, env: npmEnv(), detached: true });
		return child;
	}

	async function outputOf(program: ChildProcessWithoutNullStreams): Promise<string> {
		let output = '';
		program.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
		await once(program, 'close');
		return output;
	}

	it('says its version', async () => {
		expect((await outputOf(npx('--version'))).trim()).toBe(manifestIn(projectRoot).version);
	});

	it('serves the API, the console and the documentation, and ends with npx', async () => {
		const program = npx('--port', '0');
		const [line] = (await once(program.stdout, 'data')) as [Buffer];
		const origin = /http:\/\/[\d.:]+/.exec(line.toString())?.[0] ?? '';
		const headers = { authorization: 'Bearer test_key' };
		for (const path of [
			'/v1/styles',
			'/',
			'/console/console.js',
			'/console/fonts/casual.woff2',
			'/docs/',
			'/docs/static/swagger-ui.css',
			'/docs/static/swagger-ui-bundle.js',
			'/openapi.json',
		]) {
			const { statusCode, body } = await request(origin + path, { headers });
			await body.dump();
			expect([path, statusCode]).toEqual([path, 200]);
		}
		// To npm alone, as a process manager or Ctrl+C in a script does.
		program.kill('SIGTERM');
		await eventually(() => expect(request(origin)).rejects.toMatchObject({ code: 'ECONNREFUSED' }));
	});
});

it('npm run sandbox ends with npm', async () => {
	const child = spawn(npm, ['run', 'sandbox', '--', '--port', '0'], { cwd: projectRoot, detached: true });
	try {
		let output = '';
		while (!output.includes('http://')) {
			const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
			output += chunk.toString();
		}
		const origin = /http:\/\/[\d.:]+/.exec(output)?.[0] ?? '';
		child.kill('SIGTERM');
		await eventually(() => expect(request(origin)).rejects.toMatchObject({ code: 'ECONNREFUSED' }));
	} finally {
		signalGroup(child, 'SIGKILL');
	}
});

describe("somebody else's project", () => {
	it('compiles against its types with skipLibCheck off and no other package', async () => {
		writeFileSync(
			join(foreign, 'uses.ts'),
			`import { createSandbox, type Letter, type Sandbox } from 'handwritten-letters-sandbox';
			export async function uses(): Promise<Letter> {
				const sandbox: Sandbox = await createSandbox({ plan: 'starter', faults: [{ when: { next: 1 }, fault: { cut: true } }] });
				const { id } = await sandbox.send({ external_id: 'order-1' });
				return sandbox.waitFor({ card: id, status: 'queued' });
			}
			// @ts-expect-error: there is no such status
			export const wrong = (sandbox: Sandbox) => sandbox.waitFor({ card: 'a', status: 'lost' });`,
		);
		const options = { strict: true, skipLibCheck: false, noEmit: true, types: [], target: 'es2022' };
		for (const module of ['nodenext', 'es2022']) {
			const compilerOptions = {
				...options,
				module,
				moduleResolution: module === 'es2022' ? 'bundler' : module,
			};
			writeFileSync(join(foreign, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['uses.ts'] }));
			const tsc = require.resolve('typescript/bin/tsc');
			const { stdout } = await run(process.execPath, [tsc, '--project', foreign]).catch((error: unknown) => {
				throw new Error((error as { stdout: string }).stdout);
			});
			expect(stdout).toBe('');
		}
	});

	it("runs the README's test of a receiver with Jest, in under 20 lines", async () => {
		const readme = readFileSync(join(unpacked, 'README.md'), 'utf8');
		const [, example = ''] = /```js\n(.*?)```/s.exec(readme) ?? [];
		expect(example.trim().split('\n').length).toBeLessThan(20);
		writeFileSync(join(foreign, 'receiver.test.js'), example);
		writeFileSync(
			join(foreign, 'receiver.js'),
			`const { createServer } = require('node:http');
			exports.startReceiver = () => new Promise((resolve) => {
				const stored = [];
				const server = createServer(async (request, response) => {
					let body = '';
					for await (const chunk of request) body += chunk;
					stored.push(JSON.parse(body).event);
					response.end();
				});
				server.listen(0, '127.0.0.1', () => resolve({
					url: 'http://127.0.0.1:' + server.address().port,
					stored,
					close: () => { server.closeAllConnections(); server.close(); },
				}));
			});`,
		);
		const jestProgram = require.resolve('jest/bin/jest');
		const { stderr } = await run(process.execPath, [jestProgram, '--rootDir', foreign, '--config', '{}'], {
			cwd: foreign,
		});
		expect(stderr).toMatch(/Tests: +1 passed, 1 total/);
	});
});
