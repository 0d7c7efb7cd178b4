/** The manifest and lockfile that install one version of n8n, made once per version. */
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { cacheFolder, namedVersions } from '../install/install';
import { npm, npmEnv } from '../install/npm';
import type { N8nMajor } from '../paths';
import { n8nManifestFolder } from '../paths';
import { runToEnd } from '../process/childProcess';

/** Whose tests run on it: a generation after n8n 2 has to pass those of n8n 2. */
export function majorOf(version: string): N8nMajor {
	if (!/^[1-9]\d*\.\d+\.\d+$/.test(version)) {
		throw new Error(`"${version}" is not a version of n8n, for example 2.40.7.`);
	}
	return version.startsWith('1.') ? 1 : 2;
}

/** What the manifest of that generation names: the n8n of the CI, and the Node for all its versions. */
export function pinned(major: N8nMajor): { n8n: string; node: string } {
	return namedVersions(n8nManifestFolder(major));
}

export interface ManifestOptions {
	/** npm's `--before`: resolves the dependencies as on that day. */
	before?: string;
}

/**
 * The folder with `package.json` and `package-lock.json` for that version: the project's own where it
 * has one and no day is named.
 * @throws when npm cannot resolve it; the message holds npm's reason.
 */
export async function manifestFor(version: string, { before }: ManifestOptions): Promise<string> {
	const major = majorOf(version);
	if (version === pinned(major).n8n && before === undefined) return n8nManifestFolder(major);
	const name = before === undefined ? version : `${version}@${before}`;
	const folder = join(await cacheFolder(), 'versions', name);
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
			dependencies: { n8n: version, node: pinned(major).node },
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
