/** Child processes that end together with us, and whose failures say what happened. */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';

export interface ChildOptions {
	cwd?: string;
	env?: NodeJS.ProcessEnv;
	/** Gets everything the process prints; earlier lines are kept. */
	logFile: string;
}

const running = new Set<ChildProcess>();
let watchingExit = false;

/**
 * Loaded into the Node program we start (it does nothing in what that starts, or in worker threads). Our end of its stdin closes
 * with us, even by SIGKILL; it then ends its process group.
 */
function endWithUs(): string {
	const script = `import { isMainThread } from 'node:worker_threads'; if (isMainThread && process.ppid === ${process.pid}) process.stdin.on('end', () => process.kill(-process.pid, 'SIGKILL')).resume().unref?.();`;
	return `--import=data:text/javascript,${encodeURIComponent(script)}`;
}

/** In a process group of its own, so that ending it also ends what it started. */
export function startChild(command: string, args: string[], options: ChildOptions): ChildProcess {
	if (!watchingExit) {
		watchingExit = true;
		process.on('exit', () => {
			for (const child of running) signalGroup(child, 'SIGKILL');
		});
	}
	const env = options.env ?? process.env;
	const log = openSync(options.logFile, 'a');
	try {
		const child = spawn(command, args, {
			cwd: options.cwd,
			env: { ...env, NODE_OPTIONS: [env.NODE_OPTIONS, endWithUs()].filter(Boolean).join(' ') },
			detached: true,
			// Nothing is ever written to stdin; see endWithUs().
			stdio: ['pipe', log, log],
		});
		running.add(child);
		child.once('exit', () => running.delete(child));
		child.once('error', () => running.delete(child));
		return child;
	} finally {
		closeSync(log);
	}
}

/** True when there was something left to signal. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): boolean {
	if (child.pid === undefined) return false;
	try {
		process.kill(-child.pid, signal);
		return true;
	} catch {
		return false;
	}
}

export type Exit = { code: number | null; signal: NodeJS.Signals | null };

/** Settles once the process has ended; rejects when it could not be started at all. */
export function exitOf(child: ChildProcess): Promise<Exit> {
	if (child.exitCode !== null || child.signalCode !== null) {
		return Promise.resolve({ code: child.exitCode, signal: child.signalCode });
	}
	return new Promise((resolve, reject) => {
		child.once('exit', (code, signal) => resolve({ code, signal }));
		child.once('error', reject);
	});
}

/** Runs a command to its end. Throws when it fails. */
export async function runToEnd(
	command: string,
	args: string[],
	options: ChildOptions & { signal?: AbortSignal },
): Promise<void> {
	options.signal?.throwIfAborted();
	const child = startChild(command, args, options);
	// By force: npm goes on for minutes after a polite signal, and what it leaves is repaired later.
	const abort = (): void => {
		signalGroup(child, 'SIGKILL');
	};
	options.signal?.addEventListener('abort', abort);
	try {
		const { code, signal } = await exitOf(child);
		options.signal?.throwIfAborted();
		if (code !== 0) {
			const how = code === null ? `was ended by ${String(signal)}` : `failed with exit code ${code}`;
			throw new Error(
				`${[command, ...args].join(' ')} ${how}. Last lines of ${options.logFile}:\n${tail(options.logFile)}`,
			);
		}
	} finally {
		options.signal?.removeEventListener('abort', abort);
		signalGroup(child, 'SIGKILL');
	}
}

/** The end of a log, indented, for an error message. */
export function tail(logFile: string, lines = 15): string {
	if (!existsSync(logFile)) return '    (no log)';
	const all = readFileSync(logFile, 'utf8').trimEnd().split('\n');
	return all
		.slice(-lines)
		.map((line) => `    ${line}`)
		.join('\n');
}
