/**
 * The sandbox's packed tarball, as a stranger gets it: what it holds, and that it runs from an empty
 * folder. Build first.
 */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { request } from 'undici';

import { npm, npmEnv, packSandbox } from '../../tools/n8n/install/npm';
import { projectRoot } from '../../tools/n8n/paths';
import { signalGroup } from '../../tools/n8n/process/childProcess';
import { eventually } from '../../tools/waiting';

jest.setTimeout(120_000);

interface Manifest {
	version: string;
	dependencies?: object;
	peerDependencies?: object;
}
const manifestIn = (folder: string) =>
	JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

let work: string;
let tarball: string;
let unpacked: string;

beforeAll(async () => {
	work = mkdtempSync(join(tmpdir(), 'sandbox-packed-'));
	tarball = await packSandbox(work);
	execFileSync('tar', ['-xzf', tarball, '-C', work]);
	unpacked = join(work, 'package');
});
afterAll(() => {
	rmSync(work, { recursive: true, force: true });
});

it('holds one file of our code, its types, and what it serves', () => {
	const files = readdirSync(unpacked, { recursive: true, encoding: 'utf8' })
		.filter((path) => statSync(join(unpacked, path)).isFile())
		.map((path) => path.replaceAll('\\', '/'));
	const served = files.filter((path) => /^dist\/(console|docs)\//.test(path));
	const builds = files.filter((path) => path.startsWith('dist/prebuilds/'));
	expect(builds).toEqual(
		expect.arrayContaining(
			[
				'linux-x64/classic-level.node',
				'darwin-x64+arm64/classic-level.node',
				'win32-x64/classic-level.node',
			].map((build) => `dist/prebuilds/${build}`),
		),
	);
	expect(files.filter((path) => !served.includes(path) && !builds.includes(path)).sort()).toEqual([
		'LICENSE',
		'README.md',
		'REFERENCE.md',
		'dist/THIRD_PARTY_LICENSES.txt',
		'dist/index.d.ts',
		'dist/sandbox.js',
		'dist/schemas.d.ts',
		'dist/signature.d.ts',
		'dist/types.d.ts',
		'examples/client.mjs',
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

it('brings what its README and its reference link to, pictures too', () => {
	const targets = ['README.md', 'REFERENCE.md'].flatMap((page) => {
		const text = readFileSync(join(unpacked, page), 'utf8');
		return [...text.matchAll(/(?:\]\(|srcset="|src="|href=")([^)#"]+)/g)].map(([, target = '']) => target);
	});
	const own = targets.filter((target) => !/^https?:/.test(target));
	expect(own).toContain('REFERENCE.md');
	expect(own.filter((target) => !existsSync(join(unpacked, target)))).toEqual([]);
});

it('hands on the licence of everything in it, and what a file refers to', () => {
	const notices = readFileSync(join(unpacked, 'dist/THIRD_PARTY_LICENSES.txt'), 'utf8').split(/^-{72}$/m);
	const titled = notices.map((text) => /^(\S+) \S+ \((.+)\)\n\n(.{100,})$/s.exec(text.trim())?.[1]);
	expect(titled).not.toContain(undefined);
	expect(titled).toEqual(
		expect.arrayContaining(['fastify', 'abstract-logging', 'classic-level', 'swagger-ui-dist']),
	);
	// Apache's licence asks for the file NOTICE too.
	expect(notices.find((text) => text.includes('swagger-ui-dist'))).toContain('SmartBear Software Inc.');
	const [, referred = ''] =
		/see (\S+LICENSE.txt)/.exec(readFileSync(join(unpacked, 'dist/docs/swagger-ui-bundle.js'), 'utf8')) ?? [];
	expect(readFileSync(join(unpacked, 'dist/docs', referred), 'utf8')).toMatch(/@license|MIT/);
});

it('has the version of the nodes, and no dependency', () => {
	const { version, dependencies, peerDependencies } = manifestIn(unpacked);
	expect(version).toBe(manifestIn(projectRoot).version);
	expect([dependencies, peerDependencies]).toEqual([undefined, undefined]);
});

it('is one small file, without what nobody asks for, whose stack traces name its functions', () => {
	const file = join(unpacked, 'dist/sandbox.js');
	expect(statSync(file).size).toBeLessThan(1_800_000);
	// zod's message for an unknown key, in German.
	expect(readFileSync(file, 'utf8')).not.toContain('Unbekannter');
	const script = `require(${JSON.stringify(file)}).createSandbox({ port: 'x' }).catch((error) => console.log(error.stack))`;
	const options = {
		env: { ...process.env, NODE_PATH: join(projectRoot, 'node_modules') },
		encoding: 'utf8',
	} as const;
	const stack = execFileSync(process.execPath, ['-e', script], options);
	expect(stack).toMatch(
		/^TypeError: createSandbox: port must be a number\n +at parsed .*\n +at createSandbox /,
	);
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

	it('keeps a data folder over a kill', async () => {
		const argv = ['--port', '0', '--data', join(work, 'letters')];
		const headers = { authorization: 'Bearer test_key' };
		const start = async () => {
			const [line] = (await once(npx(...argv).stdout, 'data')) as [Buffer];
			return /http:\/\/[\d.:]+/.exec(line.toString())?.[0] ?? '';
		};
		const seeded = await request(`${await start()}/_sandbox/seed`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: '{"letters":[{}]}',
		});
		const { cards } = (await seeded.body.json()) as { cards: Array<{ id: string }> };
		const id = cards[0]?.id ?? '';
		if (child) signalGroup(child, 'SIGKILL');
		const { body } = await request(`${await start()}/v1/cards/${id}`, { headers });
		expect(await body.json()).toMatchObject({ id, status: 'queued' });
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
