/** The calls to n8n's own REST API that the demo and the end-to-end tests make, as its editor does. */
import type { WaitOptions } from '../waiting';
import { until } from '../waiting';
import type { Execution, ExecutionSummary } from './execution';
import { FINAL, readExecution } from './execution';
import { RestApi, unlessStatus } from './restApi';

export interface Owner {
	email: string;
	password: string;
}

export interface WorkflowNode {
	name: string;
	type: string;
	typeVersion: number;
	position: [number, number];
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id: string; name: string }>;
	webhookId?: string;
	[setting: string]: unknown;
}

export interface WorkflowFile {
	name: string;
	nodes: WorkflowNode[];
	connections: Record<string, unknown>;
	settings: Record<string, unknown>;
}

export interface Workflow {
	id: string;
	name: string;
	versionId: string;
}

export interface Credential {
	id: string;
	name: string;
	type: string;
	data: Record<string, unknown>;
}

interface Publication {
	status: 'in_progress' | 'published' | 'partial' | 'failed' | 'not_published';
	triggers: Array<{ errorMessage: string | null }>;
}

export class N8nClient {
	/** For what few tests need. */
	readonly api: RestApi;
	/** The workflows that were made through it, in order. */
	readonly created: Workflow[] = [];

	constructor(readonly url: string) {
		this.api = new RestApi(url);
	}

	async setUpOwner({ email, password }: Owner): Promise<void> {
		const names = { firstName: 'Demo', lastName: 'Owner' };
		await this.api.call('POST', '/owner/setup', { email, password, ...names });
	}

	async logIn({ email, password }: Owner): Promise<void> {
		await this.api.call('POST', '/login', { emailOrLdapLoginId: email, password });
	}

	/** Names of the node types n8n has loaded, as the editor gets them. */
	async nodeTypes(): Promise<string[]> {
		const types = await this.api.file<Array<{ name: string }>>('/types/nodes.json');
		return types.map(({ name }) => name);
	}

	/** What n8n tells its editor of itself. */
	async editorSettings(): Promise<Record<string, unknown>> {
		return await this.api.call('GET', '/settings');
	}

	/** As the page Settings → Community nodes does. */
	async installPackage(name: string): Promise<void> {
		await this.api.call('POST', '/community-packages', { name });
	}

	async createCredential(name: string, type: string, data: Record<string, unknown>): Promise<Credential> {
		const { id } = await this.api.call<{ id: string }>('POST', '/credentials', { name, type, data });
		return { id, name, type, data };
	}

	/** Workflows that use it go on with the new values. */
	async updateCredential({ id, name, type }: Credential, data: Record<string, unknown>): Promise<void> {
		await this.api.call('PATCH', `/credentials/${id}`, { name, type, data });
	}

	testCredential(credential: Credential): Promise<{ status: string; message: string }> {
		return this.api.call('POST', '/credentials/test', { credentials: credential });
	}

	async createWorkflow({ name, nodes, connections, settings }: WorkflowFile): Promise<Workflow> {
		// Older versions set no default for a new workflow's state.
		const content = { name, nodes, connections, settings, active: false };
		const workflow = await this.api.call<Workflow>('POST', '/workflows', content);
		this.created.push(workflow);
		return workflow;
	}

	/** Until its triggers listen: newer versions answer earlier. Throws with n8n's reason when they cannot. */
	async activate({ id, versionId, name }: Workflow): Promise<void> {
		await this.api.call('POST', `/workflows/${id}/activate`, { versionId, name });
		const outcome = await this.publication(id, (now) => now !== 'not_published');
		if (outcome === 'at once' || outcome.status === 'published') return;
		const { status, triggers } = outcome;
		const reasons = triggers.map(({ errorMessage }) => errorMessage).filter(Boolean);
		throw new Error(`n8n could not activate "${name}" (${status}): ${reasons.join(' ')}`);
	}

	/** Puts another node in the place of the one of its name, and publishes that. */
	async publishChanged({ id }: Workflow, changed: Partial<WorkflowNode> & { name: string }): Promise<void> {
		const current = await this.api.call<Workflow & WorkflowFile>('GET', `/workflows/${id}`);
		const nodes = current.nodes.map((node) => (node.name === changed.name ? { ...node, ...changed } : node));
		const saved = await this.api.call<Workflow>('PATCH', `/workflows/${id}`, { ...current, nodes });
		await this.activate(saved);
	}

	/** Until nothing listens any more: newer versions answer earlier. */
	async deactivate({ id }: Workflow): Promise<void> {
		await this.api.call('POST', `/workflows/${id}/deactivate`, {});
		await this.publication(id, (now) => now === 'not_published');
	}

	/** Starts it in the editor; gives the execution's id. Of the trigger comes the item, such as a chat's message. */
	async run(workflow: Workflow, trigger: string, item?: object): Promise<string> {
		const { executionId } = await this.runFrom<{ executionId: string }>(workflow, trigger, item);
		return executionId;
	}

	/** What the editor's "Listen for test event" does; the test address then takes one event. */
	async listenForTest(workflow: Workflow, trigger: string): Promise<void> {
		const { waitingForWebhook } = await this.runFrom<{ waitingForWebhook?: boolean }>(workflow, trigger);
		if (waitingForWebhook !== true) throw new Error(`n8n does not listen for a test event of "${trigger}".`);
	}

	async executions(workflow: Workflow): Promise<ExecutionSummary[]> {
		const query = new URLSearchParams({
			filter: JSON.stringify({ workflowId: workflow.id }),
			limit: '100',
		});
		const { results } = await this.api.call<{ results: ExecutionSummary[] }>(
			'GET',
			`/executions?${query.toString()}`,
		);
		return results;
	}

	/** Those that have ended, or those in one of the states. */
	async countExecutions(workflow: Workflow, status: string[] = FINAL): Promise<number> {
		const query = new URLSearchParams({
			filter: JSON.stringify({ workflowId: workflow.id, status }),
			limit: '1',
		});
		const { count } = await this.api.call<{ count: number }>('GET', `/executions?${query.toString()}`);
		return count;
	}

	async execution(id: string): Promise<Execution> {
		const { data, ...summary } = await this.api.call<ExecutionSummary & { data: string }>(
			'GET',
			`/executions/${id}`,
		);
		return readExecution(summary, data);
	}

	/**
	 * Older versions of n8n 2 cannot give an execution that has only just begun and answer 500: it has no
	 * status then.
	 */
	async status(id: string): Promise<string | undefined> {
		const begun = await this.api.call<ExecutionSummary>('GET', `/executions/${id}`).catch(unlessStatus(500));
		return begun?.status;
	}

	/** Waits for the end of an execution, good or bad. */
	async finished(id: string, wait?: WaitOptions): Promise<Execution> {
		return await until(
			`execution ${id} to end`,
			async () => {
				const status = await this.status(id);
				return status !== undefined && FINAL.includes(status) ? this.execution(id) : undefined;
			},
			wait,
		);
	}

	/**
	 * Runs it again from where it ended, with the workflow as it was, or with `loadWorkflow` as it is
	 * saved now: the two choices the editor gives. n8n answers at the end, with the new execution's id.
	 */
	async retry(id: string, options: { loadWorkflow?: boolean } = {}): Promise<string> {
		const { id: retried } = await this.api.call<{ id: string }>('POST', `/executions/${id}/retry`, options);
		return retried;
	}

	/** "Stop execution". */
	async cancel(id: string): Promise<void> {
		await this.api.call('POST', `/executions/${id}/stop`, {});
	}

	close(): Promise<void> {
		return this.api.close();
	}

	/**
	 * n8n reads the work in progress and its outcome in two queries: for a moment after the end it may
	 * answer with the state from before. Older versions have no such address: they did the work before
	 * they answered.
	 */
	private publication(
		workflowId: string,
		isOutcome: (status: Publication['status']) => boolean,
	): Promise<Publication | 'at once'> {
		return until(`workflow ${workflowId} to be published or withdrawn`, async () => {
			const path = `/workflows/${workflowId}/publication-status`;
			const publication = await this.api.call<Publication>('GET', path).catch(unlessStatus(404));
			if (publication === undefined) return 'at once';
			const { status } = publication;
			return status !== 'in_progress' && isOutcome(status) ? publication : undefined;
		});
	}

	private async runFrom<T>({ id }: Workflow, trigger: string, item?: object): Promise<T> {
		const times = { startTime: 0, executionTime: 0, executionIndex: 0 };
		const ran = { ...times, executionStatus: 'success', source: [null] };
		const data = item && { ...ran, data: { main: [[{ json: item }]] } };
		return await this.api.call('POST', `/workflows/${id}/run`, {
			triggerToStartFrom: { name: trigger, data },
			// Older versions run what they are sent, not what they have stored.
			workflowData: await this.api.call('GET', `/workflows/${id}`),
		});
	}
}
