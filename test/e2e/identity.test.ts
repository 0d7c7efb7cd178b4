/**
 * What makes a letter the same letter, in a real n8n: who runs it, by what it is identified, and how many
 * letters are ordered.
 */
import { randomUUID } from 'node:crypto';

import { ACTION, withCredential } from '../../tools/n8n/examples';
import type { Execution } from '../../tools/n8n/execution';
import { LetterWorkflow } from '../../tools/n8n/letterRun';
import type { Item, Scene } from '../../tools/n8n/scene';
import { LETTERS, node, to } from '../../tools/n8n/scene';
import { letterItem, letterParameters } from '../support/letters';
import { withScene } from '../support/withScene';

jest.setTimeout(60_000);

let scene: Scene;

withScene((started) => {
	scene = started;
});

beforeEach(async () => {
	await scene.sandbox.control('POST', '/reset');
});

/** By what the node knows a letter. */
const IDENTITIES = {
	'an External ID': { externalId: '={{ $json.order }}' },
	nothing: {},
	'an Idempotency Key': { options: { idempotencyKey: '={{ $json.order }}' } },
};
type Identity = keyof typeof IDENTITIES;

const row = (name: string): Item => ({ ...letterItem(name).json, order: randomUUID() });
/** Two letters are wanted, whatever happens. */
const twoRows = (): Item[] => [row('Ana'), row('Bia')];

const create = (own: Item, callers?: Item[]) =>
	LetterWorkflow.create(scene, { parameters: { ...letterParameters, ...own }, callers });
const run = async (workflow: LetterWorkflow, items: Item[]): Promise<Execution> =>
	await scene.client.finished(await workflow.start(items));

const changed = (rows: Item[]): Item[] => rows.map((one) => ({ ...one, address_line1: 'Rua Nova, 9' }));

/** One row goes through the node in each round. */
async function runLoop(own: Item): Promise<void> {
	const jsonOutput = JSON.stringify({ items: twoRows() });
	const file = {
		name: 'Loop',
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger', 1, 0, {}),
			node('Items', 'n8n-nodes-base.set', 3.4, 1, { mode: 'raw', jsonOutput, options: {} }),
			node('Split', 'n8n-nodes-base.splitOut', 1, 2, { fieldToSplitOut: 'items', options: {} }),
			node('Rounds', 'n8n-nodes-base.splitInBatches', 3, 3, { batchSize: 1, options: {} }),
			node(LETTERS, ACTION, 1, 4, { ...letterParameters, ...own }),
		],
		connections: {
			Start: to('Items'),
			Items: to('Split'),
			Split: to('Rounds'),
			Rounds: { main: [[], [{ node: LETTERS, type: 'main', index: 0 }]] },
			[LETTERS]: to('Rounds'),
		},
		settings: { executionOrder: 'v1' },
	};
	const workflow = await scene.client.createWorkflow(withCredential(file, scene.credential));
	const { status } = await scene.client.finished(await scene.client.run(workflow, 'Start'));
	expect(status).toBe('success');
}

/** The run fails at its second letter; then the execution is retried, and once more. */
async function runAndRetry(own: Item, callers?: Item[]): Promise<void> {
	// So short a deadline that the node fails at the first fault.
	const options = { ...(own.options as Item | undefined), maxInFlight: 1, deadline: 0.000001 };
	const workflow = await create({ ...own, options }, callers);
	const rules = [{ on: { method: 'POST' }, when: { every: 2 }, fault: { status: 503 } }];
	await scene.sandbox.control('PUT', '/faults', { rules });
	const failed = await run(workflow, twoRows());
	expect([failed.status, await scene.sandbox.letters()]).toEqual(['error', 1]);
	await scene.sandbox.control('PUT', '/faults', { rules: [] });
	for (let retries = 0; retries < 2; retries += 1) {
		const retried = await scene.client.finished(await scene.client.retry(failed.id));
		expect(retried.status).toBe('success');
	}
}

interface Way {
	/** How many letters are ordered, by what identifies them. */
	ordered: Record<Identity, number>;
	work: (own: Item) => Promise<unknown>;
}

const always = (ordered: number): Way['ordered'] => ({
	'an External ID': ordered,
	nothing: ordered,
	'an Idempotency Key': ordered,
});
/** Without an identity of its own, every run orders its letters. */
const perRun = (runs: number): Way['ordered'] => ({ ...always(2), nothing: 2 * runs });

const WAYS: Record<string, Way> = {
	'run once': { ordered: always(2), work: async (own) => await run(await create(own), twoRows()) },
	'run twice': {
		ordered: perRun(2),
		work: async (own) => {
			const [workflow, rows] = [await create(own), twoRows()];
			for (let runs = 0; runs < 2; runs += 1) expect((await run(workflow, rows)).status).toBe('success');
		},
	},
	'run by two workflows': {
		ordered: perRun(2),
		work: async (own) => {
			const rows = twoRows();
			for (const workflow of [await create(own), await create(own)]) await run(workflow, rows);
		},
	},
	'in a loop': { ordered: always(2), work: runLoop },
	'in a called workflow, run twice': {
		ordered: perRun(2),
		work: async (own) => {
			const [workflow, rows] = [await create(own, [{}]), twoRows()];
			for (let runs = 0; runs < 2; runs += 1) expect((await run(workflow, rows)).status).toBe('success');
		},
	},
	'in a workflow called for each row, run twice': {
		ordered: perRun(2),
		work: async (own) => {
			const [workflow, rows] = [await create(own, [{ mode: 'each' }]), twoRows()];
			for (let runs = 0; runs < 2; runs += 1) expect((await run(workflow, rows)).status).toBe('success');
		},
	},
	'run, and retried twice': { ordered: always(2), work: (own) => runAndRetry(own) },
	'in a called workflow, and retried twice': { ordered: always(2), work: (own) => runAndRetry(own, [{}]) },
	'run twice, the second time with other contents': {
		ordered: perRun(2),
		work: async (own) => {
			const [workflow, rows] = [await create(own), twoRows()];
			await run(workflow, rows);
			const again = await run(workflow, changed(rows));
			const isAnother = Object.keys(own).length > 0;
			expect(again.status).toBe(isAnother ? 'error' : 'success');
			if (isAnother)
				expect(again.error?.message).toContain('was already ordered with different contents (crd_');
		},
	},
	'in two equal rows': {
		ordered: { ...always(1), nothing: 0 },
		work: async (own) => {
			const ana = row('Ana');
			const { error, output } = await run(await create(own), [ana, ana]);
			if (Object.keys(own).length === 0) {
				expect(error?.message).toMatch(/2 items have fields to correct|are the same letter/);
				return;
			}
			expect(output(LETTERS).map(({ outcome }) => outcome)).toEqual(['ordered', 'ordered']);
			expect(new Set(output(LETTERS).map(({ id }) => id)).size).toBe(1);
		},
	},
};

describe.each(Object.entries(WAYS))('%s', (_way, { ordered, work }) => {
	it.each(Object.entries(IDENTITIES))('identified by %s', async (identity, own) => {
		await work(own);
		expect(await scene.sandbox.letters()).toBe(ordered[identity as Identity]);
	});
});

it('an Idempotency Key orders a second letter under the same External ID, and only once', async () => {
	const workflow = await create({
		externalId: '={{ $json.order }}',
		options: { idempotencyKey: "={{ $json.second ?? '' }}" },
	});
	const ana = row('Ana');
	const second = { ...ana, second: randomUUID() };
	const outcomes = [];
	for (const one of [ana, ana, second, second]) {
		outcomes.push((await run(workflow, [one])).output(LETTERS)[0]?.outcome);
	}
	expect(outcomes).toEqual(['ordered', 'ordered_before', 'ordered', 'ordered_before']);
	expect((await scene.sandbox.cards()).map(({ external_id: id }) => id)).toEqual([ana.order, ana.order]);
});
