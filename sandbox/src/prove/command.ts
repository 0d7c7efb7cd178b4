/** A command against a sandbox of its own: what it is told of the sandbox, and how it ends. */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

import type { Sandbox } from '../library/types';

/** Of a command that cannot be started, as shells have it. */
const NOT_FOUND = 127;
/** Of what a command says, the end is enough to see why it failed. */
const LONGEST_OUTPUT = 4000;

/** What the command finds in its environment beside its own. */
export function variablesOf({ origin, baseUrl, apiKey, webhookSecret, controlToken }: Sandbox) {
	return {
		SANDBOX_URL: origin,
		SANDBOX_BASE_URL: baseUrl,
		SANDBOX_API_KEY: apiKey,
		SANDBOX_WEBHOOK_SECRET: webhookSecret,
		...(controlToken !== null && { SANDBOX_CONTROL_TOKEN: controlToken }),
	};
}

export interface Ended {
	/** 128 and its number after a signal. */
	readonly code: number;
	/** The end of what it said; empty where it said it to the terminal itself. */
	readonly output: string;
}

interface Given {
	readonly sandbox: Sandbox;
	readonly env: NodeJS.ProcessEnv;
	/** It speaks to the terminal itself. */
	readonly isShown: boolean;
	/** It is ended after this time, with all that it has started. */
	readonly timeoutMs?: number;
}

const running = new Set<ChildProcess>();

function end(child: ChildProcess): void {
	const { pid } = child;
	if (pid === undefined) return;
	try {
		// A process group of its own, where there are groups.
		process.kill(-pid, 'SIGKILL');
	} catch {
		child.kill('SIGKILL');
	}
}

/** Before the program ends: nothing that it has started goes on. */
export function endAll(): void {
	running.forEach(end);
}

export async function runCommand(
	[program = '', ...args]: readonly string[],
	{ sandbox, env, isShown, timeoutMs }: Given,
): Promise<Ended> {
	const child = spawn(program, args, {
		env: { ...env, ...variablesOf(sandbox) },
		stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
		// Ctrl+C reaches a shown one by itself; any other is ended with its group.
		detached: !isShown,
		// Programs such as npm are scripts there.
		shell: process.platform === 'win32',
	});
	running.add(child);
	const timer = timeoutMs === undefined ? undefined : setTimeout(() => end(child), timeoutMs);
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-LONGEST_OUTPUT)));
	}
	const code = await new Promise<number>((resolve) => {
		child.once('error', (error) => {
			output += `${program} cannot be started: ${error.message}`;
			resolve(NOT_FOUND);
		});
		child.once('close', (status, signal) => {
			resolve(status ?? 128 + (signal === null ? 0 : constants.signals[signal]));
		});
		forwardTo(child, isShown);
	});
	clearTimeout(timer);
	running.delete(child);
	return { code, output };
}

/** The command decides what a signal to this program means, and this program ends as it does. */
function forwardTo(child: ChildProcess, isShown: boolean): void {
	if (!isShown) return;
	const pass = () => void child.kill('SIGTERM');
	// The terminal has told the command, too.
	const ignore = () => undefined;
	process.on('SIGTERM', pass).on('SIGINT', ignore);
	child.once('close', () => process.off('SIGTERM', pass).off('SIGINT', ignore));
}
