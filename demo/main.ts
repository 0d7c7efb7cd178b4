/** `npm run demo`: the package at work, from three letters sent to their events received. */
import { Cleanups } from '../tools/cleanup';
import { readCommandLine, USAGE } from './commandLine';
import type { Stage } from './realN8n';
import { runInRealN8n } from './realN8n';

const INTERRUPTED = 130;

async function main(): Promise<number> {
	const options = readCommandLine(process.argv.slice(2));
	if (options.help) {
		console.log(USAGE);
		return 0;
	}
	const abort = new AbortController();
	const interrupt = (): void => abort.abort();
	process.on('SIGINT', interrupt);
	process.on('SIGTERM', interrupt);
	process.on('SIGHUP', interrupt);

	const ends = new Cleanups();
	const stage: Stage = {
		signal: abort.signal,
		say: (line) => console.log(line),
		onEnd: (end) => ends.add(end),
	};
	try {
		const problems = await runInRealN8n(options, stage);
		for (const problem of problems) console.error(`  NOT AS EXPECTED: ${problem}`);
		if (problems.length === 0) console.log('All checks passed.');
		if (!options.once && !abort.signal.aborted) {
			console.log('Everything stays up until you press Ctrl-C.');
			await new Promise<void>((resolve) => abort.signal.addEventListener('abort', () => resolve()));
		}
		return problems.length === 0 ? 0 : 1;
	} catch (error) {
		if (!abort.signal.aborted) throw error;
		return INTERRUPTED;
	} finally {
		if (abort.signal.aborted) console.log('\nStopping everything …');
		await ends.run();
		if (abort.signal.aborted) console.log('Stopped.');
	}
}

main().then(
	// Ends even where a library keeps a timer or a connection open.
	(code) => process.exit(code),
	(error: unknown) => {
		console.error(`\nThe demo failed: ${error instanceof Error ? error.message : String(error)}`);
		process.exit(1);
	},
);
