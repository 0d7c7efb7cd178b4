/** The verb `start`, which is meant when none is named: serves until it is told to end. */
import type { Sandbox } from '../createSandbox';
import { createSandbox } from '../createSandbox';
import { withoutCredentials } from '../webhooks/credentials';
import { endWithNpm } from './endWithNpm';
import { liveLog } from './liveLog';
import { lettersIn } from './seed';
import type { StartWish } from './startOptions';

function eventsOf(sandbox: Sandbox): string {
	const urls = sandbox.receivers().flatMap(({ url }) => (url === null ? [] : [withoutCredentials(url)]));
	return urls.length === 0 ? 'nowhere yet' : `to ${urls.join(' and ')}`;
}

function startLine(sandbox: Sandbox, { settings }: StartWish): string {
	const facts = [
		`API key ${settings.apiKeys.join(' or ')}`,
		`webhook secret ${sandbox.webhookSecret()}`,
		`plan ${settings.plan}`,
		`events go ${eventsOf(sandbox)}`,
		...(settings.data === null ? [] : [`kept in ${settings.data}`]),
	];
	const token = sandbox.controlToken === null ? '' : `?token=${sandbox.controlToken}`;
	return `Sandbox listens on ${sandbox.listensOn}/v1 (${facts.join(', ')}). Console: ${sandbox.origin}/${token}`;
}

export async function start(wish: StartWish, env: NodeJS.ProcessEnv): Promise<void> {
	const { settings, isQuiet, seed } = wish;
	const letters = await lettersIn(seed);
	let isReady = false;
	const watcher = liveLog((line) => {
		// The first line says where it listens.
		if (isReady) console.log(line);
	});
	const sandbox = await createSandbox({ ...settings, seed: letters, ...(!isQuiet && { watcher }) });
	const stop = () => {
		stopWatching();
		void sandbox.close();
	};
	const stopWatching = endWithNpm(env, stop);
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
	isReady = true;
	// Last: whoever has read it may end the program at once.
	console.log(startLine(sandbox, wish));
}
