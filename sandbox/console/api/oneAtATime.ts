/**
 * Makes a task that may be called at any time, and runs once at a time: calls that come meanwhile
 * are one more run after it. Under load the sandbox changes all the time: the pauses keep the
 * console from taking the time it watches, the more so the longer its answers take.
 */
const SHORTEST_PAUSE_MS = 150;
const PAUSE_PER_WORK = 4;

export function oneAtATime(task: () => Promise<void>): () => void {
	let isRunning = false;
	let isAsked = false;

	async function run(): Promise<void> {
		isRunning = true;
		isAsked = false;
		const begun = performance.now();
		await task();
		const took = performance.now() - begun;
		const pause = Math.max(SHORTEST_PAUSE_MS, PAUSE_PER_WORK * took);
		await new Promise((done) => setTimeout(done, pause));
		isRunning = false;
		again();
	}
	function again(): void {
		if (isAsked) void run();
	}
	return () => {
		isAsked = true;
		if (!isRunning) void run();
	};
}
