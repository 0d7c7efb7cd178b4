/** A real n8n with the packed tarball installed, and a sandbox of the service beside it. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { SandboxOptions } from '../../sandbox/src/createSandbox';
import type { Letter } from '../../sandbox/src/library/types';
import { Cleanups } from '../cleanup';
import type { NetworkNamespace } from '../networkNamespace';
import { SandboxClient } from '../sandboxClient';
import { until } from '../waiting';
import { ACTION, CREDENTIAL, TRIGGER, withCredential } from './examples';
import type { Execution, ExecutionSummary } from './execution';
import { FINAL } from './execution';
import { ensureN8n, namedVersions } from './install/install';
import { installBuilt } from './install/npm';
import type { Credential, Workflow, WorkflowFile, WorkflowNode } from './n8nClient';
import { N8nClient } from './n8nClient';
import type { N8nMajor } from './paths';
import { n8nManifestFolder } from './paths';
import type { Listening } from './process/listening';
import { startListening } from './process/listening';
import type { N8nOptions, RunningN8n } from './process/n8nProcess';
import { executeOnCommandLine, startN8n } from './process/n8nProcess';
import type { StoredExecution } from './storedExecutions';
import { readExecutions } from './storedExecutions';
import { traitsOf } from './traits';

/** Which n8n runs. Set by jest.config.js: the same tests run on both generations. */
export const major = (globalThis as { n8nMajor?: N8nMajor }).n8nMajor ?? 2;

/** Set by `.ci/n8n-version` for other versions, or to the package of an n8n that is there already. */
export const manifest = process.env.N8N_MANIFEST ?? n8nManifestFolder(major);

/** What this version of n8n does otherwise than others. */
export const traits = traitsOf(namedVersions(manifest).n8n);

/** Who owns every n8n started here. */
export const OWNER = { email: 'e2e@example.com', password: 'Handwritten1' };

/** The name of the node under test in every workflow made here. */
export const LETTERS = 'Letters';

export type Item = Record<string, unknown>;

export class Scene {
	/** Of the n8n that ran before, and of the sandbox as it was before each reset. */
	private readonly pastLogs: string[] = [];
	private readonly pastLetters: Letter[] = [];

	private constructor(
		readonly sandbox: SandboxClient,
		private readonly options: N8nOptions,
		/** The one that runs now: another one after a crash, at the same address. */
		private readonly running: { n8n: RunningN8n },
		readonly client: N8nClient,
		readonly credential: Credential,
		private readonly ends: Cleanups,
	) {}

	get n8n(): RunningN8n {
		return this.running.n8n;
	}

	/** With what is built: build first. */
	static async start(
		wishes: {
			sandbox?: SandboxOptions;
			n8nPort?: number;
			env?: Record<string, string>;
			/** For n8n; the sandbox stays outside. */
			namespace?: NetworkNamespace;
		} = {},
	): Promise<Scene> {
		const ends = new Cleanups();
		try {
			const installation = await ensureN8n({ manifest });
			const folder = await mkdtemp(join(tmpdir(), 'handwritten-letters-e2e-'));
			ends.add(() => rm(folder, { recursive: true, force: true }));
			await installBuilt(folder);
			const sandbox = await SandboxClient.start(wishes.sandbox);
			ends.add(sandbox.close);
			const options: N8nOptions = {
				installation,
				userFolder: folder,
				port: wishes.n8nPort,
				env: wishes.env,
				namespace: wishes.namespace,
			};
			const running = { n8n: await startN8n(options) };
			// For its next starts too.
			options.port = Number(new URL(running.n8n.url).port);
			ends.add(() => running.n8n.stop());
			const client = new N8nClient(running.n8n.url);
			ends.add(() => client.close());
			await client.setUpOwner(OWNER);
			const credential = await client.createCredential('Sandbox', CREDENTIAL, sandbox.credential);
			return new Scene(sandbox, options, running, client, credential, ends);
		} catch (error) {
			await ends.run().catch((failure: unknown) => console.error(failure));
			throw error;
		}
	}

	/** Ends everything, the last thing started first. */
	async stop(): Promise<void> {
		await this.ends.run();
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

	/** All that n8n has logged since the start. */
	log(): string {
		return [...this.pastLogs, readFileSync(this.n8n.logFile, 'utf8')].join('');
	}

	/** What n8n has stored, read from its database beside it. */
	storedExecutions(workflow?: Workflow): Promise<StoredExecution[]> {
		const { installation, userFolder } = this.options;
		return readExecutions(installation, userFolder, workflow);
	}

	/**
	 * n8n ends without warning, as in a power cut, and comes back with the data it had stored. n8n 2.40
	 * at times ends once more by itself then: recovering an execution whose start it had not stored, it
	 * reads the time of that start. It skips the recovery when it is started again, as whatever keeps it
	 * running does.
	 */
	async crashN8n(whileDown?: () => Promise<void>): Promise<void> {
		await this.running.n8n.kill();
		await whileDown?.();
		await this.startAgain().catch((error: unknown) => {
			if (!String(error).includes('with exit code 1 before it was ready')) throw error;
			return this.startAgain();
		});
	}

	/** n8n is told to stop, and is started again with the data it has stored. */
	async restartN8n(): Promise<void> {
		await this.running.n8n.stop();
		await this.startAgain();
	}

	/** Its log begins anew. */
	private async startAgain(): Promise<void> {
		this.pastLogs.push(readFileSync(this.n8n.logFile, 'utf8'));
		this.running.n8n = await startN8n(this.options);
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
		return executeOnCommandLine(this.options, id);
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
