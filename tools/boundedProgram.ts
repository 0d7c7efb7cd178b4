/** A program that works for minutes and ends by itself, whatever happens. */

/** @param longestMs By then something hangs: end rather than run on. */
export function runProgram(main: () => Promise<void>, longestMs: number): void {
	const watchdog = setTimeout(() => {
		console.error(`The program took longer than ${longestMs / 60_000} minutes and was ended.`);
		process.exit(1);
	}, longestMs);
	process.on('SIGINT', () => process.exit(130));
	process.on('SIGTERM', () => process.exit(143));

	main().then(
		() => clearTimeout(watchdog),
		(error: unknown) => {
			console.error(error);
			process.exit(1);
		},
	);
}
