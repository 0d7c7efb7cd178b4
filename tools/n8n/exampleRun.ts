/** An example workflow in a real n8n, as its user sets it up: imported, credentials chosen, active. */
import { randomUUID } from 'node:crypto';

import { request } from 'undici';

import type { RawRequest } from '../rawRequest';
import type { WaitOptions } from '../waiting';
import { until } from '../waiting';
import { ACTION, CREDENTIAL, nodeNamed, readExample, TRIGGER, webhookUrl } from './examples';
import type { Execution } from './execution';
import type { Answers, FormField } from './forms';
import { fields, submitForm } from './forms';
import type { Credential, Workflow, WorkflowFile, WorkflowNode } from './n8nClient';
import type { Scene } from './scenes/scene';

/** Of the nodes in the examples, those that need a credential. */
const CREDENTIAL_TYPES: Record<string, string> = {
	[ACTION]: CREDENTIAL,
	[`${ACTION}Tool`]: CREDENTIAL,
	[TRIGGER]: CREDENTIAL,
	'n8n-nodes-base.emailSend': 'smtp',
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': 'openAiApi',
};

/** What a person enters where a page of an example asks for a login. */
export const LOGIN = { user: 'letters', password: 'secret' };
export const LOGIN_HEADER = {
	authorization: `Basic ${Buffer.from(`${LOGIN.user}:${LOGIN.password}`).toString('base64')}`,
};

export interface ExampleOptions {
	/** Besides the letter service's own, or in its place. */
	credentials?: Credential[];
	/** Parameters the user changes, by the name of their node. */
	changes?: Record<string, Record<string, unknown>>;
	/** What takes the place of a node that nobody can run here, by its name. */
	standIns?: Record<string, (node: WorkflowNode) => Partial<WorkflowNode>>;
}

export class ExampleWorkflow {
	private readonly seen = new Set<string>();

	private constructor(
		private readonly scene: Scene,
		readonly file: WorkflowFile,
		readonly workflow: Workflow,
	) {}

	static async create(
		scene: Scene,
		name: string,
		{ credentials = [], changes = {}, standIns = {} }: ExampleOptions = {},
	): Promise<ExampleWorkflow> {
		const example = await readExample(name);
		for (const changed of Object.keys({ ...changes, ...standIns })) nodeNamed(example, changed);
		const real = example.nodes.map((node) => ({ ...node, ...standIns[node.name]?.(node) }));
		const nodes = real.map((node) => ({
			...node,
			parameters: { ...node.parameters, ...changes[node.name] },
			...credentialOf(node, [...credentials, scene.credential]),
			// The editor gives both to a node when it is put on the canvas.
			id: randomUUID(),
			webhookId: randomUUID(),
		}));
		const file = { ...example, nodes };
		const workflow = await scene.client.createWorkflow(file);
		return new ExampleWorkflow(scene, file, workflow);
	}

	activate(): Promise<void> {
		return this.scene.client.activate(this.workflow);
	}

	deactivate(): Promise<void> {
		return this.scene.client.deactivate(this.workflow);
	}

	/** Starts it as the editor does, from one of its triggers, and waits for the end. */
	async run(trigger: string, wait?: WaitOptions): Promise<Execution> {
		const id = await this.scene.client.run(this.workflow, trigger);
		this.seen.add(id);
		return await this.scene.client.finished(id, wait);
	}

	/** Active, with the sandbox delivering its events to it. */
	async listen(trigger: string): Promise<void> {
		await this.activate();
		await this.scene.sandbox.control('PUT', '/receivers/main', { url: this.address(trigger) });
	}

	/** A delivery of our own making. */
	async deliver(trigger: string, { headers, body }: RawRequest): Promise<void> {
		const answer = await request(this.address(trigger), { method: 'POST', headers: headers.flat(), body });
		await answer.body.dump();
		if (answer.statusCode !== 200) throw new Error(`n8n answered it with HTTP ${answer.statusCode}.`);
	}

	private address(trigger: string): string {
		return webhookUrl(this.scene.n8n.url, nodeNamed(this.file, trigger));
	}

	/** Sends the form of its form trigger; gives the address of the page that comes next, if any. */
	async submit(trigger: string, answers: Answers): Promise<string | undefined> {
		const node = nodeNamed(this.file, trigger);
		const url = `${this.scene.n8n.url}/form/${String(node.webhookId)}`;
		const headers = hasLogin(node) ? LOGIN_HEADER : {};
		const answer = await submitForm(url, this.fields(trigger), answers, headers);
		return (JSON.parse(answer) as { formWaitingUrl?: string }).formWaitingUrl;
	}

	/** The questions of a form in one of its nodes. */
	fields(node: string): FormField[] {
		return fields(nodeNamed(this.file, node).parameters);
	}

	/**
	 * "Retry execution"; gives the new one at its end. It counts as seen: n8n 1 lists an execution some
	 * time after it has answered the form, and until then this one would pass for it.
	 */
	async retry(id: string): Promise<Execution> {
		const retried = await this.scene.client.retry(id);
		this.seen.add(retried);
		return await this.scene.client.finished(retried);
	}

	/** The id of the one execution that has begun since the last call. */
	async started(): Promise<string> {
		const id = await until('an execution to begin', async () => {
			const executions = await this.scene.client.executions(this.workflow);
			return executions.find((one) => !this.seen.has(one.id))?.id;
		});
		this.seen.add(id);
		return id;
	}

	/** The next execution, at its end. */
	async next(): Promise<Execution> {
		return await this.scene.client.finished(await this.started());
	}

	/** How many executions have not come to their end. */
	async unfinished(): Promise<number> {
		return await this.scene.client.countExecutions(this.workflow, ['new', 'running', 'waiting']);
	}
}

const hasLogin = ({ parameters }: WorkflowNode): boolean => parameters.authentication === 'basicAuth';

function credentialOf(
	node: WorkflowNode,
	credentials: Credential[],
): { credentials?: Record<string, { id: string; name: string }> } {
	const type = hasLogin(node) ? 'httpBasicAuth' : CREDENTIAL_TYPES[node.type];
	if (type === undefined) return {};
	const credential = credentials.find((one) => one.type === type);
	if (!credential) throw new Error(`The test has no credential of the type ${type}.`);
	return { credentials: { [type]: { id: credential.id, name: credential.name } } };
}
