/** `.ci/record-newest`, with a repository of its own as GitHub's and a `gh` that notes what it is asked. */
import { spawnSync } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { projectRoot } from '../../../tools/n8n/paths';

const GH = `#!/usr/bin/env bash
echo "$*" >>"$CALLS"
[ "$1 $2" = 'pr list' ] && echo "$OPEN"
exit 0
`;
const BRANCH = 'refs/heads/newest-n8n';

let folder: string;
let clone: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'record-newest-'));
	clone = join(folder, 'clone');
	await mkdir(join(folder, 'bin'));
	await writeFile(join(folder, 'bin', 'gh'), GH, { mode: 0o755 });
	await writeFile(join(folder, 'calls'), '');
	run('git', 'init', '--quiet', '--bare', join(folder, 'origin'));
	run('git', 'clone', '--quiet', join(folder, 'origin'), clone);
	await mkdir(join(clone, 'docs'));
	await writeFile(join(clone, 'docs', 'compatibility.md'), '| 2.41.1 |\n');
	inClone('add', '.');
	inClone('-c', 'user.name=owner', '-c', 'user.email=owner@example.com', 'commit', '--quiet', '-m', 'first');
});

afterEach(async () => {
	await rm(folder, { recursive: true, force: true });
});

function run(command: string, ...args: string[]): string {
	const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', env: environment() });
	expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
	return stdout;
}

const inClone = (...args: string[]): string => run('git', '-C', clone, ...args);

function environment(open = ''): NodeJS.ProcessEnv {
	return {
		...process.env,
		PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter),
		GIT_CONFIG_GLOBAL: join(folder, 'no-config'),
		CALLS: join(folder, 'calls'),
		OPEN: open,
		RUN: 'https://github.example/runs/7',
	};
}

async function record(open?: string): Promise<string[]> {
	const { status, stderr } = spawnSync('bash', [join(projectRoot, '.ci', 'record-newest')], {
		encoding: 'utf8',
		cwd: clone,
		env: environment(open),
	});
	expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
	return (await readFile(join(folder, 'calls'), 'utf8')).split('\n').filter(Boolean);
}

const pass = (version: string): Promise<void> =>
	appendFile(join(clone, 'docs', 'compatibility.md'), `| ${version} |\n`);
const recorded = (): string =>
	run('git', '-C', join(folder, 'origin'), 'show', `${BRANCH}:docs/compatibility.md`);

describe('the newest n8n that passes', () => {
	it('goes into a pull request of its own', async () => {
		await pass('2.42.0');
		const calls = await record();
		expect(calls.at(-1)).toMatch(
			/^pr create --head newest-n8n .*Found by https:\/\/github\.example\/runs\/7/,
		);
		expect(recorded()).toBe('| 2.41.1 |\n| 2.42.0 |\n');
	});

	it('replaces what an open pull request proposes', async () => {
		await pass('2.42.0');
		await record();
		inClone('reset', '--quiet', '--hard', 'HEAD~1');
		await pass('2.42.1');
		const calls = await record('12');
		expect(calls.filter((call) => call.startsWith('pr create'))).toHaveLength(1);
		expect(recorded()).toBe('| 2.41.1 |\n| 2.42.1 |\n');
	});

	it('asks for nothing when the table says it already', async () => {
		expect(await record()).toEqual([]);
	});
});
