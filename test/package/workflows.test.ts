/** What the GitHub workflows may do, and whose code they run. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
	appendFileSync,
	cpSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { parse } from 'yaml';

import { repository } from '../../package.json';
import { projectRoot } from '../../tools/n8n/paths';

interface Job {
	permissions?: Record<string, string>;
	needs?: string | string[];
	outputs?: Record<string, string>;
	strategy?: { matrix: Record<string, string[]> };
	steps: Array<{ run?: string; uses?: string; env?: Record<string, string> }>;
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

const AUTHOR = {
	...process.env,
	GIT_AUTHOR_NAME: 'Ana',
	GIT_AUTHOR_EMAIL: 'ana@cartas.com.br',
	GIT_COMMITTER_NAME: 'Ana',
	GIT_COMMITTER_EMAIL: 'ana@cartas.com.br',
};

const WRITES: Record<string, string[]> = {
	// The proof of identity that npm needs.
	'publish.yml': ['id-token: write'],
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
		const [owner, main, tag, ...made] = runsOf(build);
		for (const run of [owner, main, tag]) expect(run).not.toMatch(/\bnp[mx]\b/);
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
		expect(runsOf(check).slice(-3)).toEqual([
			'bash .ci/run',
			'node tools/release/audit.mjs --release',
			'sha256sum --check --strict <<<"$SUMS"',
		]);
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
		expect(commands).toEqual(['npm publish ']);
		// A file that was put beside the two is not published.
		expect(others[0]?.run).not.toMatch(/\*\.tgz/);
	});

	it('proves to npm who it is in that job alone', () => {
		for (const job of [build, check, scan]) expect(job.permissions).toBeUndefined();
	});
});

describe('the first step of publishing', () => {
	const [check = ''] = runsOf(jobsOf<'build'>('publish.yml').build);
	const PLACES = [
		'package.json',
		'LICENSE',
		'README.md',
		'SECURITY.md',
		'credentials',
		'docs',
		'nodes',
		'sandbox/README.md',
	];
	const ADDRESS = 'https://github.com/n8n-nodes-handwritten-letters/n8n-nodes-handwritten-letters';
	/** The owner may have put another in its place. */
	const addressNow = repository.url.replace(/^git\+|\.git$/g, '');
	let copy: string;

	/** A checkout in which the owner has done what CONTRIBUTING.md says. */
	beforeEach(() => {
		copy = mkdtempSync(join(tmpdir(), 'first-step-'));
		const filter = (source: string): boolean => !source.endsWith('images');
		for (const place of PLACES) {
			cpSync(join(projectRoot, place), join(copy, place), { recursive: true, filter });
		}
		for (const { name, parentPath } of readdirSync(copy, { recursive: true, withFileTypes: true })) {
			if (!/(\.(ts|md|json|yaml)|LICENSE)$/.test(name)) continue;
			const file = join(parentPath, name);
			const text = readFileSync(file, 'utf8')
				.replaceAll(addressNow, 'https://github.com/ana/cartas')
				.replaceAll('The n8n-nodes-handwritten-letters authors', 'Ana Souza')
				.replaceAll('maintainers@n8n-nodes-handwritten-letters.example', 'ana@cartas.com.br')
				.replaceAll(/(until|once) published/g, '');
			writeFileSync(file, text);
		}
		execFileSync('git', ['init', '--quiet'], { cwd: copy });
	});

	afterEach(() => rmSync(copy, { recursive: true, force: true }));

	function passes(repository = 'ana/cartas'): boolean {
		execFileSync('git', ['add', '.'], { cwd: copy });
		const env = { ...process.env, GITHUB_REPOSITORY: repository };
		return spawnSync('bash', ['-e', '-c', check], { cwd: copy, env }).status === 0;
	}

	it('lets the owner publish, from the repository that the package names', () => {
		expect(passes()).toBe(true);
		expect(passes('someone/else')).toBe(false);
	});

	it.each([
		['LICENSE', 'Copyright (c) 2026 The n8n-nodes-handwritten-letters authors'],
		['sandbox/README.md', `${ADDRESS}#readme`],
		['SECURITY.md', 'maintainers@n8n-nodes-handwritten-letters.example'],
		['package.json', 'maintainers@n8n-nodes-handwritten-letters.example'],
		['docs/compose.yaml', '# until published'],
	])('stops while %s holds "%s"', (place, text) => {
		appendFileSync(join(copy, place), text);
		expect(passes()).toBe(false);
	});
});

it('a tag is published only if it is on main', () => {
	const [, onMain = ''] = runsOf(jobsOf<'build'>('publish.yml').build);
	const folder = mkdtempSync(join(tmpdir(), 'tag-'));
	const [origin, checkout] = [join(folder, 'origin'), join(folder, 'checkout')];
	const git = (...args: string[]) => execFileSync('git', ['-C', origin, ...args], { env: AUTHOR });
	const commit = (tag: string): void => {
		git('commit', '--quiet', '--allow-empty', '--message', tag);
		git('tag', '--annotate', tag, '--message', tag);
	};
	execFileSync('git', ['init', '--quiet', '--initial-branch', 'main', origin]);
	commit('v1.0.0');
	git('switch', '--quiet', '--create', 'other');
	commit('v1.0.1');
	git('switch', '--quiet', 'main');
	commit('v1.1.0');
	execFileSync('git', ['clone', '--quiet', origin, checkout]);
	const passes = (tag: string): boolean =>
		spawnSync('bash', ['-e', '-c', `git checkout --quiet ${tag}; ${onMain}`], { cwd: checkout }).status === 0;
	expect(['v1.0.0', 'v1.1.0', 'v1.0.1'].map(passes)).toEqual([true, true, false]);
	rmSync(folder, { recursive: true, force: true });
});

it('every version of n8n that passes by the table is tested, and the oldest are named', () => {
	const read = (file: string): string => readFileSync(join(projectRoot, file), 'utf8');
	const table = read('docs/compatibility.md');
	const passing = [...table.matchAll(/^\| ([\d.]+) \|.*\| passed \|/gm)].map(([, version]) => version);
	const { version } = jobsOf<'version'>('n8n-versions.yml');
	expect(version.strategy?.matrix.version).toEqual(['latest', ...passing]);
	const oldest = String(passing.at(-1));
	const oldestOfN8n2 = passing.findLast((one) => one?.startsWith('2.'));
	expect(table).toContain(`versions that pass are ${oldest} and, of n8n 2, ${oldestOfN8n2}.`);
	for (const file of ['README.md', 'docs/README.pt-BR.md']) expect(read(file)).toContain(` ${oldest}`);
});
