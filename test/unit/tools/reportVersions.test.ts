/** `.ci/report-versions`, with a `gh` of our own first on PATH that notes what it is asked. */
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { projectRoot } from '../../../tools/n8n/paths';

const GH = `#!/usr/bin/env bash
echo "$*" >>"$CALLS"
[ "$1 $2" = 'issue list' ] && echo "$OPEN"
[ "$1 $2" = 'issue create' ] && echo https://github.example/issues/43
while [ $# -gt 0 ]; do [ "$1" = --body-file ] && cp "$2" "$BODY"; shift; done
exit 0
`;

let folder: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'report-versions-'));
	await mkdir(join(folder, 'bin'));
	await writeFile(join(folder, 'bin', 'gh'), GH, { mode: 0o755 });
});

afterEach(async () => {
	await rm(folder, { recursive: true, force: true });
});

async function report(found: Record<string, string>, open = ''): Promise<{ calls: string[]; body: string }> {
	const files = Object.keys(found).map((name) => join(folder, name));
	await Promise.all(Object.entries(found).map(([name, text]) => writeFile(join(folder, name), text)));
	const { status, stderr } = spawnSync('bash', [join(projectRoot, '.ci', 'report-versions'), ...files], {
		encoding: 'utf8',
		env: {
			...process.env,
			PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter),
			CALLS: join(folder, 'calls'),
			BODY: join(folder, 'body'),
			OPEN: open,
			RUN: 'https://github.example/runs/7',
		},
	});
	expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
	const calls = (await readFile(join(folder, 'calls'), 'utf8')).trim().split('\n');
	return {
		calls: calls.map((call) => call.replace(/ --body-file \S+$/, '')),
		body: await readFile(join(folder, 'body'), 'utf8'),
	};
}

const NEWEST = '## n8n 2.42.0 fails\n\nThe newest version that passed: 2.41.1, on 2026-11-22.\n';
const OLDEST = '## n8n 2.8.4 fails\n\nThe newest version that passed: 2.40.7, on 2026-11-22.\n';

describe('the issue about versions of n8n that fail', () => {
	it('is opened when there is none, and names the versions and the run', async () => {
		const { calls, body } = await report({ newest: NEWEST });
		expect(calls).toContain('issue create --label n8n-versions --title n8n 2.42.0 fails');
		expect(body).toContain('The newest version that passed: 2.41.1,');
		expect(body).toContain('Found by https://github.example/runs/7');
	});

	it('is updated when it is open', async () => {
		const { calls } = await report({ newest: NEWEST }, '42');
		expect(calls).toContain('issue edit 42 --title n8n 2.42.0 fails');
		expect(calls.some((call) => call.startsWith('issue create'))).toBe(false);
	});

	it.each([
		['new', '', 'https://github.example/issues/43'],
		['open', '42', '42'],
	])('keeps the findings of each run in a comment, which notifies, when it is %s', async (_, open, issue) => {
		const { calls, body } = await report({ newest: NEWEST }, open);
		expect(calls.at(-1)).toBe(`issue comment ${issue}`);
		expect(body).toContain('The newest version that passed: 2.41.1,');
	});

	it('is one for several versions', async () => {
		const { calls, body } = await report({ newest: NEWEST, oldest: OLDEST });
		expect(calls.filter((call) => call.startsWith('issue create'))).toEqual([
			'issue create --label n8n-versions --title n8n 2.42.0 fails; n8n 2.8.4 fails',
		]);
		expect(body).toContain('2.41.1');
		expect(body).toContain('2.40.7');
	});

	it("stays below GitHub's limit of 65,536 characters and still says something of every version", async () => {
		const long = Object.fromEntries(
			['2.41.1', '2.39.10', '1.123.81'].map((version) => [
				version,
				`## n8n ${version} fails\n\n${'- a test\n'.repeat(5_000)}`,
			]),
		);
		const { body } = await report(long);
		expect(body.length).toBeLessThan(65_536);
		for (const version of Object.keys(long)) expect(body).toContain(`## n8n ${version} fails\n\n- a test`);
		expect(body).toContain('Found by https://github.example/runs/7');
	});

	it('is also opened when the run ended before it found anything', async () => {
		const { calls, body } = await report({ newest: '' });
		expect(calls.some((call) => /^issue create .*ended without a result$/.test(call))).toBe(true);
		expect(body).toContain('Found by https://github.example/runs/7');
	});
});
