/** What the npm in n8n's way hands out: the packed package, and a next version made of it. */
import { execFileSync } from 'node:child_process';
import { chmod, copyFile, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';

import type { N8nMajor } from '../../tools/n8n/paths';

export interface PackedVersion {
	version: string;
	tarball: string;
}

/** The parameter that the next version has and the first has not, in both nodes. */
export const NEW_PARAMETER = 'addedLater';

/** These appear in the next version only beside that parameter, which a run from before does not have. */
const GATED_FIELDS = ['template', 'style'];

/** Each goes into a folder that was not there before. */
const MOVED_FILES = ['dist/nodes/HandwrittenLetters/service/serviceClient.js', 'dist/nodes/n8n/clock.js'];
const NODE_CLASSES = ['HandwrittenLetters', 'HandwrittenLettersTrigger'];

interface Manifest {
	name: string;
	version: string;
}

const readManifest = async (folder: string): Promise<Manifest> =>
	JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;

/** The next minor version: another number, moved files, one more parameter in each node, on which fields depend. */
export async function packNextVersion(tarball: string, folder: string): Promise<PackedVersion> {
	await mkdir(folder);
	execFileSync('tar', ['-xzf', tarball, '-C', folder]);
	const root = join(folder, 'package');
	const manifest = await readManifest(root);
	const [major = '', minor = ''] = manifest.version.split('.');
	const version = `${major}.${Number(minor) + 1}.0`;
	await writeFile(join(root, 'package.json'), JSON.stringify({ ...manifest, version }, null, 2));
	for (const file of MOVED_FILES) await moveFile(root, file);
	for (const name of NODE_CLASSES) await addParameter(join(root, `dist/nodes/${name}/${name}.node.js`), name);
	const next = join(folder, `${manifest.name}-${version}.tgz`);
	execFileSync('tar', ['-czf', next, '-C', folder, 'package']);
	return { version, tarball: next };
}

/** Into the folder "moved" beside it, with every reference to it and from it. */
async function moveFile(root: string, file: string): Promise<void> {
	const from = join(root, file);
	const to = join(dirname(from), 'moved', relative(dirname(from), from));
	await mkdir(dirname(to), { recursive: true });
	await rename(from, to);
	let references = 0;
	for (const script of (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.js'))) {
		const path = join(root, script);
		const folder = path === to ? dirname(from) : dirname(path);
		const text = await readFile(path, 'utf8');
		const moved = text.replace(/require\("(\.[^"]+)"\)/g, (_, request: string) => {
			const target = `${resolve(folder, request)}.js`;
			if (target === from) references += 1;
			const found = relative(dirname(path), target === from ? to : target);
			return `require("./${found.slice(0, -'.js'.length)}")`;
		});
		await writeFile(path, moved);
	}
	if (references === 0) throw new Error(`No file of the package requires ${file}.`);
}

async function addParameter(file: string, name: string): Promise<void> {
	const gate = { [NEW_PARAMETER]: ['unchanged'] };
	const parameter = { displayName: 'Added Later', name: NEW_PARAMETER, type: 'string', default: 'unchanged' };
	const addition = `
exports.${name} = class ${name} extends exports.${name} {
	constructor() {
		super();
		const { properties, ...description } = this.description;
		const gated = ({ displayOptions, ...field }) => ({
			...field,
			displayOptions: { ...displayOptions, show: { ...displayOptions?.show, ...${JSON.stringify(gate)} } },
		});
		const changed = properties.map((field) =>
			${JSON.stringify(GATED_FIELDS)}.includes(field.name) ? gated(field) : field,
		);
		this.description = { ...description, properties: [...changed, ${JSON.stringify(parameter)}] };
	}
};
`;
	await writeFile(file, (await readFile(file, 'utf8')) + addition);
}

/** A folder to put first on n8n's PATH, whose npm knows what was published there. */
export class PackageSource {
	private constructor(
		readonly folder: string,
		readonly name: string,
		private readonly major: N8nMajor,
		private readonly tarballs: Record<string, string> = {},
	) {}

	static async create(folder: string, name: string, major: N8nMajor): Promise<PackageSource> {
		await mkdir(folder);
		await copyFile(join(__dirname, 'npm.cjs'), join(folder, 'npm'));
		await chmod(join(folder, 'npm'), 0o755);
		return new PackageSource(folder, name, major);
	}

	/** From now on it is the newest. */
	async publish({ version, tarball }: PackedVersion): Promise<void> {
		this.tarballs[version] = tarball;
		const versions = Object.keys(this.tarballs).map((one) => [one, one] as const);
		// n8n asks for "latest" over HTTPS first, which is cut off here. Its second way, `npm view`, takes
		// on n8n 1 no answer but the word it asked for.
		const views = { ...Object.fromEntries(versions), latest: this.major === 1 ? 'latest' : version };
		const packages = { name: this.name, latest: version, tarballs: this.tarballs, views };
		await writeFile(join(this.folder, 'packages.json'), JSON.stringify(packages));
	}
}
