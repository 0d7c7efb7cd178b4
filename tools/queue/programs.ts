/** Finds the programs of Redis and PostgreSQL; where they are absent, installs them (Debian, as root). */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { findProgram, installPackages } from '../programs';

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
export function findPrograms(): Record<Program, string> {
	const names = Object.keys(PACKAGES) as Program[];
	const missing = names.filter((name) => find(name) === undefined).map((name) => PACKAGES[name]);
	// Runlevel 1: the packages must not start servers of their own.
	if (missing.length > 0) installPackages([...new Set(missing)], { RUNLEVEL: '1' });
	const found = names.map((name) => [name, find(name)] as const);
	const gone = found.filter(([, path]) => path === undefined).map(([name]) => name);
	if (gone.length > 0) throw new Error(`Installed, but not found: ${gone.join(', ')}.`);
	return Object.fromEntries(found) as Record<Program, string>;
}

function find(program: string): string | undefined {
	const versions = existsSync(POSTGRES_FOLDER) ? readdirSync(POSTGRES_FOLDER) : [];
	const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
	return findProgram(
		[program],
		newestFirst.map((version) => join(POSTGRES_FOLDER, version, 'bin')),
	);
}
