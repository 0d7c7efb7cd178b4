/** Ordering Mode: which runs order, which only check, and that no check sends an order. */
import type { IExecutionContext, INodeParameters, WorkflowExecuteMode } from 'n8n-workflow';

import type { NodeResult, NodeSettings } from '../../../tools/engine/engine';
import { runActionNode } from '../../../tools/engine/engine';
import { ACTION } from '../../../tools/n8n/examples';
import { batch, goesOn, lettersTo } from '../../support/letterRuns';
import { letterFields } from '../../support/letters';
import { withSandbox } from '../../support/withSandbox';

const sandbox = withSandbox();

const run = async (parameters: INodeParameters, settings: Partial<NodeSettings> = {}): Promise<NodeResult> =>
	await runActionNode({
		items: lettersTo('Ana'),
		credential: sandbox.credential,
		...settings,
		parameters: { ...letterFields, ...settings.parameters, ...parameters },
	});
const jsonOf = ({ outputs }: NodeResult) => outputs[0]?.map(({ json }) => json) ?? [];
const said = ({ hints }: NodeResult) => hints.map(({ message }) => message).join('\n');

it.each<[string, INodeParameters, string, number]>([
	['Order orders', { orderingMode: 'order' }, '1 letter ordered', 1],
	[
		'Only check orders nothing',
		{ orderingMode: 'check' },
		'1 letter is fine. Nothing was ordered. Checked against',
		0,
	],
])('%s, and says where', async (_what, parameters, words, letters) => {
	for (const operation of [{}, batch]) {
		const result = await run({ ...parameters, ...operation }, { mode: 'manual' });
		expect(result.error).toBeUndefined();
		expect(said(result)).toContain(words);
		expect(said(result)).toContain(new URL(sandbox.origin).host);
	}
	expect(await sandbox.letters()).toBe(2 * letters);
});

/** One row each of the table in run.ts, and what it follows from. */
describe('Order in production, only check in the editor', () => {
	/** n8n stores no value that is the default: none at all means this mode. */
	const modes: INodeParameters[] = [{}, { orderingMode: 'checkInEditor' }];
	/** How n8n has stored the execution, when it was first run by this. */
	const begun = (source: WorkflowExecuteMode, more: Partial<IExecutionContext> = {}): IExecutionContext => ({
		version: 1,
		establishedAt: Date.now(),
		source,
		...more,
	});
	const calledBy = (executionContext?: IExecutionContext): Partial<NodeSettings> => ({
		mode: 'integrated',
		parentExecution: { executionId: '7', workflowId: 'caller', executionContext },
	});
	const again = (source: WorkflowExecuteMode): Partial<NodeSettings> => ({
		mode: 'retry',
		executionContext: begun(source),
	});
	const tool: Partial<NodeSettings> = {
		node: { type: `${ACTION}Tool` },
		parameters: { options: { letAgentsOrder: true } },
	};
	/** What n8n calls or an agent orders needs one. */
	const named: INodeParameters = { externalId: '={{ $json.name }}' };
	const eachMode = async (settings: Partial<NodeSettings>) => {
		const results: NodeResult[] = [];
		for (const mode of modes) {
			for (const operation of [{}, batch]) {
				results.push(await run({ ...named, ...operation, ...mode }, settings));
			}
		}
		return results;
	};

	it.each<[string, Partial<NodeSettings>]>([
		['a trigger', { mode: 'trigger' }],
		['a webhook', { mode: 'webhook' }],
		['a chat', { mode: 'chat' }],
		['an error', { mode: 'error' }],
		['the command line', { mode: 'cli' }],
		['"Retry execution" of a webhook', again('webhook')],
		['a caller that a webhook began', calledBy(begun('webhook'))],
		['a chat of the chat hub', { mode: 'chat', manualData: { userId: 'u' } }],
		["an agent's schedule", { mode: 'integrated', parentAgentRun: { integrationType: 'task' } }],
		['an agent that may order', { mode: 'chat', ...tool }],
	])('orders when the run began by %s', async (_what, settings) => {
		for (const result of await eachMode(settings)) {
			expect(result.error).toBeUndefined();
			// The second time of a run that is tried again.
			expect(said(result)).toMatch(/^1 letter ordered|had been ordered before/);
		}
		expect(await sandbox.letters()).toBeGreaterThan(0);
	});

	const EDITOR = 'was started in the editor';
	const ASSISTANT = "was started by n8n's assistant";
	const AGENT = 'was started by a person who tries out an agent';
	const assistant = { manualData: { userId: 'u', source: 'instance_ai' } };
	it.each<[string, Partial<NodeSettings>, string]>([
		['"Execute step"', { mode: 'manual' }, EDITOR],
		['the test URL of a webhook', { mode: 'manual', manualData: { userId: 'u' } }, EDITOR],
		['an evaluation', { mode: 'evaluation' }, 'is an evaluation'],
		['"Retry execution" of "Execute step"', again('manual'), EDITOR],
		['a caller in the editor', calledBy(begun('manual')), EDITOR],
		['the assistant, as a webhook', { mode: 'webhook', ...assistant }, ASSISTANT],
		['the assistant, as a trigger', { mode: 'trigger', ...assistant }, ASSISTANT],
		['the assistant, as a chat', { mode: 'chat', ...assistant }, ASSISTANT],
		['"Retry execution" of the assistant', { ...again('webhook'), ...assistant }, ASSISTANT],
		["a draft agent's chat", { mode: 'manual', parentAgentRun: { userId: 'u' } }, AGENT],
		[
			"a draft agent's Run now",
			{ mode: 'manual', parentAgentRun: { userId: 'u', integrationType: 'n8n_chat' } },
			AGENT,
		],
		['an agent that may order, in the editor', { mode: 'manual', ...tool }, EDITOR],
	])('only checks when the run began by %s, and says why', async (_what, settings, because) => {
		for (const result of await eachMode(settings)) {
			expect(jsonOf(result)).toMatchObject([{ outcome: 'fine', problems: [] }]);
			const why = `Only checked, because this run ${because}. To order, publish the workflow.`;
			expect(said(result)).toMatch(new RegExp(`^${why} 1 letter is fine\\. Nothing was ordered\\.`));
			const told = settings.node === undefined ? [] : [`Nothing was ordered. ${why}`];
			expect(jsonOf(result)[0]?.warnings).toEqual(told);
		}
		expect(await sandbox.letters()).toBe(0);
	});

	const UNKNOWN =
		'Cannot tell whether this is a production run: set Ordering Mode to Always order or Never order, only check. This step ordered nothing.';
	// Advice to order at once would order again what has no External ID.
	const LOST =
		'Cannot tell how the run that is retried began: run the workflow again instead. This step ordered nothing.';
	const twoDeep = calledBy(begun('integrated', { parentExecutionId: '6' }));
	it.each<[string, Partial<NodeSettings>, string]>([
		['two calls deep', twoDeep, UNKNOWN],
		['a retry two calls deep', { ...twoDeep, ...again('integrated') }, UNKNOWN],
		['called by nobody that n8n names', { mode: 'integrated' }, UNKNOWN],
		['called by a run whose source n8n does not name', calledBy(), UNKNOWN],
		['an agent that a workflow asks', { mode: 'integrated', parentAgentRun: {} }, UNKNOWN],
		[
			'an agent that a chat service asks',
			{ mode: 'integrated', parentAgentRun: { integrationType: 'slack' } },
			UNKNOWN,
		],
		['a retry whose first run n8n does not know', { mode: 'retry' }, LOST],
		['n8n itself, for no agent', { mode: 'internal' }, UNKNOWN],
	])('fails when it cannot be known: %s', async (_what, settings, said) => {
		for (const { error } of await eachMode(settings)) expect(error?.message).toBe(said);
		expect(await sandbox.requests()).toEqual([]);
	});
});

describe('before Create From Check, which orders what was checked', () => {
	const early = 'Create From Check comes after this node, so this node must not order before it';
	const advice =
		'Set the Ordering Mode of this node to Never order, only check; if it is to order, to Always order.';

	it('a published workflow orders nothing, and a check in the editor says so', async () => {
		for (const operation of [{}, batch]) {
			const published = await run(operation, { fromCheck: 'behind' });
			expect(published.error?.message).toBe(`${early}. This step ordered nothing.`);
			expect(published.error?.description).toBe(advice);
			const checked = await run(operation, { fromCheck: 'behind', mode: 'manual' });
			expect(said(checked)).toContain(`was started in the editor. ${early}. ${advice} 1 letter is fine.`);
		}
		expect(await sandbox.letters()).toBe(0);
	});

	it.each<[string, INodeParameters, NodeSettings['fromCheck'], number]>([
		['in the mode that only checks: Create From Check orders', { orderingMode: 'check' }, 'behind', 1],
		['in the mode that always orders', { orderingMode: 'order' }, 'behind', 1],
		['where that is disabled', {}, 'disabled', 1],
		['where another node checks for it', {}, 'behindAnotherToo', 1],
		['where it is that itself', { operation: 'createFromCheck' }, 'behind', 0],
	])('does what its mode says %s', async (_what, parameters, fromCheck, letters) => {
		const { error } = await run(parameters, { fromCheck });
		expect(error?.message ?? '').not.toContain(early);
		expect(await sandbox.letters()).toBe(letters);
	});
});

it.each<[string, INodeParameters]>([
	['id', {}],
	['batch_id', batch],
])('a checked item has the fields of an ordered one, empty: %s', async (id, operation) => {
	const [checked] = jsonOf(await run({ ...operation, orderingMode: 'check' }));
	const [ordered] = jsonOf(await run({ ...operation, orderingMode: 'order' }));
	const { idempotency_key: key, account, outcome, problems, warnings, ...resource } = ordered ?? {};
	expect(key).toBeDefined();
	expect(checked?.account).toBe(account);
	expect([outcome, problems, warnings]).toEqual(['ordered', [], []]);
	expect(checked).toMatchObject({ outcome: 'fine', problems: [], warnings: [] });
	expect(checked).toMatchObject(Object.fromEntries(Object.keys(resource).map((field) => [field, null])));
	expect(Object.keys(resource)).toContain(id);
});

describe('a mode that is none of the three, as it is stored', () => {
	it.each<[unknown]>([[''], ['Order'], [true], ['={{ "order" }}'], ["={{ $fromAI('mode') }}"]])(
		'is refused, and n8n evaluates nothing: %j',
		async (orderingMode) => {
			for (const operation of [{}, batch]) {
				const { error } = await run({ orderingMode, ...operation } as INodeParameters);
				expect(error?.message).toBe(
					'Ordering Mode must be checkInEditor, order or check. This step ordered nothing.',
				);
			}
			expect(await sandbox.requests()).toEqual([]);
		},
	);

	it('gives every item as an error with On Error → Continue', async () => {
		const { outputs } = await run({ orderingMode: 'x' }, { items: lettersTo('Ana', 'Bia'), ...goesOn });
		expect(outputs[0]?.map(({ json }) => json.error)).toEqual(
			[1, 2].map((number) => expect.stringContaining(`Item ${number}: Ordering Mode must be`) as string),
		);
	});
});

/** A caller's retry or the next call of a model would order it again. */
describe('a letter without an External ID, where n8n does not tell which run this is', () => {
	const byWebhook: IExecutionContext = { version: 1, establishedAt: 5, source: 'webhook' };
	const called: Partial<NodeSettings> = {
		mode: 'integrated',
		executionContext: { version: 1, establishedAt: 7, source: 'integrated' },
		parentExecution: { executionId: '7', workflowId: 'caller', executionContext: byWebhook },
	};
	const byAgent: Partial<NodeSettings> = {
		executionContext: byWebhook,
		parentAgentRun: { runId: 'r', integrationType: 'task' },
	};

	it.each<[string, Partial<NodeSettings>]>([
		['a called workflow', called],
		['a workflow that an agent calls', byAgent],
	])('is refused in %s, which orders it with one', async (_what, settings) => {
		for (const mode of ['order', 'checkInEditor']) {
			for (const operation of [{}, batch]) {
				const { error } = await run({ ...operation, orderingMode: mode }, settings);
				expect(error?.message).toMatch(/^Item 1: External ID is needed here: n8n does not say which run/);
			}
		}
		expect(await sandbox.requests()).toEqual([]);
		const { error } = await run({ externalId: '={{ $json.name }}' }, settings);
		expect(error).toBeUndefined();
		const own = await run({ options: { idempotencyKey: '={{ $json.name }}' } }, settings);
		expect(own.error).toBeUndefined();
		expect(await sandbox.letters()).toBe(2);
	});

	it('is to be corrected in a check of what would order, and not where nothing ever does', async () => {
		const inEditor = { ...called, parentExecution: { executionId: '7', workflowId: 'caller' } };
		const manual = { ...byWebhook, source: 'manual' as const };
		const settings = {
			...inEditor,
			parentExecution: { ...inEditor.parentExecution, executionContext: manual },
		};
		const checked = jsonOf(await run({ orderingMode: 'checkInEditor' }, settings));
		expect(checked).toMatchObject([{ outcome: 'to_correct' }]);
		const only = jsonOf(await run({ orderingMode: 'check' }, settings));
		expect(only).toMatchObject([{ outcome: 'fine', idempotency_key: null }]);
	});
});
