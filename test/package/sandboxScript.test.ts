/** The sandbox's packed tarball in the shell script of a CI job, offline and in an empty folder. Build first. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { npm, npmEnv, packSandbox } from '../../tools/n8n/install/npm';

jest.setTimeout(120_000);

const run = promisify(execFile);

let work: string;
let empty: string;
beforeAll(async () => {
	work = mkdtempSync(path.join(tmpdir(), 'sandbox-script-'));
	empty = path.join(work, 'empty');
	mkdirSync(empty);
	writeFileSync(path.join(empty, 'package.json'), '{"private": true}');
	const args = [
		'install',
		'--offline',
		'--ignore-scripts',
		'--no-audit',
		'--no-fund',
		await packSandbox(work),
	];
	await run(npm, args, { cwd: empty, env: npmEnv() });
});
afterAll(() => {
	rmSync(work, { recursive: true, force: true });
});

it('starts, orders, opens a refused call, breaks, moves the clock, delivers, verifies and stops', async () => {
	const { stdout } = await run('sh', [path.join(__dirname, 'ci.sh')], { cwd: empty, env: npmEnv() });
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
	const preload = path.join(work, 'version.cjs');
	writeFileSync(preload, versions);
	const program = path.join(empty, 'node_modules/handwritten-letters-sandbox/dist/sandbox.js');
	const args = ['--require', preload, program, '--version'];
	const ended = await run(process.execPath, args).catch(
		(error: unknown) => error as { code: number; stderr: string },
	);
	const line = `handwritten-letters-sandbox needs Node 20.19 or newer; this is Node ${version}.\n`;
	expect(ended).toMatchObject(code === 0 ? { stderr: '' } : { code, stderr: line });
});
