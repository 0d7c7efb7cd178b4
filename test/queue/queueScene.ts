/**
 * n8n's queue mode with the packed tarball installed in every process, and a sandbox beside it: a
 * main process (editor and API), two webhook processors and workers, on Redis and PostgreSQL.
 */
import { chmod, cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Cleanups } from '../../tools/cleanup';
import { CREDENTIAL } from '../../tools/n8n/examples';
import { ensureN8n } from '../../tools/n8n/install/install';
import { installTarball, packPackage } from '../../tools/n8n/install/npm';
import type { Credential, Workflow } from '../../tools/n8n/n8nClient';
import { N8nClient } from '../../tools/n8n/n8nClient';
import type { N8nCommand, RunningN8n } from '../../tools/n8n/process/n8nProcess';
import { startN8n } from '../../tools/n8n/process/n8nProcess';
import { freePort } from '../../tools/n8n/process/ports';
import { OWNER } from '../../tools/n8n/scenes/newN8n';
import type { Database } from '../../tools/queue/services';
import { queueEnv, startServices } from '../../tools/queue/services';
import { SandboxClient } from '../../tools/sandboxClient';

/** n8n waits a minute before it gives up a worker that went silent; here ten seconds. */
const QUICK_TO_MISS_A_WORKER = {
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
	QUEUE_WORKER_STALLED_INTERVAL: '2000',
};

export interface StoredExecution {
	id: string;
	status: string;
}

export interface QueueOptions {
	/** How many; two when left out. */
	workers?: number;
	/** Executions at once in each worker: one when left out, so that two at once are on two workers. */
	atOnce?: number;
	/** Whether the main process takes production webhooks too, and queues what they start. */
	mainReceives?: boolean;
	/** Settings of every process. */
	env?: Record<string, string>;
}

/** n8n loads community nodes from each process's own folder; processes may share one. */
const FOLDERS: Record<N8nCommand, string> = { start: 'main', webhook: 'webhook', worker: 'workers' };

type Launch = (command: N8nCommand, port?: number) => Promise<RunningN8n>;

const portOf = ({ url }: RunningN8n): number => Number(new URL(url).port);

export class QueueScene {
	private constructor(
		readonly sandbox: SandboxClient,
		readonly database: Database,
		readonly client: N8nClient,
		readonly credential: Credential,
		/** The editor and the API. */
		readonly main: RunningN8n,
		/** What deliveries and calls from outside reach; those that are ready. */
		readonly webhookProcessors: RunningN8n[],
		/** Those that run now. */
		readonly workers: RunningN8n[],
		private readonly wanted: number,
		private readonly launch: Launch,
		private readonly ends: Cleanups,
	) {}

	/** Packs `dist/` as it is: build first. */
	static async start(options: QueueOptions = {}): Promise<QueueScene> {
		const { workers: wanted = 2, atOnce = 1, mainReceives = false } = options;
		const ends = new Cleanups();
		try {
			const installation = await ensureN8n();
			const folder = await mkdtemp(join(tmpdir(), 'handwritten-letters-queue-'));
			ends.add(() => rm(folder, { recursive: true, force: true }));
			// PostgreSQL runs as somebody else and must be able to pass through.
			await chmod(folder, 0o755);
			const { redis, database, stop } = await startServices(folder);
			ends.add(stop);
			const sandbox = await SandboxClient.start();
			ends.add(sandbox.close);

			const first = join(folder, FOLDERS.start);
			await installTarball(first, await packPackage(first));
			for (const other of [FOLDERS.webhook, FOLDERS.worker]) {
				await cp(join(first, '.n8n'), join(folder, other, '.n8n'), { recursive: true });
			}
			const webhookPort = await freePort();
			const env = {
				...queueEnv(redis, database),
				...QUICK_TO_MISS_A_WORKER,
				N8N_WEBHOOK_URL: `http://localhost:${webhookPort}/`,
				N8N_DISABLE_PRODUCTION_MAIN_PROCESS: String(!mainReceives),
				N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
				...options.env,
			};
			const limit = { N8N_CONCURRENCY_PRODUCTION_LIMIT: String(atOnce) };
			const launch: Launch = async (command, port) => {
				const userFolder = join(folder, FOLDERS[command]);
				const own = command === 'worker' ? { ...env, ...limit } : env;
				const n8n = await startN8n({ installation, command, userFolder, port, env: own });
				ends.add(() => n8n.stop());
				return n8n;
			};
			// The first makes the tables, which the others find.
			const main = await launch('start');
			const [processor, another, ...workers] = await allOf([
				launch('webhook', webhookPort),
				launch('webhook'),
				...Array.from({ length: wanted }, () => launch('worker')),
			]);
			const client = new N8nClient(main.url);
			ends.add(() => client.close());
			await client.setUpOwner(OWNER);
			const credential = await client.createCredential('Sandbox', CREDENTIAL, sandbox.credential);
			const running: [RunningN8n, RunningN8n[], RunningN8n[]] = [main, [processor, another], workers];
			return new QueueScene(sandbox, database, client, credential, ...running, wanted, launch, ends);
		} catch (error) {
			await ends.run().catch((failure: unknown) => console.error(failure));
			throw error;
		}
	}

	/** What users' addresses lead to; a load balancer would share them out. */
	get n8n(): RunningN8n {
		const [first] = this.webhookProcessors;
		if (!first) throw new Error('No webhook processor is ready.');
		return first;
	}

	/** The executions of a workflow as PostgreSQL holds them, oldest first. */
	async stored({ id }: Workflow): Promise<StoredExecution[]> {
		const sql = `SELECT id, status FROM execution_entity WHERE "workflowId" = '${id}' ORDER BY id`;
		return (await this.database.query(sql)).map(([execution = '', status = '']) => ({
			id: execution,
			status,
		}));
	}

	/** Which executions a worker has begun, by its own log, as often as it has begun them. */
	async begunBy(worker: RunningN8n): Promise<string[]> {
		const log = await readFile(worker.logFile, 'utf8');
		return [...log.matchAll(/Worker started execution (\d+) /g)].map(([, id]) => String(id));
	}

	/** Ends a worker, in order or as a power cut would. */
	async endWorker(worker: RunningN8n, how: 'stop' | 'kill'): Promise<void> {
		this.workers.splice(this.workers.indexOf(worker), 1);
		await worker[how]();
	}

	/** Starts what `endWorker` has ended. */
	async completeWorkers(): Promise<void> {
		while (this.workers.length < this.wanted) this.workers.push(await this.launch('worker'));
	}

	/** A power cut of the main process; whoever keeps it starts it again at its address. */
	async restartMain(): Promise<void> {
		await this.main.kill();
		await this.launch('start', portOf(this.main));
	}

	/** The same for a webhook processor; until it is ready, nothing is sent to it. */
	async restartProcessor(processor: RunningN8n): Promise<void> {
		this.webhookProcessors.splice(this.webhookProcessors.indexOf(processor), 1);
		await processor.kill();
		this.webhookProcessors.push(await this.launch('webhook', portOf(processor)));
	}

	/** Ends everything, the last thing started first. */
	async stop(): Promise<void> {
		await this.ends.run();
	}
}

/** Waits for all even when one fails, so that what did start can be ended. */
async function allOf<T>(work: [Promise<T>, Promise<T>, ...Array<Promise<T>>]): Promise<[T, T, ...T[]]> {
	await Promise.allSettled(work);
	return await Promise.all(work);
}
