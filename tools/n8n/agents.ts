/** n8n's own Agents, over its REST API: what their page in the editor does. */
import type { N8nClient } from './n8nClient';
import type { RestApi } from './restApi';

/** The module is off by default. */
export const WITH_AGENTS = { N8N_ENABLED_MODULES: 'agents' };

export class Agent {
	private constructor(
		private readonly api: RestApi,
		/** Of the agent, below the REST API. */
		private readonly path: string,
		readonly id: string,
	) {}

	/** @param model A credential for OpenAI. */
	static async create({ api }: N8nClient, model: { id: string }, tools: object[]): Promise<Agent> {
		const project = await api.call<{ id: string }>('GET', '/projects/personal');
		const path = `/projects/${project.id}/agents/v2`;
		const schema = {
			name: 'Letters',
			model: 'openai/gpt-4.1-mini',
			credential: model.id,
			instructions: 'Order letters.',
			tools,
		};
		const { id } = await api.call<{ id: string }>('POST', path, { name: schema.name, schema });
		return new Agent(api, `${path}/${id}`, id);
	}

	/** In the chat beside the draft, to its answer's end; gives the events of the answer. */
	async chat(message: string): Promise<string> {
		return await this.api.text('POST', `${this.path}/chat`, { message });
	}

	async publish(): Promise<void> {
		await this.api.call('POST', `${this.path}/publish`, {});
	}

	async unpublish(): Promise<void> {
		await this.api.call('POST', `${this.path}/unpublish`, {});
	}

	/** A task that it does every second once it is published. */
	async schedule(objective: string): Promise<void> {
		const task = { name: 'Task', objective, cronExpression: '* * * * * *', enabled: true };
		await this.api.call('POST', `${this.path}/tasks`, task);
	}
}
