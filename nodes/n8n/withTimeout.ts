/** Adds a timeout to a promise. */
import { systemClock } from './clock';

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
