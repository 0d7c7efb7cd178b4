/** Active workflows that start with the trigger, and that the sandbox delivers its events to. */
import { TRIGGER, nodeOfType, webhookUrl, withCredential } from './examples';
import type { Credential, Workflow, WorkflowFile } from './n8nClient';
import type { Scene } from './scene';

export interface Listening {
	workflow: Workflow;
	/** Of the trigger, as the operator of the service gets it. */
	url: string;
}

/** An n8n to listen in: one process, or several. */
type ListeningScene = Pick<Scene, 'client' | 'credential' | 'n8n' | 'sandbox'>;

export async function startListening(
	{ client, credential, n8n, sandbox }: ListeningScene,
	file: WorkflowFile,
	chosen: Credential = credential,
): Promise<Listening> {
	const ready = withCredential(file, chosen);
	const workflow = await client.createWorkflow(ready);
	await client.activate(workflow);
	const url = webhookUrl(n8n.url, nodeOfType(ready, TRIGGER));
	await sandbox.control('PUT', '/webhook', { url });
	return { workflow, url };
}
