/** A workflow as users run it: a call from outside brings the letters, the action node sends them. */
import { randomUUID } from 'node:crypto';

import { request } from 'undici';

import { until } from '../waiting';
import { ACTION, withCredential } from './examples';
import type { Credential, Workflow, WorkflowNode } from './n8nClient';
import type { Item, Scene } from './scenes/scene';
import { inARow, LETTERS, major, node, to, webhookNode } from './scenes/scene';

export interface LetterWorkflowOptions {
	parameters: Item;
	/** Settings of the action node itself, such as Retry On Fail. */
	nodeSettings?: Item;
	/** Settings of the workflow. */
	settings?: Item;
	credential?: Credential;
	/**
	 * Settings of the Execute Workflow nodes around it, the outermost first, each in a workflow of its
	 * own; `mode` is `each` for a call per item. The last workflow called orders the letters.
	 */
	callers?: Item[];
	/** A node between the call's items and the one that orders. */
	before?: WorkflowNode;
	/** A node behind the one that orders. */
	after?: WorkflowNode;
	/** Where the node that orders stands in the workflow's list; behind those before it when left out. */
	place?: 'first' | 'last';
}

/** The name of every Execute Workflow node made here. */
export const CALL = 'Call';

/** An n8n to run it in: one process, or several. */
type LetterScene = Pick<Scene, 'client' | 'credential'> & { n8n: { url: string } };

export class LetterWorkflow {
	private constructor(
		private readonly scene: LetterScene,
		readonly workflow: Workflow,
		private readonly path: string,
		/** The workflows it calls, the outermost first. */
		readonly called: Workflow[],
	) {}

	/** Active: its executions are n8n's production executions. */
	static async create(
		scene: LetterScene,
		{
			parameters,
			nodeSettings,
			settings,
			credential = scene.credential,
			callers = [],
			before,
			after,
			place,
		}: LetterWorkflowOptions,
	): Promise<LetterWorkflow> {
		let last: WorkflowNode = { ...node(LETTERS, ACTION, 1, 2, parameters), ...nodeSettings };
		const called: Workflow[] = [];
		for (const caller of callers.toReversed()) {
			const file = inARow('Called by another', calledNode(), last);
			const sub = await scene.client.createWorkflow(withCredential(file, credential));
			// n8n 1 activates no workflow that others alone start.
			if (major !== 1) await scene.client.activate(sub);
			called.unshift(sub);
			const { mode = 'once', ...settingsOfCall } = caller;
			last = { ...callOf(sub, mode), ...settingsOfCall };
		}
		const path = randomUUID();
		const ahead = [
			webhookNode(path),
			node('Split', 'n8n-nodes-base.splitOut', 1, 1, { fieldToSplitOut: 'body.items', options: {} }),
			...(before ? [before] : []),
		];
		const behind = after ? [after] : [];
		const file = {
			name: 'Letters on demand',
			nodes: {
				first: [last, ...ahead, ...behind],
				middle: [...ahead, last, ...behind],
				last: [...ahead, ...behind, last],
			}[place ?? 'middle'],
			connections: {
				Webhook: to('Split'),
				Split: to(before?.name ?? last.name),
				...(before && { [before.name]: to(last.name) }),
				...(after && { [last.name]: to(after.name) }),
			},
			settings: { executionOrder: 'v1', ...settings },
		};
		const workflow = await scene.client.createWorkflow(withCredential(file, credential));
		await scene.client.activate(workflow);
		return new LetterWorkflow(scene, workflow, path, called);
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

/** With what the call brings; of an agent's call, the values of these names. */
export function calledNode(names?: string[]): WorkflowNode {
	const values = names?.map((name) => ({ name, type: 'string' }));
	const parameters = values ? { workflowInputs: { values } } : { inputSource: 'passthrough' };
	return node('Called', 'n8n-nodes-base.executeWorkflowTrigger', 1.1, 0, parameters);
}

/** A node that calls it; `mode` is `each` for a call per item. */
export function callOf({ id }: Workflow, mode: unknown): WorkflowNode {
	return node(CALL, 'n8n-nodes-base.executeWorkflow', 1.2, 2, {
		source: 'database',
		workflowId: { __rl: true, mode: 'id', value: id },
		mode,
		options: { waitForSubWorkflow: true },
	});
}
