/** The verb `start`, which is meant when none is named: serves until it is told to end. */
import { createSandbox } from '../createSandbox';
import type { SandboxSettings } from '../settings';
import { withoutCredentials } from '../webhooks/credentials';
import { endWithNpm } from './endWithNpm';
import { liveLog } from './liveLog';

export async function start(
	settings: SandboxSettings,
	isQuiet: boolean,
	env: NodeJS.ProcessEnv,
): Promise<void> {
	const print = (line: string) => console.log(line);
	const sandbox = await createSandbox({ ...settings, ...(!isQuiet && { watcher: liveLog(print) }) });
	const { webhookUrl } = settings;
	const events = webhookUrl === null ? 'nowhere yet' : `to ${withoutCredentials(webhookUrl)}`;
	const kept = settings.data === null ? '' : `, kept in ${settings.data}`;
	const token = sandbox.controlToken === null ? '' : `?token=${sandbox.controlToken}`;
	const stop = () => {
		stopWatching();
		void sandbox.close();
	};
	const stopWatching = endWithNpm(env, stop);
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
	// Last: whoever has read it may end the program at once.
	print(
		`Sandbox listens on ${sandbox.listensOn}/v1 (plan ${settings.plan}, events go ${events}${kept}). ` +
			`Console: ${sandbox.origin}/${token}`,
	);
}
