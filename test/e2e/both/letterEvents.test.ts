/**
 * A letter whose events start the workflow that ordered it, in a real n8n: the sandbox delivers every event
 * of every letter until nothing moves any more, and no letter leaves that nobody wanted.
 */
import { ACTION, TRIGGER, withCredential } from '../../../tools/n8n/examples';
import { calledNode, callOf } from '../../../tools/n8n/letterRun';
import type { Workflow, WorkflowFile, WorkflowNode } from '../../../tools/n8n/n8nClient';
import { startListening } from '../../../tools/n8n/process/listening';
import type { Item, Scene } from '../../../tools/n8n/scenes/scene';
import { inARow, LETTERS, node, traits } from '../../../tools/n8n/scenes/scene';
import { until } from '../../../tools/waiting';
import { letterFields } from '../../support/letters';
import { withScene } from '../../support/withScene';

let scene: Scene;

withScene((started) => {
	scene = started;
});

beforeEach(async () => {
	await scene.reset();
});

const EVENT = 'Letter Event';
const WANTED = 'Wanted';
const EVENTS_OF_ONE_LETTER = 4;
const ORDERED_LETTER = 'pedido-1';

/** A follow-up to the person whose letter the event is about. */
const followUp = {
	...letterFields,
	name: 'Ana',
	addressLine1: 'Rua A, 1',
	city: 'Recife',
	state: 'PE',
	zip: '50030-230',
	message: 'Oi!',
};
const option = { options: { orderOnLetterEvents: true } };

const filter = (operation: string, value: string): WorkflowNode =>
	node(WANTED, 'n8n-nodes-base.filter', 2.2, 1, {
		conditions: {
			options: { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 2 },
			conditions: [
				{
					id: '1',
					leftValue: '={{ $json.data.external_id }}',
					rightValue: value,
					operator: { type: 'string', operation },
				},
			],
			combinator: 'and',
		},
		options: {},
	});

const onEvents = (events = ['*']) => node(EVENT, TRIGGER, 2, 0, { events, options: {} });
const ordersOnEvents = (own: Item, between: WorkflowNode[] = [], events = ['*']): WorkflowFile => {
	const order = node(LETTERS, ACTION, 1, 2, { ...followUp, ...own });
	return inARow('Orders on events', onEvents(events), ...between, order);
};

/** A letter of somebody else's: its events alone start the workflow. */
async function orderByHand(): Promise<void> {
	const to = { name: 'Bia', address_line1: 'Rua B, 2', city: 'Recife', state: 'PE', zip: '50030-230' };
	await scene.sandbox.order({ to, message: 'Oi!', external_id: ORDERED_LETTER }, 'by hand');
}

interface Deliveries {
	deliveries: Array<{ status: string }>;
}

/** Every letter goes its way to the end, and each of its events is delivered and worked off. */
async function untilNothingMoves(workflow: Workflow): Promise<void> {
	const seen = new Set<string>();
	for (;;) {
		const next = (await scene.sandbox.cards()).find(({ id }) => !seen.has(id));
		if (next === undefined) return;
		seen.add(next.id);
		await scene.sandbox.control('POST', `/cards/${next.id}/advance`, { to: 'delivered' });
		await until('all events to be delivered', async () => {
			const { deliveries } = await scene.sandbox.control<Deliveries>('GET', '/deliveries');
			return deliveries.length > 0 && deliveries.every(({ status }) => status !== 'pending');
		});
		await until('all executions to end', async () => {
			const underWay = await scene.client.countExecutions(workflow, ['new', 'running', 'waiting']);
			return underWay === 0;
		});
		// A workflow that orders without end would go on here until the clock of the test does.
		expect(seen.size).toBeLessThan(20);
	}
}

async function run(file: WorkflowFile): Promise<{ workflow: Workflow; ordered: string[] }> {
	const { workflow } = await startListening(scene, file);
	await orderByHand();
	await untilNothingMoves(workflow);
	const ordered = (await scene.sandbox.cards()).flatMap(({ external_id: id }) =>
		id === ORDERED_LETTER ? [] : [id ?? ''],
	);
	await scene.client.deactivate(workflow);
	return { workflow, ordered };
}

it.each([
	['without External IDs', {}],
	['in a batch', { resource: 'batch', externalId: '={{ $json.data.external_id }}-again' }],
])('orders no letter without the option, %s', async (_how, own) => {
	const { workflow, ordered } = await run(ordersOnEvents(own));
	expect(ordered).toEqual([]);
	const executions = await scene.client.executions(workflow);
	expect(executions.length).toBeGreaterThanOrEqual(EVENTS_OF_ONE_LETTER);
	const { error } = await scene.client.execution(executions[0]?.id ?? '');
	expect(error?.message).toMatch(/^The events of this letter would start the workflow again/);
	expect(error?.description).toContain('add the option Order on Letter Events, and put a Filter');
});

it.each([
	[
		'one for each event of the letter that is meant, whatever is in the others',
		{ ...option, externalId: '={{ $json.data.external_id }}-{{ $json.event }}' },
		filter('equals', ORDERED_LETTER),
		['*'],
		['card.created', 'card.written', 'card.shipped', 'card.delivered'].map(
			(event) => `${ORDERED_LETTER}-${event}`,
		),
	],
	[
		'one for the letter, however many events it has',
		{ ...option, externalId: '={{ $json.data.external_id }}-again' },
		filter('notEndsWith', '-again'),
		['*'],
		[`${ORDERED_LETTER}-again`],
	],
	['one for each without an External ID', option, filter('equals', ORDERED_LETTER), ['card.delivered'], ['']],
])('with the option and a Filter orders %s', async (_what, own, between, events, wanted) => {
	const { ordered } = await run(ordersOnEvents(own, [between], events));
	expect(ordered.sort()).toEqual(wanted.sort());
});

const whereItIsTold = traits.tellsWhatStartedCallers ? it : it.skip;

whereItIsTold('orders no letter in a workflow that the one with the trigger calls', async () => {
	const file = inARow('Called by events', calledNode(), node(LETTERS, ACTION, 1, 1, followUp));
	const called = await scene.client.createWorkflow(withCredential(file, scene.credential));
	await scene.client.activate(called);
	const { ordered } = await run(inARow('Calls on events', onEvents(), callOf(called, 'once')));
	expect(ordered).toEqual([]);
	const [execution] = await scene.client.executions(called);
	const { error } = await scene.client.execution(execution?.id ?? '');
	expect(error?.message).toMatch(/^The events of this letter would start the workflow again/);
});
