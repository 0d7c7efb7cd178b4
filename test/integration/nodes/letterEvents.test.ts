/** The brake: what the events of a letter have started orders nothing, unless that is wanted. */
import type { IExecutionContext, INodeParameters } from 'n8n-workflow';

import type { NodeSettings } from '../../../tools/engine/engine';
import { ACTION, TRIGGER } from '../../../tools/n8n/examples';
import { goesOn, lettersTo, runLetters } from '../../support/letterRuns';
import { letterItem } from '../../support/letters';
import { withSandbox } from '../../support/withSandbox';

const sandbox = withSandbox();

const allowed: INodeParameters = { options: { orderOnLetterEvents: true } };
const SCHEDULE = 'n8n-nodes-base.scheduleTrigger';
const PROBLEM = 'The events of this letter would start the workflow again, which orders the next letter';

const run = async (parameters: INodeParameters, settings: Partial<NodeSettings>, items = lettersTo('Ana')) =>
	await runLetters(sandbox.credential, parameters, { items, ...settings });

/** Of the run, as n8n 2.40 establishes it. */
const context = (type?: string): Partial<NodeSettings> => ({
	executionContext: {
		version: 1,
		establishedAt: Date.now(),
		source: 'webhook',
		...(type !== undefined && { triggerNode: { name: 'Its Trigger', type } }),
	},
});
/** n8n hands the trigger of the outermost run to called workflows at every depth. */
const calledAfter = (type: string): Partial<NodeSettings> => {
	const called: IExecutionContext = {
		version: 1,
		establishedAt: Date.now(),
		source: 'integrated',
		triggerNode: { name: 'Its Trigger', type },
	};
	return {
		mode: 'integrated',
		executionContext: called,
		parentExecution: { executionId: '7', workflowId: 'caller', executionContext: called },
	};
};

/** A called workflow orders nothing without. */
const named: INodeParameters = { externalId: '={{ $json.name }}' };

const operations: Array<[string, INodeParameters]> = [
	['Letter → Create', named],
	['Letter → Create From Check', { operation: 'createFromCheck' }],
	['Batch → Create', { resource: 'batch', ...named }],
];

describe.each(operations)('%s', (_what, operation) => {
	/** Where it is needed, a letter that was checked where no letter trigger leads. */
	const inputs = async () =>
		operation.operation === undefined
			? lettersTo('Ana')
			: (await run({ ...named, orderingMode: 'check' }, {})).outputs[0];

	it.each<[string, Partial<NodeSettings>]>([
		['that the trigger starts', { letterTrigger: 'starts' }],
		['that n8n says the trigger has started', context(TRIGGER)],
		['of a called workflow', calledAfter(TRIGGER)],
		['that n8n 1 starts, which names no trigger', { ...context(), letterTrigger: 'starts' }],
	])('orders nothing in a run %s', async (_run, settings) => {
		const { error } = await run(operation, settings, await inputs());
		expect(error?.message.startsWith(`${PROBLEM}. This step ordered nothing.`)).toBe(true);
		expect(error?.description).toMatch(
			/add the option Order on Letter Events, and put a Filter on data\.external_id/,
		);
		expect(await sandbox.letters()).toBe(0);
	});

	it.each<[string, Partial<NodeSettings>, INodeParameters]>([
		['with the option', { letterTrigger: 'starts' }, allowed],
		['with the option, in a called workflow', calledAfter(TRIGGER), allowed],
		['after another trigger, while a letter trigger leads here too', { letterTrigger: 'leadsHere' }, {}],
		['after another trigger, as n8n says', { ...context(SCHEDULE), letterTrigger: 'leadsHere' }, {}],
		['after another trigger, on n8n 1', { ...context(), letterTrigger: 'leadsHere' }, {}],
		['after another trigger, in a called workflow', calledAfter(SCHEDULE), {}],
	])('orders %s', async (_run, settings, option) => {
		const { error } = await run({ ...operation, ...option }, settings, await inputs());
		expect(error).toBeUndefined();
		expect(await sandbox.letters()).toBe(1);
	});
});

it('holds behind a node that makes other items, on n8n 1', async () => {
	const { address_line1: addressLine1, ...fields } = letterItem('Ana').json;
	const constants = { ...fields, addressLine1, message: 'Oi' } as INodeParameters;
	const { error } = await run(constants, { ...context(), letterTrigger: 'starts', between: 'paired' });
	expect(error?.message).toBe(`${PROBLEM}. This step ordered nothing.`);
	const other = await run(constants, { ...context(), letterTrigger: 'leadsHere', between: 'paired' });
	expect(other.error).toBeUndefined();
	expect(await sandbox.letters()).toBe(1);
});

it('gives every item back as an error with On Error → Continue', async () => {
	const { items } = await run({}, { ...context(TRIGGER), ...goesOn }, lettersTo('Ana', 'Bia'));
	expect(items.map((json) => [json.outcome, json.error])).toEqual(
		[1, 2].map((number) => ['to_correct', `Item ${number}: ${PROBLEM}. This step ordered nothing.`]),
	);
	expect(await sandbox.letters()).toBe(0);
});

it("holds for an agent's tool", async () => {
	const settings = { ...context(TRIGGER), node: { type: `${ACTION}Tool` } };
	const { error } = await run({ ...named, options: { letAgentsOrder: true } }, settings);
	expect(error?.message).toContain(PROBLEM);
	expect(await sandbox.letters()).toBe(0);
});

it('does not hold for what only reads', async () => {
	const { items, error } = await run(
		{ resource: 'style', operation: 'getMany' },
		{ letterTrigger: 'starts' },
	);
	expect(error).toBeUndefined();
	expect(items.length).toBeGreaterThan(0);
});
