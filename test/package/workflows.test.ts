/** What the GitHub workflows may do, and whose code they run. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

import { projectRoot } from '../../tools/n8n/paths';

interface Job {
	permissions?: Record<string, string>;
	needs?: string | string[];
	outputs?: Record<string, string>;
	'timeout-minutes': number;
	steps: Array<{ run?: string; uses?: string; env?: Record<string, string>; 'timeout-minutes'?: number }>;
}

const folder = join(projectRoot, '.github', 'workflows');
const workflows = readdirSync(folder).map((name) => ({
	name,
	lines: readFileSync(join(folder, name), 'utf8').split('\n'),
}));

it.each(workflows)('$name runs actions at a fixed commit only, with the version beside it', ({ lines }) => {
	const used = lines.filter((line) => line.includes('uses:'));
	expect(used.length).toBeGreaterThan(0);
	for (const line of used) {
		expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	}
});

const WRITES: Record<string, string[]> = {
	// The proof of identity that npm needs.
	'publish.yml': ['id-token: write'],
	// The newest n8n that passes goes into a pull request, what fails into an issue.
	'n8n-versions.yml': ['contents: write', 'pull-requests: write', 'issues: write'],
};

it.each(workflows)('$name may write nothing but what it is for', ({ name, lines }) => {
	const granted = lines.filter((line) => /: write|write-all/.test(line)).map((line) => line.trim());
	expect(granted).toEqual(WRITES[name] ?? []);
	expect(lines).toContain('permissions:');
});

function jobsOf<Name extends string>(file: string): Record<Name, Job> {
	const { lines = [] } = workflows.find(({ name }) => name === file) ?? {};
	return (parse(lines.join('\n')) as { jobs: Record<Name, Job> }).jobs;
}
const runsOf = ({ steps }: Job): string[] => steps.flatMap(({ run }) => run ?? []);
const actionsOf = ({ steps }: Job): string[] => steps.flatMap(({ uses }) => uses?.split('@', 1) ?? []);

describe('publishing', () => {
	const { build, check, publish, scan } = jobsOf<'build' | 'check' | 'publish' | 'scan'>('publish.yml');

	it('builds in a job that runs the tools of the build and nothing else', () => {
		const [owner, tag, ...made] = runsOf(build);
		expect(owner).toBe('node tools/release/publisher.mjs --check');
		expect(tag).not.toMatch(/\bnp[mx]\b/);
		expect(made.map((run) => run.split('\n', 1)[0])).toEqual([
			'npm ci --ignore-scripts',
			'npm run pack',
			'version=${GITHUB_REF_NAME#v}',
		]);
		expect(made.at(-1)).not.toMatch(/\bn(ode|p[mx])\b/);
		expect(build.needs).toBeUndefined();
	});

	it('tests in a job that comes to the same two files and hands none on', () => {
		expect(check.needs).toBe('build');
		expect(runsOf(check).slice(-2)).toEqual(['bash .ci/run', 'sha256sum --check --strict <<<"$SUMS"']);
		expect(check.steps.at(-1)?.env).toEqual({ SUMS: '${{ needs.build.outputs.sums }}' });
		expect(actionsOf(check)).not.toContain('actions/upload-artifact');
	});

	it('publishes what was built, by its hash, in a job that runs no code of ours and no dependency', () => {
		expect(publish.needs).toEqual(['build', 'check']);
		expect(publish.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
		expect(actionsOf(publish)).toEqual(['actions/download-artifact', 'actions/setup-node']);
		const [verify, ...others] = publish.steps.filter(({ run }) => run !== undefined);
		expect(verify).toMatchObject({
			run: 'sha256sum --check --strict <<<"$SUMS"',
			env: { SUMS: '${{ needs.build.outputs.sums }}' },
		});
		expect(others).toHaveLength(1);
		const commands = [...(others[0]?.run ?? '').matchAll(/\b(?:npm \w+|npx|node) /g)].map(([one]) => one);
		expect(commands).toEqual(['npm view ', 'npm publish ']);
		// A file that was put beside the two is not published.
		expect(others[0]?.run).not.toMatch(/\*\.tgz/);
	});

	it('proves to npm who it is in that job alone', () => {
		for (const job of [build, check, scan]) expect(job.permissions).toBeUndefined();
	});
});

describe('the tests on versions of n8n', () => {
	const jobs = jobsOf<'test' | 'image' | 'record' | 'report'>('n8n-versions.yml');

	it('write in jobs only that run none of our dependencies', () => {
		const { record, report, ...others } = jobs;
		expect(JSON.stringify(others)).not.toContain('"permissions"');
		expect(record.permissions).toEqual({ contents: 'write', 'pull-requests': 'write' });
		expect(report.permissions).toEqual({ contents: 'read', issues: 'write' });
		expect(JSON.stringify([record.steps, report.steps])).not.toMatch(/npm|setup-node/);
	});

	it.each(['test', 'image'] as const)(
		'end in the job %s before its time is up: that would report nothing',
		(name) => {
			const tests = jobs[name].steps.find(({ run }) => run?.includes('--report'));
			expect(tests?.['timeout-minutes']).toBeLessThanOrEqual(jobs[name]['timeout-minutes'] - 15);
			expect(jobs.report.needs).toContain(name);
		},
	);
});

it('only publishing asks who the owner is, and before anything else', () => {
	const asking = workflows.filter(({ lines }) =>
		lines.some((line) => line.includes('publisher.mjs --check')),
	);
	expect(asking.map(({ name }) => name)).toEqual(['publish.yml']);
	const steps = asking.flatMap(({ lines }) => lines.filter((line) => /^\s+(- )?run: /.test(line)));
	expect(steps[0]).toMatch(/run: node tools\/release\/publisher\.mjs --check$/);
	expect(readFileSync(join(projectRoot, '.ci', 'run'), 'utf8')).not.toContain('publisher');
});
