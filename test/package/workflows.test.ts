/** What the GitHub workflows may do, and whose code they run. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

import { projectRoot } from '../../tools/n8n/paths';

interface Job {
	permissions?: Record<string, string>;
	'timeout-minutes': number;
	steps: Array<{ run?: string; 'timeout-minutes'?: number }>;
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

describe('the tests on versions of n8n', () => {
	const { lines = [] } = workflows.find(({ name }) => name === 'n8n-versions.yml') ?? {};
	const { jobs } = parse(lines.join('\n')) as { jobs: Record<'test' | 'record' | 'report', Job> };

	it('write in jobs only that run none of our dependencies', () => {
		const { record, report, ...others } = jobs;
		expect(JSON.stringify(others)).not.toContain('"permissions"');
		expect(record.permissions).toEqual({ contents: 'write', 'pull-requests': 'write' });
		expect(report.permissions).toEqual({ contents: 'read', issues: 'write' });
		expect(JSON.stringify([record.steps, report.steps])).not.toMatch(/npm|setup-node/);
	});

	it('end tests that take too long before their job, which would report nothing', () => {
		const tests = jobs.test.steps.find(({ run }) => run?.includes('--report'));
		expect(tests?.['timeout-minutes']).toBeLessThanOrEqual(jobs.test['timeout-minutes'] - 15);
	});
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
