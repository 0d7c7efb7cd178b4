/**
 * What makes a letter the same letter, in a real n8n: who orders it, by what it is identified, and how
 * many letters there are. Agents stand in agents.test.ts; an n8n that is killed and finds other rows, in
 * whoOrders.test.ts; kills at other moments, a cancelled run and Retry On Fail, in sending.test.ts.
 */
import { randomUUID } from 'node:crypto';

import { ACTION, withCredential } from '../../../tools/n8n/examples';
import type { Execution } from '../../../tools/n8n/execution';
import type { LetterWorkflowOptions } from '../../../tools/n8n/letterRun';
import { LetterWorkflow } from '../../../tools/n8n/letterRun';
import type { Workflow, WorkflowFile } from '../../../tools/n8n/n8nClient';
import type { Item, Scene } from '../../../tools/n8n/scenes/scene';
import { handedOut, inARow, LETTERS, node, to } from '../../../tools/n8n/scenes/scene';
import { letterItem, letterParameters } from '../../support/letters';
import { withScene } from '../../support/withScene';

let scene: Scene;

withScene((started) => {
	scene = started;
});

beforeEach(async () => {
	await scene.reset();
});

/** By what the node knows a letter. */
const ID: [string, Item] = ['an External ID', { externalId: '={{ $json.order }}' }];
const NOTHING: [string, Item] = ['nothing', {}];
const KEY: [string, Item] = ['an Idempotency Key', { options: { idempotencyKey: '={{ $json.order }}' } }];

const row = (name: string): Item => ({ ...letterItem(name).json, order: randomUUID() });
/** Two letters are wanted, whatever happens. */
const twoRows = (): Item[] => [row('Ana'), row('Bia')];
const changed = (rows: Item[]): Item[] => rows.map((one) => ({ ...one, address_line1: 'Rua Nova, 9' }));

const create = (own: Item, more: Partial<LetterWorkflowOptions> = {}) =>
	LetterWorkflow.create(scene, { parameters: { ...letterParameters, ...own }, ...more });
const run = async (workflow: LetterWorkflow, items: Item[]): Promise<Execution> =>
	await scene.client.finished(await workflow.start(items));

/** The rows come from a workflow's own node, and the others follow. */
async function runByHand(
	rows: Item[],
	nodes: WorkflowFile['nodes'],
	connections: WorkflowFile['connections'],
): Promise<Execution> {
	const file = inARow('Loop', ...handedOut(rows));
	file.nodes.push(...nodes);
	Object.assign(file.connections, connections);
	const workflow = await scene.client.createWorkflow(withCredential(file, scene.credential));
	return await scene.client.finished(await scene.client.run(workflow, 'Start'));
}

/** One row goes through the node in each round. */
const loop = (own: Item) => (rows: Item[]) =>
	runByHand(
		rows,
		[
			node('Rounds', 'n8n-nodes-base.splitInBatches', 3, 3, { batchSize: 1, options: {} }),
			node(LETTERS, ACTION, 1, 4, { ...letterParameters, ...own }),
		],
		{
			Split: to('Rounds'),
			Rounds: { main: [[], [{ node: LETTERS, type: 'main', index: 0 }]] },
			[LETTERS]: to('Rounds'),
		},
	);

type Order = (rows: Item[]) => Promise<Execution>;

const by = (callers: Item[]) => async (own: Item) => {
	const workflow = await create(own, { callers });
	return [(rows: Item[]) => run(workflow, rows)];
};
const each = { mode: 'each' };

/** Who orders, and who orders again where that is another. */
const WHO: Record<string, (own: Item) => Promise<Order[]>> = {
	'a workflow': by([]),
	'two workflows': async (own) => [...(await by([])(own)), ...(await by([])(own))],
	'a loop': (own) => Promise.resolve([loop(own)]),
	'a called workflow': by([{}]),
	'a workflow that is called for each row': by([each]),
	'a workflow that a called one calls': by([{}, {}]),
	'a workflow that a called one calls for each row': by([{}, each]),
};

/** An identity of the letter's own has nothing to do with who orders: that stands in unit tests of the keys. */
const IN_N8N: Array<[who: keyof typeof WHO, ...identities: Array<[string, Item]>]> = [
	['a workflow', NOTHING, ID, KEY],
	['two workflows', NOTHING, ID],
	['a loop', NOTHING, ID],
	['a called workflow', ID, KEY],
	['a workflow that is called for each row', ID],
	['a workflow that a called one calls', ID],
	['a workflow that a called one calls for each row', ID],
];

describe.each(IN_N8N)('%s: once, again, and with other contents', (who, ...identities) => {
	it.each(identities)('identified by %s', async (identity, own) => {
		const ordersOf = WHO[who] as (own: Item) => Promise<Order[]>;
		const [first, second = first] = (await ordersOf(own)) as [Order, Order?];
		const rows = twoRows();
		const steps = [() => first(rows), () => second(rows), () => second(changed(rows))];
		const found = [];
		let last: Execution | undefined;
		for (const step of steps) {
			last = await step();
			found.push([last.status, await scene.sandbox.letters()]);
		}
		if (identity === NOTHING[0]) {
			expect(found).toEqual([2, 4, 6].map((letters) => ['success', letters]));
			return;
		}
		expect(found).toEqual(['success', 'success', 'error'].map((status) => [status, 2]));
		expect(last?.error?.message).toMatch(/was already ordered with different contents \(crd_|knows this key/);
	});
});

it.each([
	['called', [{}]],
	['called for each row', [each]],
	['called by a called one', [{}, {}]],
])('a workflow that is %s orders nothing without an External ID, and says so', async (_how, callers) => {
	const workflow = await create({}, { callers });
	const { status } = await run(workflow, twoRows());
	const [ended] = await scene.client.executions(workflow.called.at(-1) as Workflow);
	const { error } = await scene.client.execution(ended?.id ?? '');
	expect(status).toBe('error');
	expect(`${error?.message} ${error?.description}`).toContain('n8n does not say which run this is');
	expect(await scene.sandbox.requests()).toEqual([]);
});

/** The run fails at its second letter. */
describe.each([
	['a run', [], [NOTHING, KEY]],
	['a run of a called workflow', [{}], [ID]],
	['a run of a workflow that a called one calls', [{}, {}], [ID]],
])('%s that fails and is retried twice', (_who, callers: Item[], identities) => {
	it.each(identities)('identified by %s', async (_identity, own) => {
		// So short a deadline that the node fails at the first fault.
		const options = { ...(own.options as Item | undefined), maxInFlight: 1, deadline: 0.000001 };
		const workflow = await create({ ...own, options }, { callers });
		const rules = [{ on: { method: 'POST' }, when: { every: 2 }, fault: { status: 503 } }];
		await scene.sandbox.control('PUT', '/faults', { rules });
		const failed = await run(workflow, twoRows());
		expect(failed.status).toBe('error');
		const found = [await scene.sandbox.letters()];
		await scene.sandbox.control('PUT', '/faults', { rules: [] });
		for (let retries = 0; retries < 2; retries += 1) {
			const { status } = await scene.client.finished(await scene.client.retry(failed.id));
			expect(status).toBe('success');
			found.push(await scene.sandbox.letters());
		}
		expect(found).toEqual([1, 2, 2]);
	});
});

describe('a run that is retried with another message', () => {
	it.each([NOTHING, ID])('identified by %s', async (_identity, own) => {
		const rows = twoRows();
		const workflow = await create({ ...own, style: { __rl: true, mode: 'id', value: '={{ $json.style }}' } });
		const failed = await run(workflow, [rows[0] as Item, { ...rows[1], style: 'sty_none' }]);
		expect([failed.status, await scene.sandbox.letters()]).toEqual(['error', 1]);
		const parameters = { ...letterParameters, ...own, message: 'Oi!' };
		await scene.client.publishChanged(workflow.workflow, { name: LETTERS, parameters });
		const retried = await scene.client.finished(await scene.client.retry(failed.id, { loadWorkflow: true }));
		expect(retried.error?.message).toContain('was already ordered with different contents (crd_');
		const names = (await scene.sandbox.cards()).map(({ request }) => request.to.name);
		expect(names).toEqual(['Ana', 'Bia']);
	});
});

it('a run that is retried with a typo: what to do orders five of five letters, without External IDs', async () => {
	const style = { __rl: true, mode: 'id', value: '={{ $json.style }}' };
	const own = { style, options: { maxInFlight: 1 } };
	const rows = ['Ana', 'Bia', 'Caio', 'Davi', 'Eva'].map(row);
	const workflow = await create(own);
	const failed = await run(
		workflow,
		rows.map((one, index) => ({ ...one, style: index === 2 ? 'sty_none' : '' })),
	);
	expect([failed.status, await scene.sandbox.letters()]).toEqual(['error', 2]);
	const retryWith = async (changed: Item): Promise<Execution> => {
		const parameters = { ...letterParameters, ...own, style: '', ...changed };
		await scene.client.publishChanged(workflow.workflow, { name: LETTERS, parameters });
		return await scene.client.finished(await scene.client.retry(failed.id, { loadWorkflow: true }));
	};
	const { error } = await retryWith({ zip: '={{ $json.zp }}' });
	expect(error?.message).toMatch(/This step ordered nothing\.$/);
	expect((await retryWith({})).status).toBe('success');
	const names = (await scene.sandbox.cards()).map(({ request }) => request.to.name);
	expect(names.sort()).toEqual(rows.map(({ name }) => name));
});

describe('a loop from the error output: an answer that is lost, and a letter to correct', () => {
	it.each([NOTHING, ID])('identified by %s', async (identity, own) => {
		const key = identity === NOTHING[0] && {
			idempotencyKey: "={{ $json.error.details.idempotency_key ?? '' }}",
		};
		// The repeats of the loop are no further letters.
		const limits = { maxLettersPerRun: 2, maxInFlight: 1, deadline: 0.000001 };
		const options = { ...(own.options as Item | undefined), ...key, ...limits };
		const style = { __rl: true, mode: 'id', value: "={{ $json.error ? '' : $json.style }}" };
		const [ana, bia] = twoRows();
		await scene.sandbox.control('PUT', '/faults', { rules: [{ when: { next: 1 }, fault: { cut: true } }] });
		const { status } = await runByHand(
			[
				{ ...ana, style: '' },
				{ ...bia, style: 'sty_none' },
			],
			[
				{
					...node(LETTERS, ACTION, 1, 3, { ...letterParameters, ...own, options, style }),
					onError: 'continueErrorOutput',
				},
			],
			{ Split: to(LETTERS), [LETTERS]: { main: [[], [{ node: LETTERS, type: 'main', index: 0 }]] } },
		);
		expect(status).toBe('success');
		const names = (await scene.sandbox.cards()).map(({ request }) => request.to.name);
		expect(names).toEqual(['Ana', 'Bia']);
		const keys = (await scene.sandbox.requests()).map((request) => request.idempotency_key);
		// The loop sends each again under the key of its first attempt.
		expect([keys.length, new Set(keys).size]).toEqual([4, 2]);
	});
});

describe('a loop of ten', () => {
	const tenRows = (): Item[] => Array.from({ length: 10 }, (_none, index) => row(`Ana ${index}`));

	it('ends with every letter once, also where its seventh round had to be corrected', async () => {
		const own = { externalId: '={{ $json.order }}', options: { maxLettersPerRun: 10 } };
		const rows = tenRows();
		const wrong = rows.map((one, index) => (index === 6 ? { ...one, zip: '1' } : one));
		const { error } = await loop(own)(wrong);
		expect(error?.message).toMatch(
			/^Item 1 of round 7: Postal Code .*\. This step ordered nothing\. 6 letters were ordered earlier in this execution\.$/,
		);
		expect(error?.description).toMatch(
			/Correct it and use "Retry execution", or run only the items that are/,
		);
		expect((await loop(own)(rows)).status).toBe('success');
		const names = (await scene.sandbox.cards()).map(({ request }) => request.to.name);
		expect(names).toEqual(rows.map(({ name }) => name));
	});

	it('orders no more than Maximum Letters per Run, and says what its rounds have ordered', async () => {
		const { error } = await loop({ options: { maxLettersPerRun: 4 } })(tenRows());
		expect(error?.message).toBe(
			'This run would order 1 letter beside the 4 of earlier rounds, but Maximum Letters per Run is 4. This step ordered nothing. 4 letters were ordered earlier in this execution.',
		);
		expect(await scene.sandbox.letters()).toBe(4);
	});
});

describe('two rows of a run, equal and with other contents', () => {
	it.each([NOTHING, ID])('identified by %s', async (identity, own) => {
		const workflow = await create(own);
		const [ana, bia] = twoRows() as [Item, Item];
		const equal = await run(workflow, [ana, ana]);
		const afterEqual = await scene.sandbox.letters();
		const different = await run(workflow, [bia, ...changed([bia])]);
		const found = [equal.status, afterEqual, different.status, await scene.sandbox.letters()];
		if (identity === NOTHING[0]) {
			expect(found).toEqual(['error', 0, 'success', 2]);
			expect(equal.error?.message).toMatch(/2 items have fields to correct|are the same letter/);
			return;
		}
		expect(found).toEqual(['success', 1, 'error', 1]);
		expect(equal.output(LETTERS).map(({ outcome }) => outcome)).toEqual(['ordered', 'ordered']);
		expect(new Set(equal.output(LETTERS).map(({ id }) => id)).size).toBe(1);
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
