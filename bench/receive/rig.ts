/** One n8n process in which all subjects listen, and one measurement of one of them. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Cleanups } from '../../tools/cleanup';
import { CREDENTIAL } from '../../tools/n8n/examples';
import type { N8nInstallation } from '../../tools/n8n/install/install';
import { installTarball } from '../../tools/n8n/install/npm';
import type { Workflow } from '../../tools/n8n/n8nClient';
import { N8nClient } from '../../tools/n8n/n8nClient';
import { projectRoot } from '../../tools/n8n/paths';
import { startN8n } from '../../tools/n8n/process/n8nProcess';
import { OWNER } from '../../tools/n8n/scenes/newN8n';
import { until } from '../../tools/waiting';
import { watchUsage } from '../usage';
import type { Case, Measurement } from './cases';
import type { Engine } from './engines';
import type { Load } from './load';
import type { Subject } from './subjects';
import { subjects, workflowOf } from './subjects';

const SECRET = 'whsec_bench';
const BARE_TRIGGER = 'n8n-nodes-bare-trigger';
const DRAIN_TIMEOUT_MS = 60_000;

export interface RigOptions {
	installation: N8nInstallation;
	tarball: string;
	engine: Engine;
	load: Load;
}

export class ReceiveRig {
	private readonly listening = new Map<Subject, { workflow: Workflow; url: string }>();

	private constructor(
		private readonly client: N8nClient,
		private readonly pid: number,
		private readonly load: Load,
		private readonly ends: Cleanups,
	) {}

	static async start({ installation, tarball, engine, load }: RigOptions): Promise<ReceiveRig> {
		const ends = new Cleanups();
		try {
			const userFolder = await mkdtemp(join(tmpdir(), 'handwritten-letters-bench-'));
			ends.add(() => rm(userFolder, { recursive: true, force: true }));
			await installTarball(userFolder, tarball);
			await cp(
				join(projectRoot, 'bench/receive', BARE_TRIGGER),
				join(userFolder, '.n8n/nodes/node_modules', BARE_TRIGGER),
				{ recursive: true },
			);
			const n8n = await startN8n({ installation, userFolder, env: engine.env });
			ends.add(() => n8n.stop());
			const client = new N8nClient(n8n.url);
			ends.add(() => client.close());
			await client.setUpOwner(OWNER);
			const rig = new ReceiveRig(client, n8n.pid, load, ends);
			await rig.listen(n8n.url);
			return rig;
		} catch (error) {
			await ends.run();
			throw error;
		}
	}

	async stop(): Promise<void> {
		await this.ends.run();
	}

	/** With nothing of an earlier measurement still under way. */
	async measure({ subject, kind, status }: Case, seconds: number): Promise<Measurement> {
		const { workflow, url } = this.listening.get(subject) ?? {};
		if (!workflow || !url) throw new Error(`${subject.title} does not listen.`);
		const before = await this.client.countExecutions(workflow);
		const usage = watchUsage(this.pid);
		const answers = await this.load.run({ urls: [url], kind, seconds, secret: SECRET });
		if (answers.statuses[status] !== answers.answered) {
			const got = JSON.stringify(answers.statuses);
			throw new Error(`${subject.title} answered ${kind} deliveries with ${got}, not with ${status} alone.`);
		}
		await until(
			`the executions of "${workflow.name}" to end`,
			async () => (await this.client.countExecutions(workflow, ['new', 'running'])) === 0,
			{ timeoutMs: DRAIN_TIMEOUT_MS },
		);
		const { cpuSeconds } = usage.stop();
		const failed = await this.client.countExecutions(workflow, ['error', 'crashed', 'canceled']);
		if (failed > 0) throw new Error(`${failed} executions of "${workflow.name}" failed.`);
		return {
			...answers,
			executions: (await this.client.countExecutions(workflow)) - before,
			cpuMs: (cpuSeconds * 1000) / answers.answered,
		};
	}

	private async listen(n8nUrl: string): Promise<void> {
		const { client } = this;
		// Only receiving is measured: there is no service behind this address.
		const account = { apiKey: 'bench', baseUrl: 'http://127.0.0.1:9/v1', webhookSecret: SECRET };
		const accounts = {
			own: await client.createCredential('Letters', CREDENTIAL, account),
			crypto: await client.createCredential('Secret', 'crypto', { hmacSecret: SECRET }),
		};
		const origin = n8nUrl.replace('localhost', '127.0.0.1');
		for (const subject of subjects) {
			const { file, path } = workflowOf(subject, accounts);
			const workflow = await client.createWorkflow(file);
			await client.activate(workflow);
			this.listening.set(subject, { workflow, url: `${origin}/webhook/${path}` });
		}
	}
}
