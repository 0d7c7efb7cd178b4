/** Time as an argument, so that tests can move it. */
import { sleep } from 'n8n-workflow';

export interface Clock {
	/** Milliseconds since the epoch. */
	now(): number;
	/** Waits; rejects at once when the signal aborts. */
	sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
	now: () => Date.now(),
	sleep: async (milliseconds, signal) => {
		signal?.throwIfAborted();
		// n8n 1's `sleep` knows no signal, so the abort is also watched here.
		let onAbort = () => {};
		const aborted = new Promise<never>((_resolve, reject) => {
			onAbort = () => {
				reject(signal?.reason as Error);
			};
		});
		signal?.addEventListener('abort', onAbort, { once: true });
		try {
			await Promise.race([sleep(milliseconds, signal), aborted]);
		} finally {
			signal?.removeEventListener('abort', onAbort);
		}
	},
};
