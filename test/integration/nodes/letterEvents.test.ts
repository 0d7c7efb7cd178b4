/** The brake: what the events of a letter have started orders nothing, unless that is wanted. */
import type { IExecutionContext, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { NodeResult, NodeSettings } from '../../../tools/engine/engine';
import { runActionNode } from '../../../tools/engine/engine';
import { ACTION, TRIGGER } from '../../../tools/n8n/examples';
import { letterItem, letterParameters } from '../../support/letters';
import { withSandbox } from '../../support/withSandbox';

const sandbox = withSandbox();

const allowed: INodeParameters = { options: { orderOnLetterEvents: true } };
const SCHEDULE = 'n8n-nodes-base.scheduleTrigger';
const PROBLEM = 'The events of this letter would start the workflow again, which orders the next letter';

const run = async (
	parameters: INodeParameters,
	settings: Partial<NodeSettings>,
	items = [letterItem('Ana')],
): Promise<NodeResult> =>
	await runActionNode({
		items,
		credential: sandbox.credential,
		...settings,
		parameters: { ...letterParameters, ...parameters },
	});
const itemsOf = ({ outputs }: NodeResult): INodeExecutionData[] => outputs[0] ?? [];
const posts = async (): Promise<number> =>
	(await sandbox.requests()).filter(({ method }) => method === 'POST').length;

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

/** A letter that was checked where no letter trigger leads. */
async function checked(): Promise<INodeExecutionData[]> {
	return itemsOf(await run({ orderingMode: 'check' }, {}));
}

const operations: Array<[string, INodeParameters]> = [
	['Letter → Create', {}],
	['Letter → Create From Check', { operation: 'createFromCheck' }],
	['Batch → Create', { resource: 'batch' }],
];

describe.each(operations)('%s', (_what, operation) => {
	const inputs = async () => (operation.operation === undefined ? [letterItem('Ana')] : await checked());

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
		expect(await posts()).toBe(0);
	});

	it.each<[string, Partial<NodeSettings>]>([
		['with the option', { letterTrigger: 'starts' }],
		['with the option, in a called workflow', calledAfter(TRIGGER)],
	])('orders %s', async (_run, settings) => {
		const { error } = await run({ ...operation, ...allowed }, settings, await inputs());
		expect(error).toBeUndefined();
		expect(await sandbox.letters()).toBe(1);
	});

	it.each<[string, Partial<NodeSettings>]>([
		['by another trigger, while a letter trigger leads here too', { letterTrigger: 'leadsHere' }],
		['by another trigger, as n8n says', { ...context(SCHEDULE), letterTrigger: 'leadsHere' }],
		['by another trigger, on n8n 1', { ...context(), letterTrigger: 'leadsHere' }],
		['by another trigger, in a called workflow', calledAfter(SCHEDULE)],
	])('orders in a run that was started %s', async (_run, settings) => {
		const { error } = await run(operation, settings, await inputs());
		expect(error).toBeUndefined();
		expect(await sandbox.letters()).toBe(1);
	});

	const problem = [expect.stringContaining(PROBLEM)];
	it.each<[string, Partial<NodeSettings>, unknown[]]>([
		['in a run that the trigger starts', { letterTrigger: 'starts' }, problem],
		['in a workflow that such a run calls', calledAfter(TRIGGER), problem],
		['where a letter trigger leads here', { letterTrigger: 'leadsHere' }, problem],
		['not where it is disabled', { letterTrigger: 'leadsHereDisabled' }, []],
		['not where it leads elsewhere', { letterTrigger: 'leadsElsewhere' }, []],
		['not where there is none', {}, []],
	])('is reported by a check: %s', async (_run, settings, problems) => {
		const check = { ...operation, orderingMode: 'check' };
		const items = await inputs();
		const result = await run(check, settings, items);
		const outcome = problems.length === 0 ? 'fine' : 'not_ordered';
		expect(itemsOf(result).map(({ json }) => [json.outcome, json.problems])).toEqual([[outcome, problems]]);
		if (problems.length > 0) {
			expect(itemsOf(result)[0]?.json.code).toBeNull();
			expect(result.hints).toMatchObject([
				{ type: 'warning', message: expect.stringContaining(PROBLEM) as string },
			]);
		}
		const meant = await run({ ...check, ...allowed }, settings, items);
		expect(itemsOf(meant).map(({ json }) => json.outcome)).toEqual(['fine']);
		expect(await posts()).toBe(0);
	});
});

it('holds behind a node that makes other items, on n8n 1', async () => {
	const { address_line1: addressLine1, ...fields } = letterItem('Ana').json;
	const constants = { ...fields, addressLine1, message: 'Oi' } as INodeParameters;
	const { error } = await run(constants, { ...context(), letterTrigger: 'starts', between: 'paired' });
	expect(error?.message).toBe(`${PROBLEM}. This step ordered nothing.`);
	const other = await run(constants, { ...context(), letterTrigger: 'leadsHere', between: 'paired' });
	expect(other.error).toBeUndefined();
	expect(await posts()).toBe(1);
});

it('gives every item back as an error with On Error → Continue', async () => {
	const people = [letterItem('Ana'), letterItem('Bia')];
	const settings = { ...context(TRIGGER), node: { onError: 'continueRegularOutput' as const } };
	const result = await run({}, settings, people);
	expect(itemsOf(result).map(({ json }) => [json.outcome, json.error])).toEqual(
		[1, 2].map((number) => ['to_correct', `Item ${number}: ${PROBLEM}. This step ordered nothing.`]),
	);
	expect(await posts()).toBe(0);
});

it("holds for an agent's tool", async () => {
	const settings = { ...context(TRIGGER), node: { type: `${ACTION}Tool` } };
	const { error } = await run({ options: { letAgentsOrder: true } }, settings);
	expect(error?.message).toContain(PROBLEM);
	expect(await posts()).toBe(0);
});

it('does not hold for what only reads', async () => {
	const result = await run({ resource: 'style', operation: 'getMany' }, { letterTrigger: 'starts' });
	expect(result.error).toBeUndefined();
	expect(itemsOf(result).length).toBeGreaterThan(0);
});
