/**
 * Makes a task that may be called at any time, and runs once at a time: calls that come meanwhile
 * are one more run after it. Under load the sandbox changes all the time; the eye does not need
 * more than the pause allows.
 */
const PAUSE_MS = 150;

export function oneAtATime(task: () => Promise<void>): () => void {
	let isRunning = false;
	let isAsked = false;

	async function run(): Promise<void> {
		isRunning = true;
		isAsked = false;
		await task();
		await new Promise((done) => setTimeout(done, PAUSE_MS));
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
