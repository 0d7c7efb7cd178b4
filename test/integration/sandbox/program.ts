/** The sandbox as a process of its own, from its sources, so that tests need no build. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { transformSync } from '@swc/core';

import { closeAfterwards, temporaryFolder } from './support';

const ROOT = path.resolve(__dirname, '../../..');
const compiled = path.join(temporaryFolder(), 'compiled.json');

/** Once for all processes of a test file. */
function compileSources(): void {
	const sources = ['sandbox/src', 'nodes/contract'].flatMap((name) =>
		readdirSync(path.join(ROOT, name), { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts'))
			.map((file) => path.join(ROOT, name, file)),
	);
	const options = {
		jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
		module: { type: 'commonjs' },
	} as const;
	const compile = (file: string) => transformSync(readFileSync(file, 'utf8'), options).code;
	const outputs = Object.fromEntries(sources.map((file) => [file, compile(file)]));
	writeFileSync(compiled, JSON.stringify(outputs));
}

const LOADER = `
	const outputs = JSON.parse(require('node:fs').readFileSync(${JSON.stringify(compiled)}, 'utf8'));
	require.extensions['.ts'] = (module, file) => module._compile(outputs[file], file);
	process.argv.splice(1, 0, 'main');`;
const PROGRAM = `
	require('./sandbox/src/cli/program.ts').runProgram(process.argv.slice(2), process.env)
		.then((code) => (process.exitCode = code));`;

export interface Program {
	readonly child: ChildProcessWithoutNullStreams;
	readonly output: { stdout: string; stderr: string };
	/** Exit code and signal, once the process is gone and its output is read. */
	readonly exit: Promise<unknown[]>;
}

beforeAll(compileSources);

export function startProgram(...argv: string[]): Program {
	return startProgramWith({}, ...argv);
}

export function startProgramWith(env: Record<string, string>, ...argv: string[]): Program {
	return startScript(PROGRAM, argv, env);
}

/** Another one that requires the sandbox's sources. */
export function startScript(script: string, argv: string[], env: Record<string, string> = {}): Program {
	const child = spawn(process.execPath, ['-e', LOADER + script, '--', ...argv], { cwd: ROOT, env });
	const output = { stdout: '', stderr: '' };
	child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
	child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
	const exit = once(child, 'close');
	// A test that ran out of time must not leave a sandbox behind: jest would wait for it for ever.
	closeAfterwards(() => {
		child.kill('SIGKILL');
		return exit;
	});
	return { child, output, exit };
}

/** A started program's base URL, once it serves. */
export async function baseUrlOf({ child, output, exit }: Program): Promise<string> {
	await Promise.race([once(child.stdout, 'data'), exit]);
	expect(output).toEqual({ stdout: expect.stringContaining('http://') as unknown, stderr: '' });
	return /http:\S+/.exec(output.stdout)?.[0] ?? '';
}
