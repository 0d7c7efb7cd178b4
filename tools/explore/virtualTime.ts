/** Time and chance as a model wants them, for all that the nodes do while it runs. */
import { systemClock } from '../../nodes/n8n/clock';
import type { VirtualClock } from '../virtualClock';
import { settle } from '../virtualClock';

/** Runs it; every world within it has a clock of its own. */
export async function inVirtualTime<T>(run: () => Promise<T>): Promise<T> {
	const clock = { ...systemClock };
	const { random } = Math;
	const { stackTraceLimit } = Error;
	const timeout = AbortSignal.timeout.bind(AbortSignal);
	try {
		Math.random = () => 0.5;
		// Half of the time would go into stacks that nobody reads.
		Error.stackTraceLimit = 0;
		// A model says itself when an attempt ends.
		AbortSignal.timeout = () => new AbortController().signal;
		return await run();
	} finally {
		Object.assign(systemClock, clock);
		Math.random = random;
		Error.stackTraceLimit = stackTraceLimit;
		AbortSignal.timeout = timeout;
	}
}

/** From now on the nodes go by it. */
export const goBy = ({ now, sleep }: Pick<VirtualClock, 'now' | 'sleep'>): unknown =>
	Object.assign(systemClock, { now, sleep });

/** Until nothing goes on without a step of the model: waits of their own come to their end. */
export async function rest(clock: VirtualClock, isOver: () => boolean): Promise<void> {
	await settle();
	while (!isOver() && (await clock.advanceToNext()));
}
