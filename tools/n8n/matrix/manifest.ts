/** The manifest and lockfile that install one version of n8n, made once per version. */
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { cacheFolder } from '../install/install';
import { npm, npmEnv } from '../install/npm';
import type { N8nMajor } from '../paths';
import { n8nManifestFolder } from '../paths';
import { runToEnd } from '../process/childProcess';

export function majorOf(version: string): N8nMajor {
	if (!/^[12]\.\d+\.\d+$/.test(version)) {
		throw new Error(`"${version}" is not a version of n8n 1 or 2, for example 2.40.7.`);
	}
	return version.startsWith('1.') ? 1 : 2;
}

/** On which Node the tests run that generation: the one its own manifest names. */
export async function nodeVersionOf(version: string): Promise<string> {
	const manifest = join(n8nManifestFolder(majorOf(version)), 'package.json');
	const { dependencies } = JSON.parse(await readFile(manifest, 'utf8')) as {
		dependencies: { node: string };
	};
	return dependencies.node;
}

/**
 * The folder with `package.json` and `package-lock.json` for that version.
 * @param before npm's `--before`: resolves dependencies as on that day.
 * @throws when npm cannot resolve it; the message holds npm's reason.
 */
export async function manifestFor(version: string, before?: string): Promise<string> {
	const folder = join(await cacheFolder(), 'versions', version);
	const lockfile = join(folder, 'package-lock.json');
	if (existsSync(lockfile)) return folder;
	const draft = `${folder}.draft`;
	await rm(draft, { recursive: true, force: true });
	await mkdir(draft, { recursive: true });
	await writeFile(
		join(draft, 'package.json'),
		JSON.stringify({
			name: 'n8n-under-test',
			private: true,
			dependencies: { n8n: version, node: await nodeVersionOf(version) },
			// n8n names a tarball outside the registry.
			overrides: { xlsx: '0.18.5' },
		}),
	);
	await runToEnd(
		npm,
		[
			'install',
			'--package-lock-only',
			'--ignore-scripts',
			'--no-audit',
			'--no-fund',
			...(before === undefined ? [] : [`--before=${before}`]),
		],
		{ cwd: draft, env: npmEnv(), logFile: join(draft, 'npm.log') },
	);
	await mkdir(folder, { recursive: true });
	await copyFile(join(draft, 'package.json'), join(folder, 'package.json'));
	await rename(join(draft, 'package-lock.json'), lockfile);
	await rm(draft, { recursive: true, force: true });
	return folder;
}
