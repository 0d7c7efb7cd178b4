/** Runs npm as if from a plain shell, and the project's own tarball through it. */
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { projectRoot } from '../paths';
import { runToEnd } from '../process/childProcess';
import { withLock } from './lock';

export const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** Without what `npm run` adds: it describes this project, not the folder npm is to work in. */
export function npmEnv(): NodeJS.ProcessEnv {
	return Object.fromEntries(
		Object.entries(process.env).filter(
			([name]) =>
				!/^npm_(package|lifecycle)_/.test(name) &&
				!/^npm_(config_(local_prefix|ignore_scripts)|command|execpath)$/.test(name),
		),
	);
}

/** Packs `dist/` as it would be published; gives the tarball's path. */
export function packPackage(folder: string, signal?: AbortSignal): Promise<string> {
	return pack(projectRoot, folder, signal);
}

/** The same for the sandbox. */
export function packSandbox(folder: string, signal?: AbortSignal): Promise<string> {
	return pack(join(projectRoot, 'sandbox'), folder, signal);
}

async function pack(root: string, folder: string, signal?: AbortSignal): Promise<string> {
	await mkdir(folder, { recursive: true });
	const { name, version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
		name: string;
		version: string;
	};
	const tarball = join(folder, `${name}-${version}.tgz`);
	await rm(tarball, { force: true });
	await runToEnd(npm, ['pack', '--ignore-scripts', '--pack-destination', folder], {
		cwd: root,
		env: npmEnv(),
		logFile: join(folder, 'npm-pack.log'),
		signal,
	});
	return tarball;
}

/** Installs a tarball where and how n8n installs a community node. */
export async function installTarball(
	userFolder: string,
	tarball: string,
	signal?: AbortSignal,
): Promise<void> {
	const folder = join(userFolder, '.n8n', 'nodes');
	await mkdir(folder, { recursive: true });
	const manifest = { name: 'installed-nodes', private: true, dependencies: {} };
	await writeFile(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
	const args = ['install', '--ignore-scripts', '--legacy-peer-deps', '--omit=dev'];
	await runToEnd(npm, [...args, '--no-audit', '--no-fund', tarball], {
		cwd: folder,
		env: npmEnv(),
		logFile: join(userFolder, 'npm-install.log'),
		signal,
	});
}

/** Installs what is built: by npm once per build, which begins by deleting `build/`; then it is copied. */
export async function installBuilt(userFolder: string): Promise<void> {
	const installed = join(projectRoot, 'build', 'installed');
	await withLock(`${installed}.lock`, {}, async () => {
		if (existsSync(installed)) return;
		const draft = await mkdtemp(`${installed}-`);
		await installTarball(draft, await packPackage(draft));
		await rename(draft, installed);
	});
	await cp(installed, userFolder, { recursive: true });
}
