/** The sandbox as a process of its own, from its sources, so that tests need no build. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../../..');
const LOADER = `
	const ts = require('typescript'), fs = require('node:fs');
	require.extensions['.ts'] = (module, file) => module._compile(
		ts.transpileModule(fs.readFileSync(file, 'utf8'), {
			compilerOptions: { module: 'commonjs', target: 'es2022', esModuleInterop: true },
		}).outputText, file);
	process.argv.splice(1, 0, 'main');
	require('./sandbox/main.ts');`;

export function startProgram(...argv: string[]) {
	const child = spawn(process.execPath, ['-e', LOADER, '--', ...argv], { cwd: ROOT, env: {} });
	const output = { stdout: '', stderr: '' };
	child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
	child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
	return { child, output, exit: once(child, 'close') };
}

/** A started program's base URL, once it serves. */
export async function baseUrlOf({ child, output, exit }: ReturnType<typeof startProgram>): Promise<string> {
	await Promise.race([once(child.stdout, 'data'), exit]);
	expect(output).toEqual({ stdout: expect.stringContaining('http://') as unknown, stderr: '' });
	return /http:\S+/.exec(output.stdout)?.[0] ?? '';
}
