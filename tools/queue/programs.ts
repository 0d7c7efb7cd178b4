/** Finds the programs of Redis and PostgreSQL; where they are absent, installs them (Debian, as root). */
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

import { runToEnd } from '../n8n/process/childProcess';

const run = promisify(execFile);

/** Debian keeps PostgreSQL's programs out of PATH, in one folder per version. */
const POSTGRES_FOLDER = '/usr/lib/postgresql';
const PACKAGES = {
	'redis-server': 'redis-server',
	initdb: 'postgresql',
	postgres: 'postgresql',
	psql: 'postgresql',
};
export type Program = keyof typeof PACKAGES;

/** Gives the path of each program; installs what is missing, or says what to install. */
export async function findPrograms(logFolder: string): Promise<Record<Program, string>> {
	const names = Object.keys(PACKAGES) as Program[];
	const look = async (): Promise<Array<[Program, string | undefined]>> =>
		await Promise.all(
			names.map(async (name): Promise<[Program, string | undefined]> => [name, await find(name)]),
		);
	let found = await look();
	const missing = found.filter(([, path]) => path === undefined).map(([name]) => PACKAGES[name]);
	if (missing.length > 0) {
		await install([...new Set(missing)], logFolder);
		found = await look();
	}
	const gone = found.filter(([, path]) => path === undefined).map(([name]) => name);
	if (gone.length > 0) throw new Error(`Installed, but not found: ${gone.join(', ')}.`);
	return Object.fromEntries(found) as Record<Program, string>;
}

async function find(program: string): Promise<string | undefined> {
	const versions = await readdir(POSTGRES_FOLDER).catch(() => []);
	const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
	const folders = [
		...newestFirst.map((version) => join(POSTGRES_FOLDER, version, 'bin')),
		...(process.env.PATH ?? '').split(delimiter),
	];
	for (const folder of folders) {
		const path = join(folder, program);
		const works = await run(path, ['--version']).then(
			() => true,
			() => false,
		);
		if (works) return path;
	}
	return undefined;
}

async function install(packages: string[], logFolder: string): Promise<void> {
	const byHand = `Install ${packages.join(' and ')} (Debian, Ubuntu: sudo apt-get install ${packages.join(' ')}), then run this again.`;
	const hasApt = await run('apt-get', ['--version']).then(
		() => true,
		() => false,
	);
	if (process.getuid?.() !== 0 || !hasApt)
		throw new Error(`Queue mode needs programs that are missing. ${byHand}`);
	const options = {
		// Runlevel 1: the packages must not start servers of their own.
		env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
		logFile: join(logFolder, 'apt-get.log'),
	};
	const aptGet = (...args: string[]): Promise<void> =>
		// Another apt-get may be at work.
		runToEnd('apt-get', ['-o', 'DPkg::Lock::Timeout=600', ...args], options);
	try {
		await aptGet('update');
		await aptGet('install', '-y', '--no-install-recommends', ...packages);
	} catch (error) {
		throw new Error(`${packages.join(' and ')} could not be installed. ${byHand}\n${String(error)}`);
	}
}
