/**
 * The commands and data in the documents do what they say. Calls to the sandbox run as they stand;
 * programs that take minutes are looked up here and run by `.ci/run`.
 */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';

jest.setTimeout(30_000);

const ROOT = path.resolve(__dirname, '../../..');
const run = promisify(execFile);

interface Block {
	file: string;
	language: string;
	code: string;
}

function blocksOf(file: string): Block[] {
	const text = readFileSync(path.join(ROOT, file), 'utf8');
	return [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language = '', code = '']) => ({
		file,
		language,
		code,
	}));
}

const documents = [
	...readdirSync(ROOT),
	...readdirSync(path.join(ROOT, 'docs')).map((name) => `docs/${name}`),
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

test('every block says its language', () => {
	expect(blocks.filter(({ language }) => language === '').map(({ file }) => file)).toEqual([]);
	expect(calls.length).toBeGreaterThan(0);
});

describe('calls to the sandbox', () => {
	let sandbox: Sandbox;
	beforeEach(async () => {
		sandbox = await createSandbox({ port: 0 });
	});
	afterEach(() => sandbox.close());

	test.each(calls.map(title))('%s', async (_title, code) => {
		const { origin } = sandbox;
		const script = code
			.replaceAll('curl ', 'curl --silent --show-error --fail-with-body ')
			.replaceAll('http://127.0.0.1:4010', origin)
			.replaceAll('THE TEST URL', `${origin}/nobody`);
		expect(script).toContain(origin);
		const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script]);
		expect(stdout).toMatch(/^\{/);
	});
});

test.each(blocks.filter(({ language }) => language === 'json').map(title))('%s', (_title, code) => {
	expect(() => JSON.parse(code) as unknown).not.toThrow();
});

describe('commands', () => {
	const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
		scripts: Record<string, string>;
	};

	test.each(commands)('%s (%s)', (command) => {
		const words = command.split(' ').filter((word) => !/^[A-Z_]+=/.test(word));
		const [program, ...rest] = words;
		if (program === 'npm') {
			const script = rest[0] === 'run' ? rest[1] : rest[0];
			expect(['ci', ...Object.keys(scripts)]).toContain(script);
		} else {
			expect(['npx jest', 'bash .ci/run']).toContain(words.slice(0, 2).join(' '));
			const [file = ''] = program === 'npx' ? rest.slice(1) : rest;
			expect(readdirSync(path.join(ROOT, path.dirname(file))).join()).toContain(path.basename(file));
		}
	});

	const checks = readFileSync(path.join(ROOT, '.ci/run'), 'utf8');
	const inReadme = commands.filter(([command, file]) => file === 'README.md' && command.startsWith('npm'));
	test.each(inReadme)('%s is run on every change', (command) => {
		// `npm run sandbox` serves until it is stopped: test/integration/sandbox/commandLine.test.ts.
		if (command !== 'npm run sandbox') expect(checks).toContain(command);
	});
});
