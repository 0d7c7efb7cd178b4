/**
 * Installs the n8n that the demo and the end-to-end tests run, of either generation and with the
 * Node its manifest names (tools/n8n/versions): once per lockfile, in the user's cache folder
 * (`$XDG_CACHE_HOME` or `~/.cache`, then `n8n-nodes-handwritten-letters/`), so that every checkout
 * and every fresh clone shares it. Deleting that folder is always safe.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { access, constants, copyFile, mkdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

import type { N8nMajor } from '../paths';
import { n8nManifestFolder, projectRoot } from '../paths';
import { runToEnd } from '../process/childProcess';
import { withLock } from './lock';
import { npm, npmEnv } from './npm';
import type { Report } from './progress';
import { showPhase } from './progress';

export interface N8nInstallation {
	major: N8nMajor;
	folder: string;
	/** What starts n8n: the Node that its manifest names, and n8n's own program. */
	node: string;
	program: string;
	version: string;
}

interface Phase {
	name: string;
	title: string;
	args: string[];
	/** What must be there afterwards. */
	proof: string;
}

const NEEDED_BYTES = 4 * 1024 ** 3;

const installN8n: Phase = {
	name: 'n8n',
	title: 'Downloading n8n (about 1,900 packages, 2 to 3 GB; several minutes)',
	args: ['ci', '--ignore-scripts'],
	proof: 'node_modules/n8n/bin/n8n',
};
const buildSqlite: Phase = {
	name: 'sqlite3',
	title: 'Building its database driver (up to 2 minutes)',
	args: ['rebuild', 'sqlite3', '--ignore-scripts=false'],
	proof: 'node_modules/sqlite3/build/Release/node_sqlite3.node',
};
const installNode: Phase = {
	name: 'node',
	title: 'Downloading Node for it',
	args: ['rebuild', 'node', '--ignore-scripts=false'],
	proof: 'node_modules/node/bin/node',
};

/** @param options.manifest the folder that names the version, or that of an n8n that is there already */
export async function ensureN8n(
	options: { manifest?: string; signal?: AbortSignal; report?: Report } = {},
): Promise<N8nInstallation> {
	const { manifest = n8nManifestFolder(2), signal, report = console.log } = options;
	const { n8n: version, node: neededNode } = namedVersions(manifest);
	const major = version.startsWith('1.') ? 1 : 2;
	// The Node for it is then the one that runs this.
	if (isInstalled(manifest)) {
		const program = join(manifest, 'bin', 'n8n');
		return { major, folder: manifest, node: process.execPath, program, version };
	}
	const folder = await cachedFolder(manifest, 'n8n', `-${process.platform}-${process.arch}`);
	const ownNode = majorOf(process.versions.node) === majorOf(neededNode);
	const phases = ownNode ? [installN8n, buildSqlite] : [installN8n, buildSqlite, installNode];

	if (missing(folder, phases).length > 0) {
		let waiting = false;
		const onWait = (holder: string): void => {
			if (!waiting) report(`Another run (process ${holder}) is installing n8n; waiting for it.`);
			waiting = true;
		};
		await withLock(`${folder}.lock`, { signal, onWait }, async () => {
			const still = missing(folder, phases);
			if (still.length === 0) return;
			report(`Installing n8n ${version}, once, into ${folder}`);
			await install(manifest, folder, still, { signal, report });
		});
	}
	return {
		major,
		folder,
		node: ownNode ? process.execPath : join(folder, installNode.proof),
		program: join(folder, installN8n.proof),
		version,
	};
}

/** Where what that manifest names is, or would be: once per lockfile. */
export async function cachedFolder(manifest: string, name: string, kind = ''): Promise<string> {
	const lockfile = await readFile(join(manifest, 'package-lock.json'));
	const hash = createHash('sha256').update(lockfile).digest('hex').slice(0, 12);
	return join(await cacheFolder(), `${name}-${hash}${kind}`);
}

/** It is the folder of n8n's own package, as in its image. */
function isInstalled(manifest: string): boolean {
	return existsSync(join(manifest, 'bin', 'n8n'));
}

/** What that manifest names: n8n, and the Node for it. */
export function namedVersions(manifest: string): { n8n: string; node: string } {
	const content = JSON.parse(readFileSync(join(manifest, 'package.json'), 'utf8')) as {
		version: string;
		dependencies: { n8n: string; node: string };
	};
	if (isInstalled(manifest)) return { n8n: content.version, node: process.versions.node };
	return content.dependencies;
}

function majorOf(version: string): string | undefined {
	return version.split('.')[0];
}

/** The user's cache folder; the checkout's own where that cannot be written. */
export async function cacheFolder(): Promise<string> {
	const shared = join(
		process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
		'n8n-nodes-handwritten-letters',
	);
	try {
		await mkdir(shared, { recursive: true });
		await access(shared, constants.W_OK);
		return shared;
	} catch {
		return join(projectRoot, '.cache');
	}
}

/** A phase counts as done when it was noted as done and what it made is still there. */
function missing(folder: string, phases: Phase[]): Phase[] {
	const done = (phase: Phase): boolean =>
		existsSync(stamp(folder, phase)) && existsSync(join(folder, phase.proof));
	return done(installN8n) ? phases.filter((phase) => !done(phase)) : phases;
}

function stamp(folder: string, phase: Phase): string {
	return join(folder, `.installed-${phase.name}`);
}

async function install(
	manifest: string,
	folder: string,
	phases: Phase[],
	{ signal, report }: { signal?: AbortSignal; report: Report },
): Promise<void> {
	const logFile = `${folder}.log`;
	await rm(logFile, { force: true });
	if (phases.includes(installN8n)) {
		await rm(folder, { recursive: true, force: true });
		await mkdir(folder, { recursive: true });
		await checkSpace(folder);
		for (const name of ['package.json', 'package-lock.json']) {
			await copyFile(join(manifest, name), join(folder, name));
		}
	}
	for (const [index, phase] of phases.entries()) {
		const title = `[${index + 1}/${phases.length}] ${phase.title}`;
		const args = [...phase.args, '--no-audit', '--no-fund'];
		try {
			await showPhase(title, report, () =>
				runToEnd(npm, args, { cwd: folder, env: { ...ownHeaders(), ...npmEnv() }, logFile, signal }),
			);
		} catch (error) {
			signal?.throwIfAborted();
			throw explain(phase, logFile, error as Error);
		}
		if (!existsSync(join(folder, phase.proof))) {
			throw explain(phase, logFile, new Error(`npm succeeded but made no ${phase.proof}.`));
		}
		await writeFile(stamp(folder, phase), '');
	}
}

/** Where Node's headers lie beside it, building needs no download of them. */
function ownHeaders(): NodeJS.ProcessEnv {
	const prefix = dirname(dirname(process.execPath));
	return existsSync(join(prefix, 'include/node/node_api.h')) ? { npm_config_nodedir: prefix } : {};
}

async function checkSpace(folder: string): Promise<void> {
	const { bavail, bsize } = await statfs(folder);
	if (bavail * bsize >= NEEDED_BYTES) return;
	throw new Error(
		`n8n needs 4 GB of free disk space, but ${dirname(folder)} has ${((bavail * bsize) / 1024 ** 3).toFixed(1)} GB. Nothing was installed. Free some space, or set XDG_CACHE_HOME to a folder on a larger disk.`,
	);
}

function explain(phase: Phase, logFile: string, error: Error): Error {
	const log = existsSync(logFile) ? readFileSync(logFile, 'utf8') : '';
	let advice = 'Look at the log, then run the same command again: it goes on where it stopped.';
	if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH/.test(log)) {
		advice =
			'The package registry could not be reached. Check the network and the proxy settings, then run the same command again.';
	} else if (/ENOSPC/.test(log)) {
		advice = 'The disk is full. Free 4 GB, then run the same command again.';
	} else if (phase === buildSqlite) {
		advice =
			'Building needs Python 3 with setuptools, make and a C++ compiler (Debian: python3-setuptools make g++). Install them, then run the same command again: only this step is repeated.';
	}
	return new Error(
		`n8n could not be installed: the step "${phase.name}" failed. ${advice}\nWhole log: ${logFile}\n${error.message}`,
		{ cause: error },
	);
}
