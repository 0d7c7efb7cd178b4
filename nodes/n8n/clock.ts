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

/** One timer at most. */
export class Alarm {
	private current: { at: number; cancel: AbortController } | undefined;

	constructor(
		private readonly clock: Clock,
		private readonly ring: () => void,
	) {}

	/** @param at when it rings next; undefined for not at all */
	set(at: number | undefined): void {
		if (this.current?.at === at) return;
		this.current?.cancel.abort();
		this.current = undefined;
		if (at === undefined) return;
		const alarm = { at, cancel: new AbortController() };
		this.current = alarm;
		this.clock.sleep(at - this.clock.now(), alarm.cancel.signal).then(
			() => {
				if (this.current === alarm) this.current = undefined;
				this.ring();
			},
			() => undefined,
		);
	}
}

/** The promise's value, or the other one when it takes longer than that. */
export async function withTimeout<T, U>(
	milliseconds: number,
	promise: Promise<T>,
	otherwise: U,
): Promise<T | U> {
	const timer = new AbortController();
	const tooLate = systemClock.sleep(milliseconds, timer.signal).then(() => otherwise);
	try {
		return await Promise.race([promise, tooLate]);
	} finally {
		// A reason, or one is made, with a stack trace.
		timer.abort('in time');
	}
}
