/** The sandbox as it is published, on the Node that this n8n needs: 22 and 24 beside the 20 of the other tests. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ensureN8n } from '../../../tools/n8n/install/install';
import { npm, npmEnv, packSandbox } from '../../../tools/n8n/install/npm';
import { manifest } from '../../../tools/n8n/scenes/scene';
import { INSTALLING_MS } from '../../support/withScene';

let folder: string;
let program: [node: string, file: string];
let child: ChildProcessWithoutNullStreams | undefined;

beforeAll(async () => {
	const { node } = await ensureN8n({ manifest });
	folder = mkdtempSync(join(tmpdir(), 'sandbox-on-node-'));
	writeFileSync(join(folder, 'package.json'), '{"private": true}');
	const args = ['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
	execFileSync(npm, [...args, await packSandbox(folder)], { cwd: folder, env: npmEnv(), stdio: 'pipe' });
	const modules = join(folder, 'node_modules');
	program = [node, join(modules, 'handwritten-letters-sandbox', 'dist', 'sandbox.js')];
}, INSTALLING_MS);
afterAll(() => {
	child?.kill('SIGKILL');
	rmSync(folder, { recursive: true });
});

/** Gives its address. */
async function start(): Promise<string> {
	const [node, ...args] = [...program, '--port', '0', '--data', join(folder, 'letters')];
	child = spawn(node, args, { cwd: folder });
	let errors = '';
	child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
	const [line] = (await Promise.race([once(child.stdout, 'data'), once(child, 'close')])) as unknown[];
	expect(errors).toBe('');
	return /http:\/\/[\d.:]+/.exec(String(line))?.[0] ?? '';
}

function verb(...argv: string[]): unknown {
	const [node, ...args] = [...program, ...argv, '--json'];
	return JSON.parse(execFileSync(node, args, { encoding: 'utf8' }));
}

it('takes a letter and has it after a kill', async () => {
	const letter = verb('send', '--url', await start());
	expect(letter).toMatchObject({ status: 'queued' });
	const killed = once(child as ChildProcessWithoutNullStreams, 'close');
	child?.kill('SIGKILL');
	await killed;
	const { id } = letter as { id: string };
	expect(verb('advance', id, '--url', await start())).toMatchObject({ id, status: 'writing' });
});
