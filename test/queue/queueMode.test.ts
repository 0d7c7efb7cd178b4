/**
 * n8n's queue mode: a webhook processor receives, workers run the workflows, and what the package
 * promises for one process is held against that.
 */
import { TRIGGER } from '../../tools/n8n/examples';
import type { Execution } from '../../tools/n8n/execution';
import { LetterWorkflow } from '../../tools/n8n/letterRun';
import type { Workflow } from '../../tools/n8n/n8nClient';
import type { Listening } from '../../tools/n8n/process/listening';
import { startListening } from '../../tools/n8n/process/listening';
import type { RunningN8n } from '../../tools/n8n/process/n8nProcess';
import { inARow, LETTERS, node } from '../../tools/n8n/scenes/scene';
import { sendRaw } from '../../tools/rawRequest';
import { eventBody, signedDelivery } from '../../tools/signedDelivery';
import { until } from '../../tools/waiting';
import { letterItem, letterParameters } from '../support/letters';
import { attackCases } from '../support/trigger/attackCases';
import type { StoredExecution } from './queueScene';
import { QueueScene } from './queueScene';

jest.setTimeout(120_000);

let scene: QueueScene;

beforeAll(async () => {
	scene = await QueueScene.start();
}, 1_800_000);

afterAll(async () => {
	await scene.stop();
});

beforeEach(async () => {
	await scene.sandbox.control('POST', '/reset');
	await scene.sandbox.control('PUT', '/limits', { limit: null });
	await scene.completeWorkers();
});

function ended(workflow: Workflow, count: number): Promise<StoredExecution[]> {
	return until(`${count} executions`, async () => {
		const executions = await scene.stored(workflow);
		const allEnded = executions.every(({ status }) => status === 'success' || status === 'error');
		return allEnded && executions.length >= count ? executions : undefined;
	});
}

describe('receiving', () => {
	const DELIVERIES = 50;

	function listen(): Promise<Listening> {
		const trigger = node(LETTERS, TRIGGER, 2, 0, { events: ['*'], options: {} });
		return startListening(scene, inARow('Listen', trigger));
	}

	it('every delivery starts one execution on a worker, with the item as delivered', async () => {
		const { workflow } = await listen();
		const sent = await Promise.all(
			Array.from({ length: DELIVERIES }, () =>
				scene.sandbox.control<{ body: string }>('POST', '/events', { event: 'card.delivered' }),
			),
		);
		const executions = await ended(workflow, DELIVERIES);
		expect(executions.map(({ status }) => status)).toEqual(Array(DELIVERIES).fill('success'));

		const items = await Promise.all(
			executions.map(async ({ id }) => (await scene.client.execution(id)).output(LETTERS)),
		);
		const withoutKeys = items.flat().map(({ dedupe_key: key, ...body }) => {
			expect(key).toMatch(/^[0-9a-f]{64}$/);
			return JSON.stringify(body);
		});
		expect(withoutKeys.sort()).toEqual(sent.map(({ body }) => body).sort());

		const begun = await Promise.all(scene.workers.map((worker) => scene.begunBy(worker)));
		const here = new Set(executions.map(({ id }) => id));
		expect(
			begun
				.flat()
				.filter((id) => here.has(id))
				.sort(),
		).toEqual([...here].sort());
		expect(begun.map((ids) => ids.some((id) => here.has(id)))).toEqual([true, true]);
		await scene.client.deactivate(workflow);
	});

	it('no forged delivery passes a webhook processor, and nothing is stored', async () => {
		const { workflow, url } = await listen();
		const forged = attackCases.filter(({ status, receiver }) => status === 401 && receiver === 'usual');
		expect(forged.length).toBeGreaterThan(30);
		const passed: string[] = [];
		for (const { name, requests } of forged) {
			for (const one of requests()) {
				if ((await sendRaw(url, one)).status !== 401) passed.push(name);
			}
		}
		expect(passed).toEqual([]);
		// A true one behind them: had a forged one started anything, there would be more than one.
		expect((await sendRaw(url, signedDelivery())).status).toBe(200);
		expect(await ended(workflow, 1)).toHaveLength(1);
		await scene.client.deactivate(workflow);
	});

	it('a repeated delivery starts nothing, at whichever webhook processor it arrives', async () => {
		const { workflow, url } = await listen();
		const [first, second] = scene.webhookProcessors.map(({ url: own }) => url.replace(scene.n8n.url, own));
		const body = JSON.stringify(eventBody());
		for (const target of [first, first, second, second, first]) {
			expect((await sendRaw(String(target), signedDelivery({ body }))).status).toBe(200);
		}
		// Another one behind them: had a repeated one started anything, there would be more than two.
		expect((await sendRaw(String(second), signedDelivery())).status).toBe(200);
		expect(await ended(workflow, 2)).toHaveLength(2);
		await scene.client.deactivate(workflow);
	});
});

describe('sending from the workers', () => {
	const LETTERS_SENT = 300;
	const letters = (from: number, to: number) =>
		Array.from({ length: to - from }, (_, index) => letterItem(`Recipient ${from + index}`).json);
	const byExternalId = {
		...letterParameters,
		externalId: '={{ $json.name }}',
	};

	/** The letters the service has made, by recipient. */
	async function made(): Promise<Map<string, string>> {
		const cards = await scene.sandbox.cards();
		const byName = new Map(cards.map(({ id, request: { to } }) => [to.name, id]));
		// One recipient, one letter.
		expect(byName.size).toBe(cards.length);
		return byName;
	}

	/** Every item has its own letter, and its id came back in the item's place. */
	async function expectAllSent(items: Array<{ name?: unknown }>, execution: Execution): Promise<void> {
		expect(execution.error).toBeUndefined();
		const byName = await made();
		const ids = execution.output(LETTERS).map(({ id }) => id);
		expect(ids).toEqual(items.map(({ name }) => byName.get(String(name))));
	}

	async function workerOf(execution: string): Promise<RunningN8n> {
		return await until(`a worker to begin execution ${execution}`, async () => {
			for (const worker of scene.workers) {
				if ((await scene.begunBy(worker)).includes(execution)) return worker;
			}
			return undefined;
		});
	}

	function sentAtLeast(count: number): Promise<true> {
		return until(`${count} letters`, async () => (await scene.sandbox.letters()) >= count);
	}

	it('two at once, for one account with a rate limit and broken connections: each letter once', async () => {
		await scene.sandbox.control('PUT', '/limits', { limit: 60, windowSeconds: 2 });
		await scene.sandbox.control('PUT', '/faults', {
			rules: [{ on: { method: 'POST' }, when: { every: 9 }, fault: { cut: true } }],
		});
		const workflow = await LetterWorkflow.create(scene, { parameters: letterParameters });
		const parts = [letters(0, LETTERS_SENT / 2), letters(LETTERS_SENT / 2, LETTERS_SENT)];
		const started: string[] = [];
		for (const part of parts) started.push(await workflow.start(part));
		const executions = await Promise.all(started.map((id) => scene.client.finished(id)));
		for (const [index, execution] of executions.entries()) await expectAllSent(parts[index] ?? [], execution);
		expect(await scene.sandbox.letters()).toBe(LETTERS_SENT);
		expect(new Set(await Promise.all(started.map(workerOf))).size).toBe(2);

		// Neither worker knows of the other's requests, but each keeps to what the answers say.
		const refused = (await scene.sandbox.requests()).filter(({ status }) => status === 429);
		expect(refused.length).toBeLessThan(LETTERS_SENT / 4);
	});

	it('a failed execution, retried on another worker: what was sent is not sent again', async () => {
		const items = letters(0, 40);
		await scene.sandbox.control('PUT', '/faults', {
			rules: [
				// The first 20 go through, though half of the answers are lost; then nothing does.
				{ on: { method: 'POST' }, when: { every: 20 }, fault: { status: 401 } },
				{ on: { method: 'POST' }, when: { every: 2 }, fault: { cut: true } },
			],
		});
		const workflow = await LetterWorkflow.create(scene, { parameters: letterParameters });
		const first = await scene.client.finished(await workflow.start(items));
		expect(first.status).toBe('error');
		const before = await made();
		expect(before.size).toBeGreaterThan(0);
		expect(before.size).toBeLessThan(items.length);

		await scene.sandbox.control('PUT', '/faults', { rules: [] });
		// So that the retry is another's.
		await scene.endWorker(await workerOf(first.id), 'stop');
		const retried = await scene.client.retry(first.id);
		await expectAllSent(items, await scene.client.finished(retried));
		expect([...(await made())]).toEqual(expect.arrayContaining([...before]));
	});

	it('a worker killed in the middle: n8n has nothing left to retry; sent again by External ID, each letter once', async () => {
		const items = letters(0, LETTERS_SENT);
		await scene.sandbox.control('PUT', '/limits', { limit: 100, windowSeconds: 3 });
		const workflow = await LetterWorkflow.create(scene, { parameters: byExternalId });
		const id = await workflow.start(items);
		await sentAtLeast(50);
		await scene.endWorker(await workerOf(id), 'kill');
		const execution = await scene.client.finished(id);
		expect(execution.status).toBe('error');
		expect(execution.error?.message).toMatch(/failed to be processed too many times/);
		expect(execution.output(LETTERS)).toEqual([]);
		const before = await scene.sandbox.letters();
		expect(before).toBeLessThan(LETTERS_SENT);

		const retried = await scene.client.finished(await scene.client.retry(id));
		expect(retried.status).toBe('error');
		expect(await scene.sandbox.letters()).toBe(before);

		// Sent again from where the items come from: the key is the External ID, not the run.
		const again = await scene.client.finished(await workflow.start(items));
		await expectAllSent(items, again);
		expect(await scene.sandbox.letters()).toBe(LETTERS_SENT);
		const known = again.output(LETTERS).filter(({ outcome }) => outcome === 'ordered_before');
		expect(known).toHaveLength(before);
	});

	it('a worker told to stop finishes the letters it has begun', async () => {
		const items = letters(0, LETTERS_SENT);
		await scene.sandbox.control('PUT', '/limits', { limit: 100, windowSeconds: 2 });
		const workflow = await LetterWorkflow.create(scene, { parameters: letterParameters });
		const id = await workflow.start(items);
		await sentAtLeast(50);
		await scene.endWorker(await workerOf(id), 'stop');
		await expectAllSent(items, await scene.client.finished(id));
		expect(await scene.sandbox.letters()).toBe(LETTERS_SENT);
	});
});
