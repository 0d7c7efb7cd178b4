/** Every letter exactly once in a real n8n: its own retries, and its cancelling. Kills are in own/killed.test.ts. */
import { randomUUID } from 'node:crypto';

import type { RecordedRequest } from '../../../sandbox/src/library/types';
import { startLocalServer } from '../../../tools/localServer';
import type { Execution } from '../../../tools/n8n/execution';
import type { LetterWorkflowOptions } from '../../../tools/n8n/letterRun';
import { CALL, LetterWorkflow } from '../../../tools/n8n/letterRun';
import type { Workflow, WorkflowNode } from '../../../tools/n8n/n8nClient';
import type { Item, Scene } from '../../../tools/n8n/scenes/scene';
import { LETTERS, node, traits } from '../../../tools/n8n/scenes/scene';
import { until } from '../../../tools/waiting';
import { letterItem, letterParameters } from '../../support/letters';
import { withScene } from '../../support/withScene';

const WANTED = 60;
const names = Array.from({ length: WANTED }, (_none, index) => `Ana ${index}`);
const letters = names.map((name) => letterItem(name).json);

/** So short a deadline that the node fails at the first fault, and n8n has to run it again. */
const failAtOnce = { deadline: 0.000001 };

let scene: Scene;

withScene((started) => {
	scene = started;
});

beforeEach(async () => {
	await scene.reset();
});

interface Settings {
	/** Of the action node's Options. */
	options?: Item;
	node?: Item;
	workflow?: Item;
	/** The Execute Workflow nodes around it, the outermost first. */
	callers?: Item[];
	after?: WorkflowNode;
	place?: LetterWorkflowOptions['place'];
	/** Further parameters of the action node. */
	[parameter: string]: unknown;
}

function letterWorkflow({ node: nodeSettings, workflow: settings, ...more }: Settings = {}) {
	const { callers, after, place, ...own } = more;
	const parameters = { ...letterParameters, ...own };
	return LetterWorkflow.create(scene, { parameters, nodeSettings, settings, callers, after, place });
}

async function faults(...rules: object[]): Promise<void> {
	await scene.sandbox.control('PUT', '/faults', { rules });
}

/** Of the letters the first are answered, and the others only once the run has ended. */
const ANSWERED = 16;
const laterAnswersLate = [
	{ when: { next: ANSWERED }, fault: { delaySeconds: 0.01 } },
	{ when: { every: 1 }, fault: { delaySeconds: 600 } },
];

/** Waits until the journal shows it. */
async function journal(what: string, shows: (requests: RecordedRequest[]) => boolean): Promise<void> {
	await until(what, async () => shows(await scene.sandbox.requests()));
}

const halfSent = (): Promise<void> => journal('some letters to be sent', ({ length }) => length > ANSWERED);

/** Runs it again as "Retry execution" does, and waits for the end. */
async function retry(id: string, options?: { loadWorkflow: boolean }): Promise<Execution> {
	return await scene.client.finished(await scene.client.retry(id, options));
}

/** Every letter wanted exists once, under one key, and its id is in the output, in order. */
async function expectEachOnce(execution: Execution): Promise<void> {
	const cards = await scene.sandbox.cards();
	expect(cards.length).toBe(WANTED);
	const created = new Map(cards.map(({ request, id }) => [request.to.name, id]));
	expect(execution.output(LETTERS).map(({ id }) => id)).toEqual(names.map((name) => created.get(name)));
	const keys = new Set((await scene.sandbox.requests()).map((request) => request.idempotency_key));
	expect(keys.size).toBe(WANTED);
}

it('Retry On Fail runs the node again and again: each letter once', async () => {
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

it.each([false, true])(
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

/** A node behind, which gets no answer. */
async function nodeBehind() {
	let hasBegun = false;
	const server = await startLocalServer(() => {
		hasBegun = true;
	});
	const parameters = { url: server.origin, options: {} };
	return {
		after: { ...node('After', 'n8n-nodes-base.httpRequest', 4.2, 3, parameters), executeOnce: true },
		begun: () => until('the node behind to begin', () => Promise.resolve(hasBegun)),
		close: () => server.close(),
	};
}

// n8n 2.40 stores no output of such a run.
it('a run is cancelled in a node behind: the IDs of its letters are in the log', async () => {
	const { after, begun, close } = await nodeBehind();
	const workflow = await letterWorkflow({ after });
	const id = await workflow.start(letters);
	await begun();
	await scene.client.cancel(id);
	const said = await until('the IDs', () => cancelledInLog(id));
	await close();
	const cards = await scene.sandbox.cards();
	expect(cards.length).toBe(WANTED);
	for (const card of cards) expect(said).toContain(card.id);
});

describe('in a workflow that others call', () => {
	const again = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };
	const named = (name: string) => ({ ...letterItem(name).json, order: randomUUID() });
	/** The service refuses the letter to Bia, which it alone can know. */
	const style = { __rl: true, mode: 'id', value: '={{ $json.name === "Bia" ? "sty_none" : "" }}' };
	const called = (callers: Item[]) =>
		letterWorkflow({ callers, style, externalId: '={{ $json.order }}', options: { maxInFlight: 1 } });

	/** How often the workflow that orders has run; each asked for a letter to Ana. */
	const timesRun = async ({ called: workflows }: LetterWorkflow) =>
		await scene.client.countExecutions(workflows[workflows.length - 1] as Workflow);

	it('its caller tries again and is retried: each letter once', async () => {
		const workflow = await called([again]);
		const rows = [named('Ana'), named('Bia')];
		const failed = await scene.client.finished(await workflow.start(rows));
		expect([failed.status, await timesRun(workflow)]).toEqual(['error', 3]);
		expect(await scene.sandbox.letters()).toBe(1);
		for (const loadWorkflow of [false, true]) {
			const retried = await retry(failed.id, { loadWorkflow });
			expect([retried.status, await scene.sandbox.letters()]).toEqual(['error', 1]);
		}
		expect(await timesRun(workflow)).toBe(9);
		await scene.client.finished(await workflow.start(rows));
		expect(await scene.sandbox.letters()).toBe(1);
	});

	it('both callers above it try again: each letter once', async () => {
		const workflow = await called([again, again]);
		const failed = await scene.client.finished(await workflow.start([named('Ana'), named('Bia')]));
		expect([failed.status, await timesRun(workflow)]).toEqual(['error', 9]);
		expect(await scene.sandbox.letters()).toBe(1);
	});

	it('a call for each item orders a letter for each', async () => {
		const workflow = await called([{ mode: 'each' }]);
		const rows = ['Ana', 'Caio', 'Ana'].map(named);
		const execution = await scene.client.finished(await workflow.start(rows));
		expect(execution.status).toBe('success');
		const output = execution.output(CALL);
		const ordered = (await scene.sandbox.cards()).map(({ id, request }) => [id, request.to.name]);
		const nameOf = new Map(ordered as Array<[string, string]>);
		expect(output.map(({ id }) => nameOf.get(String(id)))).toEqual(['Ana', 'Caio', 'Ana']);
		expect(output.map(({ outcome }) => outcome)).toEqual(['ordered', 'ordered', 'ordered']);
		expect(ordered.length).toBe(3);
	});
});

it.each([
	['cancelled', {}],
	['ended by the timeout of the workflow', { executionTimeout: 5 }],
])(
	'a run is %s while sending, and retried: no letter twice, and each one where n8n goes on',
	async (how, settings) => {
		const workflow = await letterWorkflow({ options: { maxInFlight: 8 }, workflow: settings });
		await faults(...laterAnswersLate);
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
		if (!traits.resumesCancelledRuns) {
			// That n8n keeps nothing of a stopped run to go on with.
			expect([retried.output(LETTERS), await scene.sandbox.letters()]).toEqual([[], sent]);
			return;
		}
		// Not its status: n8n marks the retry of a cancelled run as failed, although it runs to its end.
		await expectEachOnce(retried);
	},
);

// The last one: the account is paused for minutes afterwards.
it('cancelling during a Retry-After ends the run long before it is over', async () => {
	const workflow = await letterWorkflow({ options: { maxInFlight: 1 } });
	await faults({ when: { every: 30 }, fault: { status: 429, retryAfter: 300 } });
	const id = await workflow.start(letters);
	await journal('the wait', (requests) => requests.some(({ status }) => status === 429));
	await scene.client.cancel(id);
	expect((await scene.client.finished(id)).status).toBe('canceled');
	// n8n says so whatever the node does. That the node has ended too is in the log, with the ids.
	const said = await until('the node to end', () => cancelledInLog(id));
	const cards = await scene.sandbox.cards();
	expect(cards.length).toBe(29);
	for (const card of cards) expect(said).toContain(card.id);
	expect((await scene.sandbox.requests()).length).toBe(30);
});

function cancelledInLog(id: string): Promise<string | undefined> {
	const said = `The execution was canceled (execution ${id}, `;
	return Promise.resolve(
		scene
			.log()
			.split('\n')
			.find((line) => line.includes(said)),
	);
}
