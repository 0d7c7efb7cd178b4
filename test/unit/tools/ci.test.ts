/** `.ci/run` is what says that a change may land: it leaves no test out, and no stage disturbs another. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { npm, npmEnv } from '../../../tools/n8n/install/npm';
import { projectRoot } from '../../../tools/n8n/paths';

const read = (file: string): string => readFileSync(path.join(projectRoot, file), 'utf8');

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const checks = read('.ci/run');
const npmScriptsIn = (text: string): string[] =>
	[...text.matchAll(/\bnpm (?:run )?([\w:-]+)/g)].map(([, name = '']) => scripts[name] ?? '');

it('every project of jest runs in .ci/run, except the one that CONTRIBUTING names', () => {
	const projects = [...read('jest.config.js').matchAll(/displayName: '([\w-]+)'/g)].map(([, name]) => name);
	const selections = [checks, ...npmScriptsIn(checks)]
		.join('\n')
		.matchAll(/--selectProjects((?: [a-z][\w-]*)+)/g);
	const run = new Set([...selections].flatMap(([, names = '']) => names.trim().split(' ')));

	expect(projects.filter((name) => !run.has(String(name)))).toEqual(['queue-kills']);
	expect(read('CONTRIBUTING.md')).toMatch(
		/`npx jest --selectProjects queue-kills --runInBand`.*not part of `\.ci\/run`/,
	);
});

it.each(['lint', 'reviewers', 'e2e', 'e2e-n8n-1'])(
	'nothing builds beside %s, which reads what is built',
	(stage) => {
		const [, meanwhile = ''] =
			new RegExp(`beside ${stage} (.*?)ended ${stage}\\b(?!-)`, 's').exec(checks) ?? [];
		expect(meanwhile).not.toBe('');
		const builds = /gulp|npm run build/;
		expect([meanwhile, ...npmScriptsIn(meanwhile)].filter((text) => builds.test(text))).toEqual([]);
	},
);

it('npm test -- PATH runs that file alone', () => {
	const args = ['test', '--silent', '--', 'test/unit/tools/ci', '--listTests'];
	const listed = execFileSync(npm, args, { cwd: projectRoot, env: npmEnv(), encoding: 'utf8' });
	expect(listed.split('\n').filter((line) => line.endsWith('.test.ts'))).toEqual([__filename]);
});
