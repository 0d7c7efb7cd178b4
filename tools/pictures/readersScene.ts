/** An n8n and a sandbox at the ports that readers will have. */
import type { SandboxOptions } from '../../sandbox/src/createSandbox';
import { DEFAULTS } from '../../sandbox/src/defaults';
import { Scene } from '../n8n/scene';

/** @param env for n8n */
export function startReadersScene({
	env,
	...sandbox
}: SandboxOptions & { env?: Record<string, string> } = {}): Promise<Scene> {
	return Scene.start({ sandbox: { ...sandbox, port: DEFAULTS.port }, n8nPort: 5678, env });
}
