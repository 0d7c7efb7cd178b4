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
