/** n8n's queue mode for `npm run bench:queue`: a main process, webhook processors and workers. */
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Cleanups } from '../../tools/cleanup';
import { CREDENTIAL } from '../../tools/n8n/examples';
import type { N8nInstallation } from '../../tools/n8n/install/install';
import { installTarball, packPackage } from '../../tools/n8n/install/npm';
import type { Workflow } from '../../tools/n8n/n8nClient';
import { N8nClient } from '../../tools/n8n/n8nClient';
import type { N8nCommand, RunningN8n } from '../../tools/n8n/process/n8nProcess';
import { startN8n } from '../../tools/n8n/process/n8nProcess';
import { OWNER } from '../../tools/n8n/scenes/newN8n';
import { queueEnv, startServices } from '../../tools/queue/services';
import { until } from '../../tools/waiting';
import { Load } from '../receive/load';
import { own, workflowOf } from '../receive/subjects';
import type { Usage } from '../usage';
import { watchUsage } from '../usage';

export const MOST_PROCESSORS = 3;
export const WORKERS = 2;
const SECRET = 'whsec_bench';
const DRAIN_TIMEOUT_MS = 180_000;

export interface Measurement {
	processors: number;
	answered: number;
	perSecond: number;
	p99: number;
	/** Answered 503: two processors were storing the same event, or the credential could not be read. */
	refused: number;
	/** Milliseconds of CPU for each delivery that the process handled, by process. */
	processorCpuMs: number[];
	/** Milliseconds of CPU for each delivery, of all workers together and of the main process. */
	workersCpuMs: number;
	mainCpuMs: number;
}

export class QueueRig {
	private constructor(
		private readonly client: N8nClient,
		private readonly main: RunningN8n,
		private readonly processors: RunningN8n[],
		private readonly workers: RunningN8n[],
		private readonly listening: { workflow: Workflow; path: string },
		private readonly load: Load,
		private readonly ends: Cleanups,
	) {}

	static async start(installation: N8nInstallation): Promise<QueueRig> {
		const ends = new Cleanups();
		try {
			const folder = await mkdtemp(join(tmpdir(), 'handwritten-letters-queue-'));
			ends.add(() => rm(folder, { recursive: true, force: true }));
			// PostgreSQL runs as somebody else and must be able to pass through.
			await chmod(folder, 0o755);
			const { redis, database, stop } = await startServices(folder);
			ends.add(stop);
			await installTarball(join(folder, 'main'), await packPackage(join(folder)));
			for (const other of ['webhook', 'worker']) {
				await cp(join(folder, 'main', '.n8n'), join(folder, other, '.n8n'), { recursive: true });
			}
			const env = {
				...queueEnv(redis, database),
				N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
				N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
			};
			const launch = async (command: N8nCommand, name: string): Promise<RunningN8n> => {
				const n8n = await startN8n({ installation, command, userFolder: join(folder, name), env });
				ends.add(() => n8n.stop());
				return n8n;
			};
			// One after the other: the first makes the tables.
			const main = await launch('start', 'main');
			const [processors, workers]: [RunningN8n[], RunningN8n[]] = [[], []];
			while (processors.length < MOST_PROCESSORS) processors.push(await launch('webhook', 'webhook'));
			while (workers.length < WORKERS) workers.push(await launch('worker', 'worker'));
			const client = new N8nClient(main.url);
			ends.add(() => client.close());
			await client.setUpOwner(OWNER);
			const listening = await listen(client);
			const load = new Load();
			ends.add(() => load.stop());
			return new QueueRig(client, main, processors, workers, listening, load, ends);
		} catch (error) {
			await ends.run();
			throw error;
		}
	}

	async stop(): Promise<void> {
		await this.ends.run();
	}

	/** Deliveries to the first processors, each as many; with nothing of an earlier one under way. */
	async measure(count: number, seconds: number): Promise<Measurement> {
		const { workflow, path } = this.listening;
		const processors = this.processors.slice(0, count);
		const watching = [processors, this.workers, [this.main]].map((group) =>
			group.map(({ pid }) => watchUsage(pid)),
		);
		const urls = processors.map(({ url }) => `${url.replace('localhost', '127.0.0.1')}/webhook/${path}`);
		const { answered, answeredBy, statuses, perSecond, p99 } = await this.load.run({
			urls,
			kind: 'valid',
			seconds,
			secret: SECRET,
		});
		await until(
			'the executions to end',
			async () => (await this.client.countExecutions(workflow, ['new', 'running'])) === 0,
			{ timeoutMs: DRAIN_TIMEOUT_MS },
		);
		const refused = statuses[503] ?? 0;
		if ((statuses[200] ?? 0) + refused !== answered) {
			throw new Error(`The webhook processors answered ${JSON.stringify(statuses)}.`);
		}
		const milliseconds = ({ cpuSeconds }: Usage): number => cpuSeconds * 1000;
		const [ofProcessors = [], ofWorkers = [], ofMain = []] = watching.map((group) =>
			group.map((usage) => milliseconds(usage.stop())),
		);
		const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
		return {
			processors: count,
			answered,
			perSecond,
			p99,
			refused,
			processorCpuMs: ofProcessors.map((cpu, index) => cpu / (answeredBy[index] ?? NaN)),
			workersCpuMs: sum(ofWorkers) / answered,
			mainCpuMs: sum(ofMain) / answered,
		};
	}
}

async function listen(client: N8nClient): Promise<{ workflow: Workflow; path: string }> {
	// Only receiving is measured: there is no service behind this address.
	const account = { apiKey: 'bench', baseUrl: 'http://127.0.0.1:9/v1', webhookSecret: SECRET };
	const credential = await client.createCredential('Letters', CREDENTIAL, account);
	const { file, path } = workflowOf(own, { own: credential, crypto: credential });
	const workflow = await client.createWorkflow(file);
	await client.activate(workflow);
	return { workflow, path };
}
