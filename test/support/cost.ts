/** What a reading costs, by the processor's time: other tests run beside it. */

/** Of a linear one it would be 1. */
const MOST_DEARER = 4;
/** Below this, a clock says nothing. */
const LEAST_MS = 2;

function costOf(read: () => unknown): number {
	let least = Infinity;
	for (let round = 0; round < 3; round += 1) {
		const begun = process.cpuUsage();
		read();
		const { user, system } = process.cpuUsage(begun);
		least = Math.min(least, (user + system) / 1000);
	}
	return least;
}

/** Whether a large reading costs far more than a small one, where it should cost as many times as much as said. */
export function isDearer(small: () => unknown, large: () => unknown, times: number): boolean {
	const [less, more] = [costOf(small), costOf(large)];
	return more > LEAST_MS && more > less * times * MOST_DEARER;
}
