/**
 * The sandbox's packed tarball in a project of somebody else's: its types, the README's test of a receiver
 * in the usual test runners, as CommonJS and as ES modules, and its commands in a CI job's script. Build first.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { npm, npmEnv, packSandbox } from '../../tools/n8n/install/npm';
import { projectRoot } from '../../tools/n8n/paths';

jest.setTimeout(120_000);

const run = promisify(execFile);

let work: string;
/** The project. */
let foreign: string;

beforeAll(async () => {
	work = mkdtempSync(path.join(tmpdir(), 'sandbox-library-'));
	foreign = path.join(work, 'foreign');
	mkdirSync(foreign);
	write('package.json', '{"name": "foreign", "private": true}');
	const tarball = await packSandbox(work);
	const args = ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', tarball];
	await run(npm, args, { cwd: foreign, env: npmEnv() });
});
afterAll(() => {
	rmSync(work, { recursive: true, force: true });
});

function write(name: string, text: string): string {
	const file = path.join(foreign, name);
	writeFileSync(file, text);
	return file;
}

/** Runs one of this project's programs in the other one; gives all it printed, also when it fails. */
async function output(program: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
	const options = {
		cwd: foreign,
		timeout: 60_000,
		env: { ...process.env, JEST_WORKER_ID: undefined, ...env },
	};
	const { stdout, stderr } = await run(process.execPath, [program, ...args], options).catch(
		(error: unknown) => error as { stdout: string; stderr: string },
	);
	return stdout + stderr;
}

const programOf = (name: string) => path.join(projectRoot, 'node_modules', name);
const inJest = (name: string, config: object, env = {}) =>
	output(
		programOf('jest/bin/jest.js'),
		['--rootDir', foreign, '--config', JSON.stringify(config), name],
		env,
	);
const inVitest = (name: string) =>
	output(programOf('vitest/vitest.mjs'), ['run', '--globals', '--root', foreign, name], { NO_COLOR: '1' });

it.each([
	['nodenext', 'nodenext'],
	['es2022', 'bundler'],
	['commonjs', 'node10'],
])('compiles as %s with moduleResolution %s, skipLibCheck off', async (module, moduleResolution) => {
	write(
		'uses.ts',
		`import { createSandbox, signature, type Letter, type Sandbox } from 'handwritten-letters-sandbox';
		export async function uses(): Promise<Letter> {
			const sandbox: Sandbox = await createSandbox({ plan: 'starter', faults: [{ when: { next: 1 }, fault: { cut: true } }] });
			const { id } = await sandbox.send({ external_id: 'order-1' });
			return sandbox.waitFor({ card: id, status: 'queued' });
		}
		export const headers: Record<string, string> = signature.sign({ secret: 'whsec_test', body: '{}', event: 'card.created' });
		// @ts-expect-error: a fault needs a condition
		export const always = (sandbox: Sandbox) => sandbox.setFaults([{ when: {}, fault: { status: 503 } }]);
		// @ts-expect-error: there is no such status
		export const wrong = (sandbox: Sandbox) => sandbox.waitFor({ card: 'a', status: 'unheard_of' });`,
	);
	const strict = { strict: true, skipLibCheck: false, noEmit: true, types: [], target: 'es2022' };
	const compilerOptions = { ...strict, module, moduleResolution };
	write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['uses.ts'] }));
	expect(await output(programOf('typescript/bin/tsc'), ['--project', foreign])).toBe('');
});

describe("the README's test of a receiver", () => {
	let commonJs: string;
	let esModule: string;
	beforeAll(() => {
		const readme = readFileSync(path.join(projectRoot, 'sandbox', 'README.md'), 'utf8');
		commonJs = /```js\n(.*?)```/s.exec(readme)?.[1] ?? '';
		esModule = commonJs.replaceAll(/^const (\{.*?\}) = require\((.*?)\);$/gm, 'import $1 from $2;');
		expect(esModule).not.toContain('require(');
		const receiver = `new Promise((resolve) => {
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
		});`;
		const named = "const { createServer } = require('node:http');";
		write('receiver.js', `${named}\nexports.startReceiver = () => ${receiver}`);
	});

	it('passes in Jest as CommonJS', async () => {
		write('commonJs.test.js', commonJs);
		expect(await inJest('commonJs.test.js', {})).toMatch(/Tests: +1 passed, 1 total/);
	});

	it('passes in Jest as an ES module', async () => {
		write('esModule.test.mjs', esModule.replace('./receiver', './receiver.js'));
		const config = { testMatch: ['**/*.test.mjs'], transform: {} };
		const env = { NODE_OPTIONS: '--experimental-vm-modules' };
		expect(await inJest('esModule.test.mjs', config, env)).toMatch(/Tests: +1 passed, 1 total/);
	});

	it('passes in Jest as TypeScript, which ts-jest compiles with moduleResolution node', async () => {
		const typed = esModule
			.replace(/^import .* from '.\/receiver';$/m, "const { startReceiver } = require('./receiver');")
			.replace(
				'let receiver, sandbox;',
				'let receiver: { url: string; stored: string[]; close(): void }, sandbox: Sandbox;',
			)
			.replace('import {', 'import { type Sandbox,');
		write('typed.test.ts', `declare const require: any;\n${typed}`);
		const compilerOptions = { strict: true, module: 'commonjs', moduleResolution: 'node', target: 'es2022' };
		const tsconfig = { ...compilerOptions, types: ['jest'], typeRoots: [programOf('@types')] };
		const config = {
			testMatch: ['**/*.test.ts'],
			transform: { '\\.ts$': [programOf('ts-jest'), { tsconfig }] },
		};
		expect(await inJest('typed.test.ts', config)).toMatch(/Tests: +1 passed, 1 total/);
	});

	it('passes in Vitest', async () => {
		write('vitest.test.js', esModule.replace('./receiver', './receiver.js'));
		expect(await inVitest('vitest.test.js')).toMatch(/Tests +1 passed \(1\)/);
	});

	// node:test has other names for three of the functions, and no expect.
	const EXPECT = 'const expect = (list) => ({ toContain: (one) => assert(list.includes(one)) });';
	it.each([
		[
			'CommonJS',
			'nodeTest.cjs',
			() => commonJs,
			(name: string, from: string) => `const ${name} = require('${from}');`,
		],
		[
			'an ES module',
			'nodeTest.mjs',
			() => esModule,
			(name: string, from: string) => `import ${name.replaceAll(':', ' as')} from '${from}';`,
		],
	] as const)('passes in node:test as %s', async (_, file, example, imports) => {
		const names = '{ before: beforeAll, after: afterAll, test }';
		const head = [imports(names, 'node:test'), imports('assert', 'node:assert/strict'), EXPECT];
		const name = write(file, [...head, example().replace('./receiver', './receiver.js')].join('\n'));
		expect(await output('--test', [name])).toMatch(/pass 1\n/);
	});
});

describe('while the timers of a test stand still', () => {
	const example = (fake: string) => `
		test('goes on', async () => {
			${fake}
			const receiver = createServer((request, response) => response.end());
			await new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve));
			const webhookUrl = 'http://127.0.0.1:' + receiver.address().port;
			const sandbox = await createSandbox({ webhookUrl });
			const { id } = await sandbox.send();
			await sandbox.advance(id, 'delivered');
			await sandbox.waitFor({ card: id, delivered: 'card.delivered' });
			const none = { card: 'nobody', status: 'queued', timeoutMs: 100 };
			await sandbox.waitFor(none).then(() => { throw new Error('There is no such letter'); }, () => undefined);
			await sandbox.close();
			receiver.closeAllConnections();
			receiver.close();
		});`;
	const REQUIRED = `const { createServer } = require('node:http');
		const { createSandbox } = require('handwritten-letters-sandbox');`;
	const IMPORTED = `import { createServer } from 'node:http';
		import { createSandbox } from 'handwritten-letters-sandbox';`;

	it.each([
		['Jest', 'jest.useFakeTimers();', {}],
		['a Jest that begins with them', '', { enableGlobally: true, doNotFake: ['nextTick', 'queueMicrotask'] }],
	])('goes on in %s', async (_, fake, fakeTimers) => {
		write('still.test.js', REQUIRED + example(fake));
		expect(await inJest('still.test.js', { fakeTimers })).toMatch(/Tests: +1 passed, 1 total/);
	});

	it('goes on in Vitest', async () => {
		write('stillVitest.test.js', IMPORTED + example('vi.useFakeTimers();'));
		expect(await inVitest('stillVitest.test.js')).toMatch(/Tests +1 passed \(1\)/);
	});

	it('goes on in node:test', async () => {
		const head = `const { mock, test } = require('node:test');\n${REQUIRED}`;
		const file = write('still.cjs', head + example('mock.timers.enable();'));
		expect(await output('--test', [file])).toMatch(/pass 1\n/);
	});
});

it('starts, orders, opens a refused call, breaks, moves the clock, delivers, verifies and stops in a script', async () => {
	const { stdout } = await run('sh', [path.join(__dirname, 'ci.sh')], { cwd: foreign, env: npmEnv() });
	const events = [...stdout.matchAll(/^genuine: (.*)$/gm)].map(([, event]) => event);
	expect(events).toEqual(['card.created', 'card.written', 'card.shipped', 'card.delivered']);
	expect(stdout).toContain('style: is not a style of this account');
	expect(stdout).toMatch(/\nstopped\n$/);
});

it.each([
	['18.20.8', 1],
	['20.18.3', 1],
	['20.19.0', 0],
])('in Node %s it ends with %i, and one line if that is too old', async (version, code) => {
	const versions = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`;
	const program = path.join(foreign, 'node_modules/handwritten-letters-sandbox/dist/sandbox.js');
	const args = ['--require', write('version.cjs', versions), program, '--version'];
	const ended = await run(process.execPath, args).catch(
		(error: unknown) => error as { code: number; stderr: string },
	);
	const line = `handwritten-letters-sandbox needs Node 20.19 or newer; this is Node ${version}.\n`;
	expect(ended).toMatchObject(code === 0 ? { stderr: '' } : { code, stderr: line });
});
