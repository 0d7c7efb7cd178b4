/**
 * The commands and data in the documents do what they say. Calls to the sandbox run as they stand;
 * programs that take minutes are looked up here and run by `.ci/run`.
 */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { parse as parseYaml } from 'yaml';

import { createProgram, withVerb } from '../../../sandbox/src/cli/program';
import { readStart } from '../../../sandbox/src/cli/startOptions';
import type { Sandbox } from '../../../sandbox/src/createSandbox';
import { createSandbox } from '../../../sandbox/src/createSandbox';
import { DEFAULTS } from '../../../sandbox/src/defaults';

const ROOT = path.resolve(__dirname, '../../..');
const run = promisify(execFile);

interface Block {
	file: string;
	language: string;
	code: string;
}

function blocksOf(file: string): Block[] {
	const text = readFileSync(path.join(ROOT, file), 'utf8');
	// In a list, a block is indented.
	return [...text.matchAll(/^( *)```(\w*)\n(.*?)^\1```$/gms)].map(
		([, indent = '', language = '', code = '']) => ({
			file,
			language,
			code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
		}),
	);
}

const documents = [
	...readdirSync(ROOT),
	...readdirSync(path.join(ROOT, 'docs')).map((name) => `docs/${name}`),
	'sandbox/README.md',
	'sandbox/REFERENCE.md',
].filter((name) => name.endsWith('.md'));
const blocks = documents.flatMap(blocksOf);
const shell = blocks.filter(({ language }) => language === 'sh');
const calls = shell.filter(({ code }) => code.startsWith('curl '));
const commands = shell
	.filter((block) => !calls.includes(block))
	.flatMap(({ file, code }) =>
		code
			.replace(/\\\n\s*/g, '')
			.trim()
			.split('\n')
			.map((command) => [command, file] as const),
	);

const title = ({ file, code }: Block) => [`${file}: ${code.split('\n', 1)[0] ?? ''}`, code] as const;

it('every block says its language', () => {
	expect(blocks.filter(({ language }) => language === '').map(({ file }) => file)).toEqual([]);
	expect(calls.length).toBeGreaterThan(0);
});

describe('calls to the sandbox', () => {
	let sandbox: Sandbox;
	beforeEach(async () => {
		sandbox = await createSandbox({ port: 0 });
	});
	afterEach(() => sandbox.close());

	it.each(calls.map(title))('%s', async (_title, code) => {
		const { origin } = sandbox;
		const script = code
			.replaceAll('curl ', 'curl --silent --show-error --fail-with-body ')
			.replaceAll(`http://127.0.0.1:${String(DEFAULTS.port)}`, origin)
			.replaceAll('THE TEST URL', `${origin}/nobody`);
		expect(script).toContain(origin);
		const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script]);
		expect(stdout).toMatch(/^\{/);
	});
});

it.each(blocks.filter(({ language }) => language === 'json').map(title))('%s', (_title, code) => {
	expect(() => JSON.parse(code) as unknown).not.toThrow();
});

describe('docs/compose.yaml', () => {
	const file = parseYaml(readFileSync(path.join(ROOT, 'docs/compose.yaml'), 'utf8')) as {
		services: Record<string, { image: string; environment?: Record<string, string>; ports: string[] }>;
	};
	const { n8n, sandbox } = file.services;

	it('has n8n and a sandbox with options that the sandbox knows', () => {
		expect(Object.keys(file.services)).toEqual(['n8n', 'sandbox']);
		const known = Object.keys(sandbox?.environment ?? {}).filter((name) =>
			readFileSync(path.join(ROOT, 'sandbox/REFERENCE.md'), 'utf8').includes(`\`${name}\``),
		);
		expect(known).toEqual(Object.keys(sandbox?.environment ?? {}));
		expect(readStart({}, sandbox?.environment ?? {})).toMatchObject({
			settings: { host: '0.0.0.0', port: DEFAULTS.port, allowHosts: ['sandbox'] },
		});
	});

	it('has the newest n8n, and publishes both on this machine alone', () => {
		expect(n8n?.image).toMatch(/\/n8n:latest$/);
		expect([n8n?.ports, sandbox?.ports]).toEqual(
			[5678, DEFAULTS.port].map((port) => [`127.0.0.1:${port}:${port}`]),
		);
	});
});

describe('commands', () => {
	const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
		scripts: Record<string, string>;
	};

	it.each(commands)('%s (%s)', (command) => {
		// Until the packages are published: see CONTRIBUTING.md.
		const published = command.replace(/^npm run sandbox( --)?/, 'npx handwritten-letters-sandbox');
		const words = published.split(' ').filter((word) => !/^[A-Z_]+=/.test(word));
		const [program, ...rest] = words;
		if (program === 'npm') {
			const script = rest[0] === 'run' ? rest[1] : rest[0];
			expect(['ci', 'install', ...Object.keys(scripts)]).toContain(script);
		} else if (rest[0] === 'handwritten-letters-sandbox') {
			const nothing = () => undefined;
			const sandbox = createProgram({}, { start: nothing, run: nothing });
			expect(() => sandbox.parse(withVerb(sandbox, rest.slice(1)), { from: 'user' })).not.toThrow();
		} else {
			expect(['npx jest', 'bash .ci/run']).toContain(words.slice(0, 2).join(' '));
			const [file = ''] = program === 'npx' ? rest.slice(1) : rest;
			expect(readdirSync(path.join(ROOT, path.dirname(file))).join()).toContain(path.basename(file));
		}
	});

	it('name nothing to npx, which anybody could claim, before the packages are published', () => {
		const files = ['', 'docs', 'sandbox', 'gallery', 'examples'].flatMap((folder) =>
			readdirSync(path.join(ROOT, folder))
				.filter((name) => /\.(md|ya?ml|json)$/.test(name))
				.map((name) => path.join(folder, name)),
		);
		const isPublished = !readFileSync(path.join(ROOT, 'README.md'), 'utf8').includes('until published');
		const naming = files.filter((file) => {
			const text = readFileSync(path.join(ROOT, file), 'utf8');
			const now = text.replaceAll(/<!-- once published.*?-->|# once published.*/gs, '');
			return /\bnpx\b.*(?<!\/)handwritten-letters-sandbox/.test(now);
		});
		expect(naming).toEqual(isPublished ? expect.arrayContaining(['README.md']) : ['CONTRIBUTING.md']);
	});

	const checks = readFileSync(path.join(ROOT, '.ci/run'), 'utf8');
	const inReadme = commands.filter(([command, file]) => file === 'README.md' && command.startsWith('npm'));
	it.each(inReadme)('%s is run on every change', (command) => {
		// `npm run sandbox` serves until it is stopped: test/integration/sandbox/commandLine.test.ts. And
		// test/package/contents.test.ts installs.
		if (/^npm (run sandbox|install )/.test(command)) return;
		// Nothing builds there any more.
		const there = command === 'npm run demo' ? 'node build/demo/main.js' : command;
		expect(checks).toContain(there);
	});
});
