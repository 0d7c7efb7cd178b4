/** Waiting for what must come, instead of for a time to pass. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface WaitOptions {
	signal?: AbortSignal;
	timeoutMs?: number;
}

/** Generous: a busy machine is no failure. */
const PATIENCE_MS = 120_000;

/** Asks until there is an answer other than `false`; says what it waited for when none came. */
export async function until<T>(
	what: string,
	ask: () => Promise<T | false | undefined>,
	{ signal, timeoutMs = PATIENCE_MS }: WaitOptions = {},
): Promise<T> {
	const deadline = performance.now() + timeoutMs;
	for (;;) {
		signal?.throwIfAborted();
		const answer = await ask();
		if (answer !== undefined && answer !== false) return answer;
		if (performance.now() > deadline) {
			throw new Error(`Waited ${Math.round(timeoutMs / 1000)} seconds for ${what}, in vain.`);
		}
		await sleep(100, undefined, { signal });
	}
}

/** Repeats a check until it holds; in the end it fails as the check does. */
export async function eventually(check: () => void | Promise<void>, timeoutMs = PATIENCE_MS): Promise<void> {
	const deadline = performance.now() + timeoutMs;
	for (;;) {
		try {
			await check();
			return;
		} catch (error) {
			if (performance.now() > deadline) throw error;
			await sleep(10);
		}
	}
}
