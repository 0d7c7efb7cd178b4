/** A workflow as users run it: a call from outside brings the letters, the action node sends them. */
import { randomUUID } from 'node:crypto';
import { request } from 'undici';

import { until } from '../waiting';
import { ACTION, withCredential } from './examples';
import type { Credential, Workflow } from './n8nClient';
import { LETTERS, node, to, type Item, type Scene } from './scene';

export interface LetterWorkflowOptions {
	parameters: Item;
	/** Settings of the action node itself, such as Retry On Fail. */
	nodeSettings?: Item;
	/** Settings of the workflow. */
	settings?: Item;
	credential?: Credential;
}

/** An n8n to run it in: one process, or several. */
type LetterScene = Pick<Scene, 'client' | 'credential' | 'n8n'>;

export class LetterWorkflow {
	private constructor(
		private readonly scene: LetterScene,
		private readonly workflow: Workflow,
		private readonly path: string,
	) {}

	/** Active: its executions are n8n's production executions. */
	static async create(
		scene: LetterScene,
		{ parameters, nodeSettings, settings, credential = scene.credential }: LetterWorkflowOptions,
	): Promise<LetterWorkflow> {
		const path = randomUUID();
		const webhook = { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} };
		const file = {
			name: 'Letters on demand',
			nodes: [
				{ ...node('Webhook', 'n8n-nodes-base.webhook', 2, 0, webhook), webhookId: path },
				node('Split', 'n8n-nodes-base.splitOut', 1, 1, { fieldToSplitOut: 'body.items', options: {} }),
				{ ...node(LETTERS, ACTION, 1, 2, parameters), ...nodeSettings },
			],
			connections: { Webhook: to('Split'), Split: to(LETTERS) },
			settings: { executionOrder: 'v1', ...settings },
		};
		const workflow = await scene.client.createWorkflow(withCredential(file, credential));
		await scene.client.activate(workflow);
		return new LetterWorkflow(scene, workflow, path);
	}

	/** Starts it with these items; gives the execution's id. */
	async start(items: Item[]): Promise<string> {
		const { client, n8n } = this.scene;
		const before = await client.executions(this.workflow);
		const { statusCode, body } = await request(`${n8n.url}/webhook/${this.path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ items }),
		});
		const text = await body.text();
		if (statusCode !== 200) throw new Error(`n8n answered the call with HTTP ${statusCode}: ${text}`);
		return await until('the execution to appear', async () => {
			const known = new Set(before.map(({ id }) => id));
			return (await client.executions(this.workflow)).find(({ id }) => !known.has(id))?.id;
		});
	}
}
