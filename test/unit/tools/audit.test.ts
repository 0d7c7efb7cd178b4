/** tools/release/audit.mjs, with an npm of our own that answers as a registry would. */
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { projectRoot } from '../../../tools/n8n/paths';

const packages = {
	sandbox: { version: '0.1.0' },
	'node_modules/fastify': { version: '5.8.0', dev: true },
	'node_modules/jest/node_modules/fastify': { version: '4.0.0', dev: true },
	'node_modules/jest': { version: '30.5.2', dev: true },
};
const NOTICES = 'fastify 5.8.0 (MIT)\n\nCopyright\n';

let folder: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'audit-'));
	await mkdir(join(folder, 'sandbox', 'dist'), { recursive: true });
	await writeFile(join(folder, 'sandbox', 'dist', 'THIRD_PARTY_LICENSES.txt'), NOTICES);
	await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
	await writeFile(join(folder, 'npm'), '#!/usr/bin/env bash\ncat answer.json\nexit 1\n', { mode: 0o755 });
});

afterEach(async () => {
	await rm(folder, { recursive: true, force: true });
});

async function audit(answer: unknown, ...args: string[]): Promise<{ code: number | null; says: string }> {
	await writeFile(join(folder, 'answer.json'), JSON.stringify(answer));
	const { status, stdout, stderr } = spawnSync(
		'node',
		[join(projectRoot, 'tools/release/audit.mjs'), ...args],
		{
			cwd: folder,
			encoding: 'utf8',
			env: { ...process.env, PATH: [folder, process.env.PATH].join(delimiter) },
		},
	);
	return { code: status, says: stdout + stderr };
}

const vulnerable = (name: string, node: string) => ({
	vulnerabilities: { [name]: { name, severity: 'high', range: '<99', nodes: [node] } },
});

it('fails for a package that is bundled into the sandbox', async () => {
	expect(await audit(vulnerable('fastify', 'node_modules/fastify'))).toEqual({
		code: 1,
		says: 'fastify <99 (high) is published\n',
	});
});

it.each([
	['a package that only tests', 'jest', 'node_modules/jest'],
	['another version of a bundled package', 'fastify', 'node_modules/jest/node_modules/fastify'],
	['the workspace that builds with it', 'handwritten-letters-sandbox', 'sandbox'],
])('passes for %s', async (_, name, node) => {
	expect((await audit(vulnerable(name, node))).code).toBe(0);
});

it.each([
	['passes', 0, []],
	['fails in a release', 1, ['--release']],
])('%s where the registry does not answer, and says so', async (_, expected, args) => {
	const { code, says } = await audit({ message: '405 Method Not Allowed' }, ...args);
	expect(code).toBe(expected);
	expect(says).toContain('The registry does not say what is vulnerable: 405 Method Not Allowed');
});
