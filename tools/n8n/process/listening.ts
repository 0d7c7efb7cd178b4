/** Active workflows that start with the trigger, and that the sandbox delivers its events to. */
import type { SandboxClient } from '../../sandboxClient';
import { nodeOfType, TRIGGER, webhookUrl, withCredential } from '../examples';
import type { Credential, N8nClient, Workflow, WorkflowFile } from '../n8nClient';

export interface Listening {
	workflow: Workflow;
	/** Of the trigger, as the letter service gets it. */
	url: string;
}

/** An n8n to listen in: one process, or several. */
interface ListeningScene {
	client: N8nClient;
	credential: Credential;
	n8n: { url: string };
	sandbox: SandboxClient;
}

export async function startListening(
	{ client, credential, n8n, sandbox }: ListeningScene,
	file: WorkflowFile,
	chosen: Credential = credential,
): Promise<Listening> {
	const ready = withCredential(file, chosen);
	const workflow = await client.createWorkflow(ready);
	await client.activate(workflow);
	const url = webhookUrl(n8n.url, nodeOfType(ready, TRIGGER));
	await sandbox.control('PUT', '/receivers/main', { url });
	return { workflow, url };
}
