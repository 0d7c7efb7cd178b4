/** Every letter exactly once in a real n8n: its own retries, its crashes, its cancelling. */
import { readFile } from 'node:fs/promises';

import { letterItem, letterParameters } from '../support/letters';
import { LetterWorkflow } from '../support/n8n/letterRun';
import type { Execution } from '../support/n8n/n8nClient';
import { LETTERS, major, Scene, type Item } from '../support/n8n/scene';
import type { JournalEntry } from '../support/sandboxClient';
import { until } from '../support/waiting';

jest.setTimeout(180_000);

const WANTED = 60;
const names = Array.from({ length: WANTED }, (_none, index) => `Ana ${index}`);
const letters = names.map((name) => letterItem(name).json);

/** So short a deadline that the node fails at the first fault, and n8n has to run it again. */
const failAtOnce = { deadline: 0.000001 };

let scene: Scene;

beforeAll(async () => {
	scene = await Scene.start();
}, 1_200_000);

afterAll(async () => {
	await scene.stop();
});

beforeEach(async () => {
	await scene.sandbox.control('POST', '/reset');
});

interface Settings {
	/** Of the action node's Options. */
	options?: Item;
	idempotencyKeyMode?: string;
	node?: Item;
	workflow?: Item;
}

function letterWorkflow({ node, workflow, ...more }: Settings = {}): Promise<LetterWorkflow> {
	const parameters = { ...letterParameters, externalId: '={{ $json.name }}', ...more };
	return LetterWorkflow.create(scene, { parameters, nodeSettings: node, settings: workflow });
}

async function faults(...rules: object[]): Promise<void> {
	await scene.sandbox.control('PUT', '/faults', { rules });
}

const everyAnswerLate = { when: { every: 1 }, fault: { delaySeconds: 1 } };

/** Waits until the journal shows it. */
async function journal(what: string, shows: (requests: JournalEntry[]) => boolean): Promise<void> {
	await until(what, async () => shows(await scene.sandbox.requests()) || undefined);
}

const halfSent = (): Promise<void> => journal('some letters to be sent', ({ length }) => length >= 16);

/** Runs it again as "Retry execution" does, and waits for the end. */
async function retry(id: string, options?: { loadWorkflow: boolean }): Promise<Execution> {
	return await scene.client.finished(await scene.client.retry(id, options));
}

/** Every letter wanted exists once, under one key, and its id is in the output, in order. */
async function expectEachOnce(execution: Execution): Promise<void> {
	const output = execution.output(LETTERS);
	expect(output.map(({ external_id }) => external_id)).toEqual(names);
	const cards = await scene.sandbox.cards();
	expect(cards.length).toBe(WANTED);
	const created = new Map(cards.map(({ external_id, id }) => [external_id, id]));
	expect(output.map(({ id }) => id)).toEqual(names.map((name) => created.get(name)));
	const keys = new Set((await scene.sandbox.requests()).map((request) => request.idempotency_key));
	expect(keys.size).toBe(WANTED);
}

test('Retry On Fail runs the node again and again: each letter once', async () => {
	const node = { retryOnFail: true, maxTries: 5, waitBetweenTries: 1000 };
	const options = { ...failAtOnce, maxInFlight: 1 };
	const workflow = await letterWorkflow({ options, node });
	await faults({ when: { every: 10 }, fault: { cut: true } });
	const id = await workflow.start(letters);
	// Each try sends one after the other and fails at the first cut.
	await journal('the third try to fail', (all) => all.filter(({ fault }) => fault).length >= 3);
	await faults();
	const execution = await scene.client.finished(id);
	expect(execution.status).toBe('success');
	await expectEachOnce(execution);
});

test.each([false, true])(
	'a run fails half way and is retried twice (with the workflow as saved now: %s): each letter once',
	async (loadWorkflow) => {
		const workflow = await letterWorkflow({ options: failAtOnce });
		await faults({ when: { every: 31 }, fault: { status: 503 } });
		const failed = await scene.client.finished(await workflow.start(letters));
		expect(failed.status).toBe('error');
		const sent = await scene.sandbox.letters();
		expect(sent).toBeGreaterThanOrEqual(30);
		expect(sent).toBeLessThan(WANTED);
		await faults();
		for (const attempt of [1, 2]) {
			const execution = await retry(failed.id, { loadWorkflow });
			expect([attempt, execution.status]).toEqual([attempt, 'success']);
			await expectEachOnce(execution);
		}
	},
);

test('n8n is killed while sending, and the crashed run retried: each letter once', async () => {
	// By default n8n 1 has not stored by then what the keys are made of.
	const workflow = await letterWorkflow({ workflow: { saveExecutionProgress: major === 1 } });
	await faults(everyAnswerLate);
	const id = await workflow.start(letters);
	await halfSent();
	await scene.crashN8n();
	expect(await scene.sandbox.letters()).toBeLessThan(WANTED);
	await faults();
	expect((await scene.client.finished(id)).status).toBe('crashed');
	const execution = await retry(id);
	expect(execution.status).toBe('success');
	await expectEachOnce(execution);
});

test('the workflow runs twice with keys from External ID: each letter once', async () => {
	const workflow = await letterWorkflow({ idempotencyKeyMode: 'externalId' });
	for (const run of [1, 2]) {
		const execution = await scene.client.finished(await workflow.start(letters));
		expect([run, execution.status]).toEqual([run, 'success']);
		await expectEachOnce(execution);
	}
});

test.each([
	['cancelled', {}],
	['ended by the timeout of the workflow', { executionTimeout: 5 }],
])('a run is %s while sending, and retried: no letter twice, and on n8n 2 each one', async (how, settings) => {
	const workflow = await letterWorkflow({ options: { maxInFlight: 8 }, workflow: settings });
	await faults(everyAnswerLate);
	const id = await workflow.start(letters);
	if (how === 'cancelled') {
		await halfSent();
		await scene.client.cancel(id);
	}
	expect((await scene.client.finished(id)).status).toBe('canceled');
	const sent = await scene.sandbox.letters();
	expect(sent).toBeGreaterThan(0);
	expect(sent).toBeLessThan(WANTED);
	await faults();
	const retried = await retry(id);
	if (major === 1) {
		// n8n 1 keeps nothing of a stopped run to go on with.
		expect([retried.output(LETTERS), await scene.sandbox.letters()]).toEqual([[], sent]);
		return;
	}
	// Not its status: n8n marks the retry of a cancelled run as failed, although it runs to its end.
	await expectEachOnce(retried);
});

// The last one: the account is paused for a minute afterwards.
test('cancelling during a Retry-After of 60 s ends the run within 2 s', async () => {
	const workflow = await letterWorkflow({ options: { maxInFlight: 1 } });
	await faults({ when: { every: 30 }, fault: { status: 429, retryAfter: 60 } });
	const id = await workflow.start(letters);
	await journal('the wait', (requests) => requests.some(({ status }) => status === 429));
	const cancelledAt = Date.now();
	await scene.client.cancel(id);
	const { status, stoppedAt } = await scene.client.finished(id);
	expect(status).toBe('canceled');
	expect(Date.parse(stoppedAt ?? '') - cancelledAt).toBeLessThan(2000);
	// n8n says so whatever the node does. That the node has ended too is in the log, with the ids.
	const said = await until('the node to end', () => cancelledInLog(id), { timeoutMs: 2000 });
	const cards = await scene.sandbox.cards();
	expect(cards.length).toBe(29);
	for (const card of cards) expect(said).toContain(card.id);
	expect((await scene.sandbox.requests()).length).toBe(30);
});

async function cancelledInLog(id: string): Promise<string | undefined> {
	const lines = (await readFile(scene.n8n.logFile, 'utf8')).split('\n');
	return lines.find((line) => line.includes(`The execution was canceled (execution ${id}, `));
}
