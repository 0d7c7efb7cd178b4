/** Shows that a long step is still under way. */

export type Report = (line: string) => void;

const HEARTBEAT_MS = 15_000;

/** A line at the start, one every 15 seconds, one at the end with the time it took. */
export async function showPhase<T>(title: string, report: Report, work: () => Promise<T>): Promise<T> {
	const start = performance.now();
	const elapsed = (): string => {
		const seconds = Math.round((performance.now() - start) / 1000);
		return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
	};
	report(`${title} …`);
	const heartbeat = setInterval(() => report(`    still working, ${elapsed()}`), HEARTBEAT_MS);
	try {
		const result = await work();
		report(`    done in ${elapsed()}`);
		return result;
	} finally {
		clearInterval(heartbeat);
	}
}
