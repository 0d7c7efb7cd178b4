/** Who publishes the packages: one file fills every place, and publishing fails while it is a placeholder. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const project = resolve(__dirname, '../../..');
const SCRIPT = 'tools/release/publisher.mjs';
const PLACE = 'tools/release/publisher.json';
const original = (path: string): string => readFileSync(join(project, path), 'utf8');
const manifest = JSON.parse(original('package.json')) as {
	workspaces: string[];
	repository: { url: string };
};
const current = manifest.repository.url.replace(/^git\+|\.git$/g, '');
const MANIFESTS = ['.', ...manifest.workspaces].map((folder) => join(folder, 'package.json'));
/** Not read from publisher.json, which the owner has filled in by the time of a release. */
const placeholders = {
	name: 'The n8n-nodes-handwritten-letters authors',
	email: 'maintainers@n8n-nodes-handwritten-letters.example',
	repository: 'https://github.com/n8n-nodes-handwritten-letters/n8n-nodes-handwritten-letters',
};
/** The sources of what is published that link to the repository. */
const LINKING = ['credentials', 'nodes']
	.flatMap((folder) =>
		readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
			join(folder, name),
		),
	)
	.filter((path) => /\.(ts|json)$/.test(path))
	.filter((path) => [current, placeholders.repository].some((address) => original(path).includes(address)));
const LICENCES = ['LICENSE', 'sandbox/LICENSE'];
const LIST = 'tools/release/documents.json';
/** They say how to install what is not on npm yet. */
const DOCUMENTS = JSON.parse(original(LIST)) as string[];
const owner = {
	name: 'Ana Souza',
	email: 'ana@cartas.com.br',
	repository: 'https://github.com/ana/cartas',
};

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'publisher-'));
	copyProject();
	// What Prettier needs to lay out what was written.
	cpSync(join(project, '.prettierrc.json'), join(folder, '.prettierrc.json'));
	cpSync(join(project, '.prettierignore'), join(folder, '.prettierignore'));
	symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
	name(placeholders);
	run();
});

afterEach(() => {
	rmSync(folder, { recursive: true, force: true });
});

function copyProject(): void {
	for (const path of [SCRIPT, PLACE, LIST, ...MANIFESTS, ...LINKING, ...LICENCES, ...DOCUMENTS]) {
		cpSync(join(project, path), join(folder, path), { recursive: true });
	}
}

const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
const name = (values: Partial<typeof owner>): void => {
	const before = JSON.parse(read(PLACE)) as typeof owner;
	// As an editor set to tabs saves it.
	writeFileSync(join(folder, PLACE), JSON.stringify({ ...before, ...values }, null, '\t'));
};

function run(args: string[] = [], repository?: string): { code: number | null; says: string } {
	const env = { ...process.env };
	delete env.GITHUB_REPOSITORY;
	const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, SCRIPT), ...args], {
		encoding: 'utf8',
		env: repository === undefined ? env : { ...env, GITHUB_REPOSITORY: repository },
		cwd: dirname(folder),
	});
	return { code: status, says: stdout + stderr };
}

it('agrees with every file of this repository', () => {
	copyProject();
	expect(run()).toEqual({ code: 0, says: 'Everything agrees already.\n' });
});

it('fills in both manifests and every published link, and then allows publishing', () => {
	name(owner);
	expect(run().code).toBe(0);
	for (const path of MANIFESTS) {
		const manifest = JSON.parse(read(path)) as Record<string, unknown>;
		expect(manifest.author).toEqual({ name: owner.name, email: owner.email });
		expect(manifest.homepage).toMatch(/^https:\/\/github\.com\/ana\/cartas[#/]/);
		expect(manifest.repository).toMatchObject({ url: 'git+https://github.com/ana/cartas.git' });
	}
	for (const path of LINKING) expect(read(path)).toContain('https://github.com/ana/cartas#');
	for (const path of [...MANIFESTS, ...LINKING]) {
		expect(read(path)).not.toMatch(/github\.com\/n8n-nodes|letters\.example/);
	}
	for (const path of LICENCES) expect(read(path)).toMatch(/^Copyright \(c\) \d{4} Ana Souza$/m);
	expect(run(['--check'], 'ana/cartas')).toEqual({ code: 0, says: '' });
});

describe('the documents', () => {
	const byNpx = /\bnpx\b.*(?<!\/)handwritten-letters-sandbox/;

	it('name nothing to npx, which anybody could claim, before the packages are published', () => {
		const all = ['', 'docs', 'sandbox', 'gallery', 'examples'].flatMap((place) =>
			readdirSync(join(project, place))
				.filter((file) => /\.(md|ya?ml|json)$/.test(file))
				.map((file) => join(place, file)),
		);
		// What an owner has filled in is published.
		const unpublished = current === placeholders.repository ? all : [];
		const comments = /<!-- once published.*?-->|# once published.*/gs;
		expect(unpublished.filter((path) => byNpx.test(original(path).replaceAll(comments, '')))).toEqual([]);
	});

	it('say how to install from npm once the owner is known, with badges, and nothing of a checkout', () => {
		const texts = () => DOCUMENTS.map(read);
		const unpublished = texts();
		run();
		expect(texts()).toEqual(unpublished);
		name(owner);
		run();
		for (const text of texts())
			expect(text).not.toMatch(/until published|once published|npm run (sandbox|pack)/);
		for (const path of DOCUMENTS) expect(read(path)).toMatch(byNpx);
		expect(read('README.md')).toContain('Install** and enters `n8n-nodes-handwritten-letters`.\n');
		expect(read('README.md')).toContain('](https://github.com/ana/cartas/actions/workflows/ci.yml)\n');
		expect(read('docs/sandbox-reference.md')).toContain(
			'npx handwritten-letters-sandbox receivers test --remove',
		);
	});
});

it('writes files that pass Prettier when a shorter address changes where a line breaks', () => {
	name(owner);
	expect(run().code).toBe(0);
	const prettier = join(project, 'node_modules/prettier/bin/prettier.cjs');
	const { stderr } = spawnSync(
		process.execPath,
		[prettier, '--check', PLACE, ...MANIFESTS, ...LINKING, ...DOCUMENTS],
		{
			encoding: 'utf8',
			cwd: folder,
		},
	);
	expect(stderr).toBe('');
});

it('changes nothing else', () => {
	const before = read('package.json');
	name({ name: owner.name, email: owner.email });
	run();
	const changed = read('package.json')
		.split('\n')
		.filter((line, i) => line !== before.split('\n')[i]);
	expect(changed).toEqual(['    "name": "Ana Souza",', '    "email": "ana@cartas.com.br"']);
});

it.each(Object.keys(owner) as Array<keyof typeof owner>)(
	'does not allow publishing while %s is a placeholder',
	(field) => {
		name({ ...owner, [field]: placeholders[field] });
		run();
		expect(run(['--check'])).toEqual({
			code: 1,
			says: `"${field}" in ${PLACE} is still the placeholder ${JSON.stringify(placeholders[field])}\n`,
		});
	},
);

it('finds placeholders in links after package.json alone was changed', () => {
	name(owner);
	run();
	const left = [...MANIFESTS.slice(1), ...LINKING];
	for (const path of left) {
		writeFileSync(join(folder, path), read(path).replaceAll(owner.repository, placeholders.repository));
	}
	const { code, says } = run(['--check']);
	expect(code).toBe(1);
	for (const path of left) expect(says).toContain(`${path} does not agree`);
	expect(run().says).toContain('Changed: ');
	expect(run(['--check'])).toEqual({ code: 0, says: '' });
});

it('does not allow publishing before everything is filled in, or from another repository', () => {
	name(owner);
	const { code, says } = run(['--check'], 'someone/else');
	expect(code).toBe(1);
	for (const path of [...MANIFESTS, ...LINKING]) expect(says).toContain(`${path} does not agree`);
	expect(says).toContain('this workflow runs in someone/else');
});

it.each([
	['repository', 'https://github.com/ana/cartas.git'],
	['repository', 'git@github.com:ana/cartas'],
	['email', 'ana'],
	['name', ' '],
])('writes nothing when %s is %j', (field, value) => {
	const before = read('package.json');
	name({ ...owner, [field]: value });
	expect(run()).toMatchObject({ code: 1, says: expect.stringContaining('is not a usable value') as string });
	expect(read('package.json')).toBe(before);
});
