/**
 * Starts a real n8n with data of its own and ends it again, whatever happens to us: alone, or one of
 * the processes of its queue mode.
 */
import type { ChildProcess } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { request } from 'undici';

import type { NetworkNamespace } from '../../networkNamespace';
import { until } from '../../waiting';
import type { N8nInstallation } from '../install/install';
import { cacheFolder } from '../install/install';
import { exitOf, runToEnd, signalGroup, startChild, tail } from './childProcess';
import { freePort } from './ports';

export interface RunningN8n {
	readonly url: string;
	readonly logFile: string;
	readonly pid: number;
	/** Ends it in order; by force after a grace. */
	stop(): Promise<void>;
	/** Ends it at once, as a power cut would. */
	kill(): Promise<void>;
}

/** `start` is n8n itself; the others are its queue mode's workers and webhook processors. */
export type N8nCommand = 'start' | 'worker' | 'webhook';

export interface N8nOptions {
	installation: N8nInstallation;
	command?: N8nCommand;
	/** Holds `.n8n/` with the database and the community nodes. */
	userFolder: string;
	/** Any free port when left out. */
	port?: number;
	env?: Record<string, string>;
	/** Runs in it, as in a container. */
	namespace?: NetworkNamespace;
	signal?: AbortSignal;
}

/** These ask servers of n8n's maker. */
const MODULES_TO_DISABLE = ['mcp-registry', 'instance-registry'];

const START_TRIES = 3;
const START_TIMEOUT_MS = 600_000;
const STOP_GRACE_MS = 15_000;

/** Tries again when another program takes a port that was free a moment before. */
export async function startN8n(options: N8nOptions): Promise<RunningN8n> {
	for (let tries = 1; ; tries += 1) {
		try {
			return await startOnce(options);
		} catch (error) {
			if (tries === START_TRIES || !/port \d+ is already in use/.test(String(error))) throw error;
		}
	}
}

async function startOnce(options: N8nOptions): Promise<RunningN8n> {
	const { installation, userFolder, namespace, signal, command = 'start' } = options;
	signal?.throwIfAborted();
	await mkdir(userFolder, { recursive: true });
	const port = options.port ?? (await freePort());
	// Workers may share a folder, as the replicas of one container with one volume do.
	const logFile = join(userFolder, command === 'start' ? 'n8n.log' : `${command}-${port}.log`);
	await rm(logFile, { force: true });
	const url = `http://${namespace?.guest ?? 'localhost'}:${port}`;
	const [program, ...args] = [...(namespace?.launcher ?? []), installation.node, installation.program];
	const own = {
		...(command === 'worker' && workerEnv(port)),
		...(namespace !== undefined && { N8N_LISTEN_ADDRESS: namespace.guest }),
	};
	const env = await envOf(options, port, url, own);
	const isNew = !existsSync(join(userFolder, '.n8n', 'config'));
	const begun = performance.now();
	const child = startChild(program, [...args, command], { cwd: userFolder, env, logFile });
	const stop = (): Promise<void> => end(child, 'SIGTERM');
	const kill = (): Promise<void> => end(child, 'SIGKILL');
	try {
		const origin = `http://${namespace?.guest ?? '127.0.0.1'}:${port}`;
		await untilReady(child, { origin, logFile, command }, signal);
	} catch (error) {
		await kill();
		throw error;
	}
	noteStart(command, isNew, performance.now() - begun);
	return { url, logFile, pid: child.pid ?? 0, stop, kill };
}

/** For who wants to know what starts of n8n take: a line for each in the file that is named there. */
function noteStart(command: N8nCommand, isNew: boolean, milliseconds: number): void {
	const { STARTS_OF_N8N: file } = process.env;
	if (file === undefined) return;
	const kind = { start: isNew ? 'new' : 'again', worker: 'queue', webhook: 'queue' }[command];
	appendFileSync(file, `${kind} ${(milliseconds / 1000).toFixed(1)}\n`);
}

/** Runs a workflow by n8n's command line, to its end. */
export async function executeOnCommandLine(options: N8nOptions, workflowId: string): Promise<void> {
	const { installation, userFolder } = options;
	const port = await freePort();
	const env = await envOf(options, port, `http://localhost:${port}`);
	const logFile = join(userFolder, 'execute.log');
	await rm(logFile, { force: true });
	const args = [installation.program, 'execute', `--id=${workflowId}`];
	try {
		await runToEnd(installation.node, args, { cwd: userFolder, env, logFile });
	} catch (error) {
		// On a busy machine n8n 1 may crash once all is done.
		const isLate = tail(logFile, Infinity).includes('Execution was successful:');
		if (!isLate || !String(error).includes('was ended by SIGSEGV')) throw error;
	}
}

/** Nobody's own n8n settings get in, and Node is the one that n8n needs. */
async function envOf(
	{ installation, userFolder, env }: N8nOptions,
	port: number,
	url: string,
	own: NodeJS.ProcessEnv = {},
): Promise<NodeJS.ProcessEnv> {
	const kept = Object.entries(process.env).filter(
		([name]) => !/^(N8N_|DB_|QUEUE_|EXECUTIONS_|WEBHOOK_URL|NODE_|npm_|JEST_|TS_)/.test(name),
	);
	return {
		...Object.fromEntries(kept),
		PATH: [dirname(installation.node), process.env.PATH].filter(Boolean).join(delimiter),
		// What its modules compile to: a fifth of what a start takes.
		NODE_COMPILE_CACHE: join(await cacheFolder(), 'compiled'),
		N8N_USER_FOLDER: userFolder,
		N8N_PORT: String(port),
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_EDITOR_BASE_URL: url,
		N8N_WEBHOOK_URL: `${url}/`,
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		N8N_SECURE_COOKIE: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		...settingsOf(installation),
		...own,
		...env,
	};
}

function settingsOf({ major, program }: N8nInstallation): NodeJS.ProcessEnv {
	// By default n8n 1 stores that an execution has ended before it stores what came of it.
	if (major === 1) return { DB_SQLITE_POOL_SIZE: '2' };
	// n8n ends at the name of a module that it does not have.
	const modules = join(dirname(program), '..', 'dist', 'modules');
	const present = MODULES_TO_DISABLE.filter((name) => existsSync(join(modules, name)));
	return present.length > 0 ? { N8N_DISABLED_MODULES: present.join(',') } : {};
}

/** A worker serves nothing but the answer to whether it is ready. */
function workerEnv(port: number): NodeJS.ProcessEnv {
	return {
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
	};
}

async function untilReady(
	child: ChildProcess,
	{ origin, logFile, command }: { origin: string; logFile: string; command: N8nCommand },
	signal?: AbortSignal,
): Promise<void> {
	// Older versions answer before they have their API and their webhooks; the log tells when they have.
	const isUp = (): boolean =>
		command !== 'start' || readFileSync(logFile, 'utf8').includes('Editor is now accessible');
	let ended: string | undefined;
	exitOf(child).then(
		({ code, signal: by }) => (ended = code === null ? `by ${String(by)}` : `with exit code ${code}`),
		(error: unknown) => (ended = `at once: ${String(error)}`),
	);
	const isThere = async (): Promise<boolean> => {
		if (ended !== undefined) throw new Error(`n8n ended ${ended} before it was ready.`);
		return isUp() && (await isReady(origin));
	};
	try {
		await until('n8n to be ready', isThere, { signal, timeoutMs: START_TIMEOUT_MS });
	} catch (error) {
		signal?.throwIfAborted();
		throw new Error(`${(error as Error).message} Last lines of ${logFile}:\n${tail(logFile)}`, {
			cause: error,
		});
	}
}

/** Whether it answers that it is. */
export async function isReady(origin: string): Promise<boolean> {
	try {
		const { statusCode, body } = await request(`${origin}/healthz/readiness`, {
			reset: true,
			headersTimeout: 5_000,
		});
		await body.dump();
		return statusCode === 200;
	} catch {
		return false;
	}
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
	const exited = exitOf(child).catch(() => undefined);
	if (signal === 'SIGTERM' && child.exitCode === null && child.signalCode === null) {
		child.kill('SIGTERM');
		const timer = new AbortController();
		await Promise.race([
			exited,
			sleep(STOP_GRACE_MS, undefined, { signal: timer.signal }).catch(() => undefined),
		]);
		timer.abort();
	}
	// Whatever n8n itself started, or all of it.
	signalGroup(child, 'SIGKILL');
	await exited;
}
