/** That the scan sees what n8n's scanner would refuse, in the sources and in the tarball. Build first. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { projectRoot } from '../../tools/n8n/paths';

jest.setTimeout(60_000);

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'scanned-'));
	for (const part of ['package.json', 'README.md', 'LICENSE', 'credentials', 'icons', 'nodes', 'dist']) {
		cpSync(join(projectRoot, part), join(folder, part), { recursive: true });
	}
});

afterEach(() => {
	rmSync(folder, { recursive: true, force: true });
});

function replaceIn(path: string, text: string, replacement: string): void {
	const file = join(folder, path);
	const before = readFileSync(file, 'utf8');
	if (!before.includes(text)) throw new Error(`${path} does not hold ${text}`);
	writeFileSync(file, before.replace(text, replacement));
}

function scan(): { code: number | null; output: string } {
	const { status, stdout, stderr } = spawnSync(
		process.execPath,
		[join(projectRoot, 'test', 'package', 'scan.mjs'), folder],
		{ encoding: 'utf8' },
	);
	return { code: status, output: stdout + stderr };
}

it('what is banned in a node is found in the sources and in the tarball, whatever the file disables', () => {
	const banned = '\n/* eslint-disable */\nconsole.log(process.env.HOME);\n';
	appendFileSync(join(folder, 'nodes', 'n8n', 'refusal.ts'), banned);
	appendFileSync(join(folder, 'dist', 'nodes', 'n8n', 'refusal.js'), banned);
	const { code, output } = scan();
	expect(output).toMatch(/sources: \d+ files, 2 errors, 0 warnings/);
	expect(output).toMatch(/tarball: \d+ files, 2 errors, 0 warnings/);
	expect(output).toMatch(/refusal\.ts\n.*no-console\n.*no-restricted-globals/);
	expect(output).toMatch(/refusal\.js\n.*no-console\n.*no-restricted-globals/);
	expect(code).toBe(1);
});

it('a slip in a description and one in package.json are found', () => {
	const trigger = 'nodes/HandwrittenLettersTrigger/HandwrittenLettersTrigger.node.ts';
	replaceIn(trigger, "'Handwritten Letters Trigger'", "'Handwritten Letters'");
	replaceIn('package.json', '"peerDependencies"', '"overrides": {}, "peerDependencies"');
	const { code, output } = scan();
	const [sources, tarball] = output.split('tarball: ');
	expect(sources).toMatch(/Trigger\.node\.ts\n.*display-name-unsuffixed-trigger-node/);
	expect(sources).toMatch(/package\.json\n.*no-overrides-field/);
	expect(tarball).toMatch(/package\.json\n.*no-overrides-field/);
	expect(code).toBe(1);
});
