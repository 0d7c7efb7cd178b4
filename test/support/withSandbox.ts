/** A sandbox of its own for each test of a file or of a `describe`: started before it, ended after it. */
import type { SandboxOptions } from '../../sandbox/src/createSandbox';
import { SandboxClient } from '../../tools/sandboxClient';

/** @returns the sandbox of the test that is running */
export function withSandbox(options?: SandboxOptions): Pick<SandboxClient, keyof SandboxClient> {
	let sandbox: SandboxClient;

	beforeEach(async () => {
		sandbox = await SandboxClient.start(options);
	});

	afterEach(async () => {
		await sandbox.close();
	});

	return {
		get origin() {
			return sandbox.origin;
		},
		get credential() {
			return sandbox.credential;
		},
		control: async <T>(...call: Parameters<SandboxClient['control']>) => await sandbox.control<T>(...call),
		letters: async () => await sandbox.letters(),
		order: async (...letter) => await sandbox.order(...letter),
		cards: async () => await sandbox.cards(),
		requests: async () => await sandbox.requests(),
		close: async () => await sandbox.close(),
	};
}
