/** Programs that tests need beside Node: looked for in PATH, and installed where Debian's packages are to be had. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const INSTALL_MS = 300_000;

/** The first of the names in the first folder that has one; `folders` come before those of PATH. */
export function findProgram(names: string[], folders: string[] = []): string | undefined {
	const all = [...folders, ...(process.env.PATH ?? '').split(delimiter)];
	return all.flatMap((folder) => names.map((name) => join(folder, name))).find(isProgram);
}

export function isProgram(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

/**
 * @param env for the packages, which may ask things or start servers
 * @throws where this process may not install anything, and where it cannot
 */
export function installPackages(packages: string[], env: Record<string, string> = {}): void {
	if (process.getuid?.() !== 0 || findProgram(['apt-get']) === undefined)
		throw new Error(`Install ${packages.join(' and ')}, then run this again.`);
	const options = {
		stdio: ['ignore', 'ignore', 'pipe'] as Array<'ignore' | 'pipe'>,
		timeout: INSTALL_MS,
		env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', ...env },
	};
	// Another apt-get may be at work.
	const aptGet = (...args: string[]): unknown =>
		execFileSync('apt-get', ['-qq', '-o', `DPkg::Lock::Timeout=${INSTALL_MS / 1000}`, ...args], options);
	aptGet('update');
	aptGet('install', '-y', '--no-install-recommends', ...packages);
}
