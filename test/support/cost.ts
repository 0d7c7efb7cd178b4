/** What a reading costs, by the processor's time: other tests run beside it. */

/** Of a linear one it would be 1. */
const MOST_DEARER = 4;
/** Below this, a clock says nothing. */
const LEAST_MS = 2;
/** Other programs make a large reading dearer now and then, but not each time. */
const TRIES = 3;

async function costOf(read: () => unknown, rounds = 3): Promise<number> {
	let least = Infinity;
	for (let round = 0; round < rounds; round += 1) {
		const begun = process.cpuUsage();
		await read();
		const { user, system } = process.cpuUsage(begun);
		least = Math.min(least, (user + system) / 1000);
	}
	return least;
}

/** Whether a large reading costs far more than a small one, where it should cost as many times as much as said. */
export async function isDearer(small: () => unknown, large: () => unknown, times: number): Promise<boolean> {
	for (let tries = 0; tries < TRIES; tries += 1) {
		if ((await costOf(large, 1)) <= LEAST_MS) return false;
		const [less, more] = [await costOf(small), await costOf(large)];
		if (more <= less * times * MOST_DEARER) return false;
	}
	return true;
}
