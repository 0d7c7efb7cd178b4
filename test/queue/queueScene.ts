/**
 * n8n's queue mode with the packed tarball installed in every process, and a sandbox beside it: a
 * main process (editor and API), two webhook processors and two workers, on Redis and PostgreSQL.
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
import { OWNER } from '../../tools/n8n/scene';
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

const WORKERS = 2;

/** So that two executions at once are on two workers. */
const ONE_AT_A_TIME = { N8N_CONCURRENCY_PRODUCTION_LIMIT: '1' };

export class QueueScene {
	private constructor(
		readonly sandbox: SandboxClient,
		readonly database: Database,
		readonly client: N8nClient,
		readonly credential: Credential,
		/** What deliveries and calls from outside reach. */
		readonly webhookProcessors: [RunningN8n, RunningN8n],
		/** Those that run now. */
		readonly workers: RunningN8n[],
		private readonly startWorker: () => Promise<RunningN8n>,
		private readonly ends: Cleanups,
	) {}

	/** Packs `dist/` as it is: build first. */
	static async start(): Promise<QueueScene> {
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

			const main = join(folder, 'main');
			await installTarball(main, await packPackage(main));
			// n8n loads community nodes from each process's own folder; processes may share one.
			for (const other of ['webhook', 'workers']) {
				await cp(join(main, '.n8n'), join(folder, other, '.n8n'), { recursive: true });
			}
			const webhookPort = await freePort();
			const env = {
				...queueEnv(redis, database),
				...QUICK_TO_MISS_A_WORKER,
				N8N_WEBHOOK_URL: `http://localhost:${webhookPort}/`,
				N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
				N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
			};
			const launch = async (
				command: N8nCommand,
				name: string,
				options: { port?: number; env?: Record<string, string> } = {},
			): Promise<RunningN8n> => {
				const userFolder = join(folder, name);
				const all = { ...options, env: { ...env, ...options.env } };
				const n8n = await startN8n({ installation, command, userFolder, ...all });
				ends.add(() => n8n.stop());
				return n8n;
			};
			// The first makes the tables, which the others find.
			const { url } = await launch('start', 'main');
			const startWorker = (): Promise<RunningN8n> => launch('worker', 'workers', { env: ONE_AT_A_TIME });
			const [first, second, ...workers] = await allOf([
				launch('webhook', 'webhook', { port: webhookPort }),
				launch('webhook', 'webhook'),
				...Array.from({ length: WORKERS }, startWorker),
			]);
			const client = new N8nClient(url);
			ends.add(() => client.close());
			await client.setUpOwner(OWNER);
			const credential = await client.createCredential('Sandbox', CREDENTIAL, sandbox.credential);
			const processors: [RunningN8n, RunningN8n] = [first, second];
			return new QueueScene(sandbox, database, client, credential, processors, workers, startWorker, ends);
		} catch (error) {
			await ends.run().catch((failure: unknown) => console.error(failure));
			throw error;
		}
	}

	/** What users' addresses lead to; a load balancer would share them out. */
	get n8n(): RunningN8n {
		return this.webhookProcessors[0];
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
		while (this.workers.length < WORKERS) this.workers.push(await this.startWorker());
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
