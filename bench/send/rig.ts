/** One n8n process with the packed tarball, and one measured execution in it. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { request } from 'undici';

import { CREDENTIAL } from '../../tools/n8n/examples';
import type { N8nInstallation } from '../../tools/n8n/install/install';
import type { Workflow, WorkflowFile } from '../../tools/n8n/n8nClient';
import { N8nClient } from '../../tools/n8n/n8nClient';
import type { RunningN8n } from '../../tools/n8n/process/n8nProcess';
import { startN8n } from '../../tools/n8n/process/n8nProcess';
import { OWNER } from '../../tools/n8n/scenes/newN8n';
import { inARow, node, webhookNode } from '../../tools/n8n/scenes/scene';
import { watchUsage } from '../usage';
import type { BenchSandbox, Traffic } from './sandbox';
import type { Service } from './scenarios';
import type { Account, SetUp } from './setUps';
import { makeLetters, SENDER } from './setUps';

const RUN_TIMEOUT_MS = 300_000;
/** Listing executions costs n8n something too: seldom, and equally often for everyone. */
const POLL_MS = 250;

export interface Measurement extends Traffic {
	wanted: number;
	/** Letters the service will post. */
	created: number;
	/** Distinct wanted letters among them, by External ID. */
	distinct: number;
	/** Ids in the node's output. */
	ids: number;
	status: string;
	/** The node's own execution time, as n8n notes it. */
	seconds: number;
	/** Of n8n's process group, for the whole execution. */
	cpuSeconds: number;
	/** Resident memory of n8n's process group: the most during the run. */
	peakBytes: number;
	/** How much that is above the memory right before the run. */
	grownBytes: number;
}

export interface Beside {
	oneSeconds: number;
	manySeconds: number;
	/** The large run went on when the small one had ended; else the figure says nothing. */
	stillRunning: boolean;
	/** Letters of both. */
	created: number;
}

export interface RigOptions {
	installation: N8nInstallation;
	userFolder: string;
	sandbox: BenchSandbox;
	/** Accounts nobody has used: a fresh one per run, so that no pacer knows it yet. */
	takeKey: () => string;
}

export class Rig {
	private constructor(
		private readonly options: RigOptions,
		private readonly n8n: RunningN8n,
		private readonly client: N8nClient,
	) {}

	/** @param firstTime The data folder is new and has no owner yet. */
	static async start(options: RigOptions, firstTime: boolean): Promise<Rig> {
		const n8n = await startN8n({
			installation: options.installation,
			userFolder: options.userFolder,
			...(process.env.BENCH_N8N_NODE_OPTIONS && {
				env: { NODE_OPTIONS: process.env.BENCH_N8N_NODE_OPTIONS },
			}),
		});
		const client = new N8nClient(n8n.url);
		const rig = new Rig(options, n8n, client);
		try {
			if (firstTime) await client.setUpOwner(OWNER);
			else await client.logIn(OWNER);
			return rig;
		} catch (error) {
			await rig.stop();
			throw error;
		}
	}

	async stop(): Promise<void> {
		await this.client.close();
		await this.n8n.stop();
	}

	/**
	 * Starts a run of one letter when a tenth of a large run of the same account has left.
	 * @returns How long either took from its webhook's call to its end.
	 */
	async besideMany(many: SetUp, letters: number, one: SetUp, service: Service): Promise<Beside> {
		const { sandbox } = this.options;
		const account = await this.account();
		const [large, small] = await Promise.all(
			[many, one].map((setUp) => this.client.createWorkflow(workflowOf(setUp, account, 'lastNode'))),
		);
		if (!large || !small) throw new Error('There are no workflows.');
		await this.client.activate(large);
		await this.client.activate(small);
		await sandbox.prepare(service);

		let largeEnded = false;
		const largeRun = this.timedRun(large, makeLetters(letters)).finally(() => (largeEnded = true));
		while ((await sandbox.traffic()).requests < letters / 10) await sleep(POLL_MS / 10);
		const oneSeconds = await this.timedRun(small, makeLetters(letters + 1).slice(-1));
		const stillRunning = !largeEnded;
		const manySeconds = await largeRun;
		await this.client.deactivate(large);
		await this.client.deactivate(small);
		const created = (await sandbox.externalIds()).length;
		return { oneSeconds, manySeconds, stillRunning, created };
	}

	private async timedRun(workflow: Workflow, letters: object[]): Promise<number> {
		const start = performance.now();
		await this.trigger(workflow, letters);
		return (performance.now() - start) / 1000;
	}

	/** Sends the letters once with code and caches warm; a run with a few letters warms them. */
	async measure(setUp: SetUp, wanted: number, service: Service): Promise<Measurement> {
		const { sandbox } = this.options;
		const workflow = await this.client.createWorkflow(workflowOf(setUp, await this.account()));
		await this.client.activate(workflow);
		await sandbox.prepare(service);

		const usage = watchUsage(this.n8n.pid);
		await this.trigger(workflow, makeLetters(wanted));
		const id = await this.ended(workflow);
		const { before, peak, cpuSeconds } = usage.stop();

		const execution = await this.client.execution(id);
		await this.client.deactivate(workflow);
		const externalIds = await sandbox.externalIds();
		return {
			wanted,
			created: externalIds.length,
			distinct: new Set(externalIds).size,
			ids: execution.output(SENDER).filter((json) => typeof json.id === 'string').length,
			status: execution.status,
			seconds: execution.seconds(SENDER) ?? NaN,
			cpuSeconds,
			peakBytes: peak,
			grownBytes: peak - before,
			...(await sandbox.traffic()),
		};
	}

	private async account(): Promise<Account> {
		const { baseUrl } = this.options.sandbox;
		const apiKey = this.options.takeKey();
		return {
			own: await this.client.createCredential('Letters', CREDENTIAL, { apiKey, baseUrl }),
			bearer: await this.client.createCredential('Bearer', 'httpBearerAuth', { token: apiKey }),
			baseUrl,
		};
	}

	private async trigger({ name }: Workflow, letters: object[]): Promise<void> {
		const { statusCode, body } = await request(`${this.n8n.url}/webhook/${name}`, {
			reset: true,
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ letters }),
		});
		const text = await body.text();
		if (statusCode !== 200) throw new Error(`n8n's webhook answered HTTP ${statusCode}: ${text}`);
	}

	/** Gives the id of the workflow's only execution once it has ended. */
	private async ended(workflow: Workflow): Promise<string> {
		const deadline = performance.now() + RUN_TIMEOUT_MS;
		while (performance.now() < deadline) {
			await sleep(POLL_MS);
			const [execution] = await this.client.executions(workflow).catch(unlessBusy);
			if (execution && !['new', 'running', 'waiting'].includes(execution.status)) return execution.id;
		}
		throw new Error(`An execution did not end within ${RUN_TIMEOUT_MS / 1000} seconds.`);
	}
}

/** A busy n8n may say that its database is not ready; that ends by itself, or at the deadline. */
function unlessBusy(error: unknown): [] {
	if (String(error).includes('Database is not ready')) return [];
	throw error;
}

/** A production execution: the letters arrive at a webhook, are split into items and sent. */
function workflowOf(
	setUp: SetUp,
	account: Account,
	responseMode: 'onReceived' | 'lastNode' = 'onReceived',
): WorkflowFile {
	const path = randomUUID();
	const splitting = { fieldToSplitOut: 'body.letters', options: {} };
	return inARow(
		path,
		webhookNode(path, responseMode),
		node('Split', 'n8n-nodes-base.splitOut', 1, 1, splitting),
		setUp.node(account),
	);
}
