/** Command line of the sandbox: `npm run sandbox -- --help`. */
import { readCommandLine, USAGE, UsageError } from './commandLine';
import { createSandbox } from './createSandbox';

const BAD_OPTIONS = 2;

async function main(): Promise<void> {
	const settings = readCommandLine(process.argv.slice(2), process.env);
	if (settings === 'help') {
		console.log(USAGE);
		return;
	}
	const sandbox = await createSandbox(settings);
	const events = settings.webhookUrl ?? 'nowhere yet';
	const kept = settings.data === null ? '' : `, kept in ${settings.data}`;
	console.log(
		`Sandbox listens on ${sandbox.baseUrl} (plan ${settings.plan}, events go to ${events}${kept})`,
	);

	const stop = () => void sandbox.close();
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
}

main().catch((error: unknown) => {
	if (error instanceof UsageError) {
		console.error(`${error.message}\nSee npm run sandbox -- --help`);
		process.exitCode = BAD_OPTIONS;
		return;
	}
	const { code, message } = error as NodeJS.ErrnoException;
	console.error(
		code === 'EADDRINUSE'
			? `${message}: the port is in use; stop the other program or choose one with --port`
			: `The sandbox could not start: ${message}`,
	);
	process.exitCode = 1;
});
