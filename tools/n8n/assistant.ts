/** n8n's assistant, over its REST API: what its page in the editor does. */
import { randomUUID } from 'node:crypto';

import { until } from '../waiting';
import type { Credential, N8nClient } from './n8nClient';
import type { RestApi } from './restApi';

interface Status {
	hasActiveRun: boolean;
	isSuspended: boolean;
}

interface Message {
	agentTree?: { toolCalls: Array<{ confirmation?: { requestId: string } }> };
}

export class Assistant {
	private constructor(
		private readonly api: RestApi,
		private readonly projectId: string,
	) {}

	/** @param model A credential for OpenAI. */
	static async start({ api }: N8nClient, { type, data }: Credential): Promise<Assistant> {
		const modelConnection = { type, data };
		await api.call('PUT', '/instance-ai/settings', { modelConnection, modelName: 'gpt-4.1-mini' });
		const { id } = await api.call<{ id: string }>('GET', '/projects/personal');
		return new Assistant(api, id);
	}

	/** To the end of its answer, with the one thing that it asks a person for. */
	async ask(message: string): Promise<void> {
		const threadId = randomUUID();
		const { projectId } = this;
		await this.api.call('POST', '/instance-ai/threads', { threadId, projectId, source: 'assistant_page' });
		await this.api.call('POST', `/instance-ai/chat/${threadId}`, { message });
		const at = `/instance-ai/threads/${threadId}`;
		const status = () => this.api.call<Status>('GET', `${at}/status`);
		await until('the assistant to ask', async () => (await status()).isSuspended);
		const { messages } = await this.api.call<{ messages: Message[] }>('GET', `${at}/messages`);
		const calls = messages.flatMap(({ agentTree }) => agentTree?.toolCalls ?? []);
		const { requestId } = calls.find(({ confirmation }) => confirmation)?.confirmation ?? {};
		await this.api.call('POST', `/instance-ai/confirm/${requestId}`, { kind: 'approval', approved: true });
		await until('the assistant to end', async () => {
			const { hasActiveRun, isSuspended } = await status();
			return !hasActiveRun && !isSuspended;
		});
	}
}
