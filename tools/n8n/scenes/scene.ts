/**
 * A running n8n with the packed tarball installed, and a sandbox of the service beside it for one test file:
 * with a credential for that sandbox, and with workflows of the file's own.
 */
import { readFileSync, statSync } from 'node:fs';

import type { SandboxOptions } from '../../../sandbox/src/createSandbox';
import type { Letter } from '../../../sandbox/src/library/types';
import { Cleanups } from '../../cleanup';
import { SandboxClient } from '../../sandboxClient';
import { until } from '../../waiting';
import { ACTION, CREDENTIAL, TRIGGER, withCredential } from '../examples';
import type { Execution, ExecutionSummary } from '../execution';
import { FINAL } from '../execution';
import { namedVersions } from '../install/install';
import type { Credential, N8nClient, Workflow, WorkflowFile, WorkflowNode } from '../n8nClient';
import type { N8nMajor } from '../paths';
import { n8nManifestFolder } from '../paths';
import { endWorkflows } from '../process/ending';
import type { Listening } from '../process/listening';
import { startListening } from '../process/listening';
import type { N8nOptions, RunningN8n } from '../process/n8nProcess';
import { executeOnCommandLine } from '../process/n8nProcess';
import type { StoredExecution } from '../storedExecutions';
import { readExecutions } from '../storedExecutions';
import { traitsOf } from '../traits';
import { keptN8n } from './keptN8n';
import { clientOf } from './newN8n';

/** Set by `.ci/n8n-version` for other versions, or to the package of an n8n that is there already. */
export const manifest =
	process.env.N8N_MANIFEST ?? n8nManifestFolder((globalThis as { n8nMajor?: N8nMajor }).n8nMajor ?? 2);

const { n8n: version } = namedVersions(manifest);

/** Which n8n runs: by default that of n8n 2, in some projects of jest.config.js that of n8n 1. */
export const major: N8nMajor = version.startsWith('1.') ? 1 : 2;

/** What this version of n8n does otherwise than others. */
export const traits = traitsOf(version);

/** The name of the node under test in every workflow made here. */
export const LETTERS = 'Letters';

export type Item = Record<string, unknown>;

export interface SceneParts {
	sandbox: SandboxClient;
	client: N8nClient;
	credential: Credential;
	/** Of the n8n that runs. */
	options: N8nOptions;
	ends: Cleanups;
}

/** What ends with the sandbox and the client is in `ends`. */
export async function sceneParts(
	url: string,
	options: N8nOptions,
	sandboxOptions: SandboxOptions | undefined,
	ends: Cleanups,
): Promise<SceneParts> {
	const sandbox = await SandboxClient.start(sandboxOptions);
	ends.add(sandbox.close);
	const client = await clientOf(url);
	ends.add(() => client.close());
	const credential = await client.createCredential('Sandbox', CREDENTIAL, sandbox.credential);
	return { sandbox, client, credential, options, ends };
}

export class Scene {
	readonly sandbox: SandboxClient;
	readonly client: N8nClient;
	readonly credential: Credential;
	/** Of the sandbox as it was before each reset. */
	private readonly pastLetters: Letter[] = [];

	protected constructor(
		private readonly parts: SceneParts,
		/** The one that runs now. */
		private readonly running: { n8n: Pick<RunningN8n, 'url' | 'logFile' | 'pid'> },
		/** How long n8n's log was when this began, in bytes. */
		private readonly logBegins: number,
	) {
		this.sandbox = parts.sandbox;
		this.client = parts.client;
		this.credential = parts.credential;
	}

	/** On the n8n that runs for many test files: others were here before, and others come. */
	static async join(wishes: { sandbox?: SandboxOptions } = {}): Promise<Scene> {
		const ends = new Cleanups();
		try {
			const { installation, userFolder, ...n8n } = await keptN8n(manifest);
			const logBegins = statSync(n8n.logFile).size;
			const parts = await sceneParts(n8n.url, { installation, userFolder }, wishes.sandbox, ends);
			return new Scene(parts, { n8n }, logBegins);
		} catch (error) {
			await ends.run().catch((failure: unknown) => console.error(failure));
			throw error;
		}
	}

	get n8n(): Pick<RunningN8n, 'url' | 'logFile' | 'pid'> {
		return this.running.n8n;
	}

	/** Its workflows: what they have logged and stored stays as it is now. */
	async endWorkflows(): Promise<void> {
		await endWorkflows(this.client);
	}

	/** Ends everything that was started for it, the last thing first. */
	async stop(): Promise<void> {
		await this.parts.ends.run();
	}

	/** Empties the sandbox, but keeps its letters here: at the end n8n's log is searched for what they say. */
	async reset(): Promise<void> {
		this.pastLetters.push(...(await this.sandbox.cards()));
		await this.sandbox.control('POST', '/reset');
	}

	/** Every letter that was ordered here since the start. */
	async letters(): Promise<Letter[]> {
		return [...this.pastLetters, ...(await this.sandbox.cards())];
	}

	/** All that n8n has logged since this began. */
	log(): string {
		return readFileSync(this.n8n.logFile).subarray(this.logBegins).toString('utf8');
	}

	/** What n8n has stored of a workflow, or of all that were made here, read from its database beside it. */
	storedExecutions(workflow?: Workflow): Promise<StoredExecution[]> {
		const { installation, userFolder } = this.parts.options;
		return readExecutions(installation, userFolder, workflow ? [workflow] : this.client.created);
	}

	/** A credential like the sandbox's, but for some of its fields. */
	credentialWith(changes: Record<string, unknown>): Promise<Credential> {
		const data = { ...this.sandbox.credential, ...changes };
		return this.client.createCredential('Changed', CREDENTIAL, data);
	}

	/**
	 * Runs the action node on the items, started by hand as in the editor.
	 * @param settings of the node itself, such as On Error
	 */
	async run(
		parameters: Item,
		{
			items = [{}],
			credential = this.credential,
			settings,
		}: { items?: Item[]; credential?: Credential; settings?: Item } = {},
	): Promise<Execution> {
		const letters = { ...node(LETTERS, ACTION, 1, 3, parameters), ...settings };
		const workflow = inARow('Run by hand', ...handedOut(items), letters);
		const created = await this.client.createWorkflow(withCredential(workflow, credential));
		return await this.client.finished(await this.client.run(created, 'Start'));
	}

	/**
	 * An active workflow that starts with the trigger; the sandbox delivers to it.
	 * @param branches names of nodes that do nothing, one behind each output of the trigger.
	 */
	listen(parameters: Item, credential = this.credential, branches: string[] = []): Promise<Listening> {
		const { nodes, ...file } = inARow('Listen', node(LETTERS, TRIGGER, 2, 0, parameters));
		nodes.push(...branches.map((name) => node(name, 'n8n-nodes-base.noOp', 1, 1, {})));
		const main = branches.map((name) => [{ node: name, type: 'main', index: 0 }]);
		return startListening(this, { ...file, nodes, connections: { [LETTERS]: { main } } }, credential);
	}

	/** `n8n execute`, beside the n8n that runs. */
	executeOnCommandLine({ id }: Workflow): Promise<void> {
		return executeOnCommandLine(this.parts.options, id);
	}

	/** Waits until there are at least so many executions and all have ended; newest first. */
	ended(workflow: Workflow, count: number): Promise<ExecutionSummary[]> {
		return until(`${count} executions`, async () => {
			const executions = await this.client.executions(workflow);
			const allEnded = executions.every(({ status }) => FINAL.includes(status));
			if (!allEnded || executions.length < count) return undefined;
			return executions.sort((a, b) => Number(b.id) - Number(a.id));
		});
	}
}

export function node(
	name: string,
	type: string,
	typeVersion: number,
	column: number,
	parameters: Item,
): WorkflowNode {
	return { name, type, typeVersion, position: [column * 220, 0], parameters };
}

/** The connections of a node that leads to this one alone. */
export function to(name: string): unknown {
	return { main: [[{ node: name, type: 'main', index: 0 }]] };
}

/** A workflow in which each node leads to the next. */
export function inARow(name: string, ...nodes: WorkflowNode[]): WorkflowFile {
	const leads = nodes.slice(1).map((next, index) => [nodes[index]?.name, to(next.name)]);
	const connections = Object.fromEntries(leads) as WorkflowFile['connections'];
	return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}

/** Takes what is posted to the path. */
export function webhookNode(path: string, responseMode = 'onReceived'): WorkflowNode {
	const parameters = { httpMethod: 'POST', path, responseMode, options: {} };
	return { ...node('Webhook', 'n8n-nodes-base.webhook', 2, 0, parameters), webhookId: path };
}

/** Gives one item. */
export function itemNode(name: string, column: number, item: Item): WorkflowNode {
	const parameters = { mode: 'raw', jsonOutput: JSON.stringify(item), options: {} };
	return node(name, 'n8n-nodes-base.set', 3.4, column, parameters);
}

/** Begins by hand, with these items. */
export const handedOut = (items: Item[]): WorkflowNode[] => [
	node('Start', 'n8n-nodes-base.manualTrigger', 1, 0, {}),
	itemNode('Items', 1, { items }),
	node('Split', 'n8n-nodes-base.splitOut', 1, 2, { fieldToSplitOut: 'items', options: {} }),
];
