/** What is in the packed tarball: all that n8n needs, and nothing else. Build first. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

import { outputSchemas } from '../../nodes/HandwrittenLetters/operations/operations';
import { npmEnv, packPackage } from '../../tools/n8n/install/npm';
import { projectRoot } from '../../tools/n8n/paths';
import { importsOf } from './importsOf';

/** What n8n gives to community nodes in every version we support. p-limit is missing from n8n 1. */
const PROVIDED = ['n8n-workflow', 'zod/v4', 'luxon', 'node:crypto'];

interface Manifest {
	name: string;
	n8n: { credentials: string[]; nodes: string[] };
	[field: string]: unknown;
}
interface Described {
	description?: { name: string };
}

let work: string;
let unpacked: string;
let packedBytes: number;
let manifest: Manifest;

beforeAll(async () => {
	// Inside the project, where the packed code finds n8n-workflow.
	mkdirSync(join(projectRoot, '.cache'), { recursive: true });
	work = mkdtempSync(join(projectRoot, '.cache', 'packed-'));
	const tarball = await packPackage(work);
	packedBytes = statSync(tarball).size;
	execFileSync('tar', ['-xzf', tarball, '-C', work]);
	unpacked = join(work, 'package');
	manifest = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as Manifest;
}, 60_000);

afterAll(() => {
	rmSync(work, { recursive: true, force: true });
});

/** Paths below a folder, with forward slashes. */
function filesIn(folder: string): string[] {
	return readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((path) => statSync(join(folder, path)).isFile())
		.map((path) => path.replaceAll('\\', '/'))
		.sort();
}

function expectedFiles(): string[] {
	const built = (path: string): string => path.replace(/\.ts$/, '.js');
	const sources = ['credentials', 'icons', 'nodes'].flatMap((folder) =>
		filesIn(join(projectRoot, folder)).map((path) => `${folder}/${path}`),
	);
	const dist = sources.map((path) => `dist/${built(path)}`);
	return ['LICENSE', 'README.md', 'package.json', ...dist, ...expectedSchemas()].sort();
}

/** What each operation and the trigger give, as n8n's editor reads it: the build makes them of the contract. */
function expectedSchemas(): string[] {
	const operations = Object.keys(outputSchemas).map((name) => `HandwrittenLetters/__schema__/v1.0.0/${name}`);
	return [...operations, 'HandwrittenLettersTrigger/__schema__/v2.0.0'].map(
		(name) => `dist/nodes/${name}.json`,
	);
}

/** The instance n8n makes of a file: its class has the file's name. */
function load(path: string): Described {
	const name = basename(path).split('.')[0] ?? '';
	const file = join(unpacked, path);
	const Class = jest.requireActual<Record<string, (new () => Described) | undefined>>(file)[name];
	if (!Class) throw new Error(`${path} exports no class ${name}.`);
	return new Class();
}

it('mirrors credentials, icons and nodes, file by file, and holds nothing else', () => {
	expect(filesIn(unpacked)).toEqual(expectedFiles());
});

it('tells n8n the fields of an item', () => {
	const read = (path: string) =>
		JSON.parse(readFileSync(join(unpacked, 'dist/nodes', path), 'utf8')) as Record<string, unknown>;
	expect(read('HandwrittenLetters/__schema__/v1.0.0/style/getMany.json')).toEqual({
		type: 'object',
		properties: { id: { type: 'string' }, name: { type: 'string' }, description: { type: 'string' } },
		version: 1,
	});
	expect(read('HandwrittenLetters/__schema__/v1.0.0/card/createFromCheck.json')).toMatchObject({
		properties: {
			outcome: { type: 'string' },
			id: { type: 'string' },
			metadata: { type: 'object' },
			problems: { type: 'array', items: { type: 'string' } },
		},
	});
	expect(read('HandwrittenLettersTrigger/__schema__/v2.0.0.json')).toMatchObject({
		properties: { data: { properties: { id: { type: 'string' } } }, dedupe_key: { type: 'string' } },
	});
});

it('is a small download', () => {
	expect(packedBytes).toBeLessThanOrEqual(185_000);
});

it('depends on nothing but the n8n it runs in', () => {
	for (const field of ['dependencies', 'optionalDependencies', 'bundleDependencies', 'bundledDependencies']) {
		expect(Object.keys(manifest[field] ?? {})).toEqual([]);
	}
	expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
});

it('imports only what n8n provides, and files of its own', () => {
	const imported = filesIn(unpacked)
		.filter((path) => path.endsWith('.js'))
		.flatMap((path) => importsOf(join(unpacked, path)).map((what) => ({ path, what })));
	const isAllowed = ({ path, what }: { path: string; what: string }): boolean => {
		if (!what.startsWith('.')) return PROVIDED.includes(what);
		const target = join(unpacked, dirname(path), what);
		const isOwn = !relative(unpacked, target).startsWith('..');
		// A file, not the index.js of a folder: see CONTRIBUTING.md.
		return isOwn && existsSync(/\.js(?:on)?$/.test(what) ? target : `${target}.js`);
	};
	expect(imported.filter((one) => !isAllowed(one))).toEqual([]);
	// Were no imports seen at all, nothing could be wrong with them.
	expect(imported.map(({ what }) => what)).toEqual(expect.arrayContaining(['n8n-workflow', 'zod/v4']));
});

it("installs by the README's command where n8n looks for it, and nothing with it", () => {
	const [command] = /^ *npm install --prefix .*$/m.exec(
		readFileSync(join(projectRoot, 'README.md'), 'utf8'),
	) ?? [
		// Until the package is published, see CONTRIBUTING.md.
		'npm install --prefix ~/.n8n/nodes --legacy-peer-deps --ignore-scripts ./n8n-nodes-handwritten-letters-*.tgz',
	];
	mkdirSync(join(work, '.n8n', 'nodes'), { recursive: true });
	execFileSync('bash', ['-ec', command], { cwd: work, env: { ...npmEnv(), HOME: work } });
	const installed = join(work, '.n8n', 'nodes', 'node_modules');
	expect(readdirSync(installed).filter((name) => !name.startsWith('.'))).toEqual([manifest.name]);
	expect(filesIn(join(installed, manifest.name))).toEqual(expectedFiles());
});

it('has every file that n8n is told to load, with its class', () => {
	expect(manifest.n8n.nodes).toHaveLength(2);
	expect(manifest.n8n.credentials).toHaveLength(1);
	for (const path of [...manifest.n8n.nodes, ...manifest.n8n.credentials]) {
		expect(load(path)).toBeDefined();
	}
});

it('has a codex file for every node, naming that node', () => {
	for (const path of manifest.n8n.nodes) {
		const codex = JSON.parse(readFileSync(join(unpacked, path.replace(/js$/, 'json')), 'utf8')) as object;
		expect(codex).toMatchObject({ node: `${manifest.name}.${load(path).description?.name ?? ''}` });
	}
});
