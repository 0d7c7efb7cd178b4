/**
 * npm hands a signal to the shell that it started the program with, and that shell dies of it without
 * a word to the program. So a program that npm started ends when its parent is gone.
 */
const INTERVAL_MS = 200;

/** Read at the start: npm may end while the program is still getting ready. */
const parent = process.ppid;

/** Returns the function that stops watching. */
export function endWithNpm(env: NodeJS.ProcessEnv, end: () => void): () => void {
	if (env.npm_lifecycle_event === undefined) return () => undefined;
	const timer = setInterval(() => {
		if (process.ppid === parent) return;
		clearInterval(timer);
		end();
	}, INTERVAL_MS).unref();
	return () => clearInterval(timer);
}
