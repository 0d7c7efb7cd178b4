/**
 * Queue mode under load and kills: 2,000 letters and 2,000 events at once, while a worker, a webhook
 * processor and the main process, which had queued the letters, are killed and started again. Some
 * runs fail of that, as they must. What must not: that an event n8n has answered with 200 has no
 * execution, or that a letter is missing or there twice once the failed runs are started again.
 */
import { TRIGGER } from '../../../tools/n8n/examples';
import { LetterWorkflow } from '../../../tools/n8n/letterRun';
import type { Workflow } from '../../../tools/n8n/n8nClient';
import { startListening } from '../../../tools/n8n/process/listening';
import { inARow, LETTERS, node } from '../../../tools/n8n/scenes/scene';
import { sendRaw } from '../../../tools/rawRequest';
import { eventBody, signedDelivery } from '../../../tools/signedDelivery';
import { until } from '../../../tools/waiting';
import { letterItem, letterParameters } from '../../support/letters';
import type { StoredExecution } from '../queueScene';
import { QueueScene } from '../queueScene';

const RUNS = 20;
const LETTERS_PER_RUN = 100;
const ALL_LETTERS = RUNS * LETTERS_PER_RUN;
const EVENTS = 2_000;
const SENDERS = 16;
const PATIENCE = { timeoutMs: 240_000 };

jest.setTimeout(900_000);

let scene: QueueScene;

beforeAll(async () => {
	scene = await QueueScene.start({
		workers: 3,
		atOnce: 10,
		mainReceives: true,
		// n8n looks every three hours for executions that nobody works on any more; here each minute.
		env: { N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '1' },
	});
}, 1_800_000);

afterAll(async () => {
	await scene.stop();
});

const namesOf = (run: number): string[] =>
	Array.from({ length: LETTERS_PER_RUN }, (_, i) => `Recipient ${run * LETTERS_PER_RUN + i}`);
const itemsOf = (run: number) => namesOf(run).map((name) => letterItem(name).json);

/** Each event has an id of its own, which PostgreSQL finds in the data of its execution. */
const eventId = (number: number): string => `event_load_${number}`;

/** Sends every event until it is answered with 200, as the service does. */
class Deliveries {
	answered = 0;
	/** Those that were not answered with 200 at once. */
	readonly repeated = new Set<string>();
	private next = 0;

	constructor(private readonly path: string) {}

	async all(): Promise<void> {
		const sender = async (): Promise<void> => {
			while (this.next < EVENTS) await this.deliver(this.next++);
		};
		await Promise.all(Array.from({ length: SENDERS }, sender));
	}

	private async deliver(number: number): Promise<void> {
		const id = eventId(number);
		const data = { id, status: 'delivered', created_at: '2026-01-01T00:00:00Z' };
		const body = JSON.stringify(eventBody({ data }));
		await until(`event ${number} to be answered with 200`, async () => {
			// A load balancer's turns among the processors that are ready.
			const { webhookProcessors: ready } = scene;
			const target = ready[number % ready.length];
			if (target === undefined) return undefined;
			const status = await sendRaw(`${target.url}${this.path}`, signedDelivery({ body })).then(
				(answer) => answer.status,
				() => 'cut off',
			);
			if (status === 200) return true;
			this.repeated.add(id);
			return undefined;
		});
		this.answered++;
	}
}

/** The executions of a workflow once all have ended, whoever had to end them. */
function allEnded(workflow: Workflow): Promise<StoredExecution[]> {
	return until(
		'every execution to end',
		async () => {
			const executions = await scene.stored(workflow);
			const open = executions.filter(({ status }) =>
				['new', 'running', 'waiting', 'unknown'].includes(status),
			);
			return open.length === 0 ? executions : undefined;
		},
		PATIENCE,
	);
}

/** Of each execution its status, and the event in its data where n8n has kept that. */
async function eventsStored({ id }: Workflow): Promise<Array<{ status: string; event: string }>> {
	const rows = await scene.database.query(
		`SELECT e.status, coalesce(substring(d.data from 'event_load_[0-9]+'), '-')
		 FROM execution_entity e LEFT JOIN execution_data d ON d."executionId" = e.id
		 WHERE e."workflowId" = '${id}'`,
	);
	return rows.map(([status = '', event = '']) => ({ status, event: event === '-' ? '' : event }));
}

function lettersAtLeast(count: number): Promise<true> {
	const ask = async () => (await scene.sandbox.letters()) >= count;
	return until(`${count} letters`, ask, PATIENCE);
}

const tally = (values: string[]): Record<string, number> =>
	Object.fromEntries(
		[...new Set(values)].sort().map((one) => [one, values.filter((it) => it === one).length]),
	);

it('a worker, a webhook processor and the process that queued are killed: no event lost, each letter once', async () => {
	await scene.sandbox.control('PUT', '/limits', { limit: 150, windowSeconds: 2 });
	const letters = await LetterWorkflow.create(
		{ client: scene.client, credential: scene.credential, n8n: scene.main },
		{
			parameters: { ...letterParameters, externalId: '={{ $json.name }}' },
		},
	);
	const trigger = node(LETTERS, TRIGGER, 2, 0, { events: ['*'], options: {} });
	const { workflow: events, url } = await startListening(scene, inARow('Listen', trigger));
	// All events are ours: the sandbox would add some of its own for each letter.
	await scene.sandbox.control('PUT', '/receivers/main', { url: null });

	const runs = new Map<string, number>();
	for (let run = 0; run < RUNS; run++) runs.set(await letters.start(itemsOf(run)), run);
	const deliveries = new Deliveries(new URL(url).pathname);
	const killed = { worker: [] as string[], answered: 0 };

	const killWorker = async (): Promise<void> => {
		await lettersAtLeast(ALL_LETTERS * 0.1);
		const [worker] = scene.workers;
		if (worker === undefined) throw new Error('There is no worker.');
		killed.worker = (await scene.begunBy(worker)).filter((id) => runs.has(id));
		await scene.endWorker(worker, 'kill');
		await scene.completeWorkers();
	};
	const killProcessor = async (): Promise<void> => {
		await until('a third of the events', () => Promise.resolve(deliveries.answered > EVENTS / 3), PATIENCE);
		killed.answered = deliveries.answered;
		await scene.restartProcessor(scene.n8n);
	};
	const killMain = async (): Promise<void> => {
		await lettersAtLeast(ALL_LETTERS * 0.3);
		await scene.restartMain();
	};
	await Promise.all([deliveries.all(), killWorker(), killProcessor(), killMain()]);

	// Started again from their source, until each has succeeded.
	const outcomes = tally((await allEnded(letters.workflow)).map(({ status }) => status));
	const done = new Map<number, string>();
	for (let round = 0; done.size < RUNS; round++) {
		const executions = await allEnded(letters.workflow);
		for (const { id, status } of executions) {
			const run = runs.get(id);
			if (status === 'success' && run !== undefined) done.set(run, id);
		}
		if (round > 3) throw new Error(`Runs still fail: ${JSON.stringify(executions)}`);
		for (let run = 0; run < RUNS; run++) {
			if (!done.has(run)) runs.set(await letters.start(itemsOf(run)), run);
		}
	}

	const cards = await scene.sandbox.cards();
	const idOf = new Map(cards.map(({ id, external_id }) => [external_id, id]));
	expect([cards.length, idOf.size]).toEqual([ALL_LETTERS, ALL_LETTERS]);
	for (const [run, execution] of done) {
		const ids = (await scene.client.execution(execution)).output(LETTERS).map(({ id }) => id);
		expect(ids).toEqual(namesOf(run).map((name) => idOf.get(name)));
	}

	await allEnded(events);
	const stored = await eventsStored(events);
	const known = stored.map(({ event }) => event).filter(Boolean);
	// n8n overwrites the data of an execution whose worker died: those are all failed ones.
	const overwritten = stored.filter(({ event }) => event === '');
	expect(Object.keys(tally(overwritten.map(({ status }) => status)))).not.toContain('success');
	const kept = new Set(known);
	const missing = Array.from({ length: EVENTS }, (_, i) => eventId(i)).filter((id) => !kept.has(id));
	expect(deliveries.answered).toBe(EVENTS);
	expect(missing.length).toBeLessThanOrEqual(overwritten.length);
	// A second execution only where the answer to the first was lost.
	const twice = [...kept].filter((id) => known.indexOf(id) !== known.lastIndexOf(id));
	expect(twice.filter((id) => !deliveries.repeated.has(id))).toEqual([]);
	// The kills struck in the middle.
	expect(killed.worker.length).toBeGreaterThan(0);
	expect(killed.answered).toBeLessThan(EVENTS);
	expect(outcomes.success).toBeLessThan(RUNS);

	console.log({
		letterRuns: outcomes,
		lettersOrdered: cards.length,
		eventExecutions: tally(stored.map(({ status }) => status)),
		overwritten: overwritten.length,
		eventsWithoutData: missing.length,
		eventsRepeated: deliveries.repeated.size,
		eventsTwice: twice.length,
	});
});
