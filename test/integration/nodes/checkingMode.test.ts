/** Ordering Mode: which runs order, which only check, and that no check sends an order. */
import type {
	IExecutionContext,
	INodeExecutionData,
	INodeParameters,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import type { NodeResult, NodeSettings } from '../../../tools/engine/engine';
import { runActionNode } from '../../../tools/engine/engine';
import { letterItem, letterParameters } from '../../support/letters';
import { withSandbox } from '../../support/withSandbox';

const sandbox = withSandbox();

const run = async (parameters: INodeParameters, settings: Partial<NodeSettings> = {}): Promise<NodeResult> =>
	await runActionNode({
		parameters: { ...letterParameters, ...parameters },
		items: [letterItem('Ana')],
		credential: sandbox.credential,
		...settings,
	});
const batch = { operation: 'create', resource: 'batch' };
const posts = async (): Promise<number> =>
	(await sandbox.requests()).filter(({ method }) => method === 'POST').length;
const jsonOf = ({ outputs }: NodeResult) => outputs[0]?.map(({ json }) => json) ?? [];
const said = ({ hints }: NodeResult) => hints.map(({ message }) => message).join('\n');

it.each<[string, INodeParameters]>([
	['a workflow saved before the mode existed', {}],
	['Order', { orderingMode: 'order' }],
	['an expression that gives Order', { orderingMode: '={{ "or" + "der" }}' }],
])('%s orders, and says where', async (_what, parameters) => {
	for (const operation of [{}, batch]) {
		const result = await run({ ...parameters, ...operation });
		expect(result.error).toBeUndefined();
		expect(said(result)).toContain(`1 letter ordered`);
		expect(said(result)).toContain(`at ${new URL(sandbox.origin).host}`);
	}
	expect(await sandbox.letters()).toBe(2);
});

it('Only check orders nothing, and says where it would have', async () => {
	for (const operation of [{}, batch]) {
		const result = await run({ orderingMode: 'check', ...operation });
		expect(jsonOf(result)).toMatchObject([{ ok: true, problems: [] }]);
		expect(said(result)).toBe(
			`1 letter is fine. Nothing was sent. Checked against ${new URL(sandbox.origin).host}.`,
		);
	}
	expect(await sandbox.requests()).toEqual([]);
});

describe('Order in production, only check in the editor', () => {
	const mode = { orderingMode: 'checkInEditor' };
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

	it.each<[string, Partial<NodeSettings>]>([
		['a trigger', { mode: 'trigger' }],
		['a webhook', { mode: 'webhook' }],
		['an error', { mode: 'error' }],
		['the command line', { mode: 'cli' }],
		['"Retry execution" of a webhook', { mode: 'retry', executionContext: begun('webhook') }],
		['a caller that a webhook began', calledBy(begun('webhook'))],
	])('orders when the run began by %s', async (_what, settings) => {
		for (const operation of [{}, batch]) {
			const result = await run({ ...mode, ...operation }, settings);
			expect(result.error).toBeUndefined();
		}
		expect(await sandbox.letters()).toBe(2);
	});

	it.each<[string, Partial<NodeSettings>]>([
		['"Execute step"', { mode: 'manual' }],
		['a chat', { mode: 'chat' }],
		['an evaluation', { mode: 'evaluation' }],
		['n8n itself', { mode: 'internal' }],
		['a retry whose first run n8n does not know', { mode: 'retry' }],
		['"Retry execution" of "Execute step"', { mode: 'retry', executionContext: begun('manual') }],
		['a caller in the editor', calledBy(begun('manual'))],
	])('only checks when the run began by %s, and says why', async (_what, settings) => {
		for (const operation of [{}, batch]) {
			const result = await run({ ...mode, ...operation }, settings);
			expect(jsonOf(result)).toMatchObject([{ ok: true, problems: [] }]);
			expect(said(result)).toContain('Nothing was sent, because this run did not begin in production.');
		}
		expect(await sandbox.requests()).toEqual([]);
	});

	it.each<[string, Partial<NodeSettings>]>([
		['two calls deep', calledBy(begun('integrated', { parentExecutionId: '6' }))],
		['called by nobody that n8n names', { mode: 'integrated' }],
		['called by a run whose source n8n does not name', calledBy()],
	])('fails when it cannot be known: %s', async (_what, settings) => {
		for (const operation of [{}, batch]) {
			const { error } = await run({ ...mode, ...operation }, settings);
			expect(error?.message).toBe(
				'Ordering Mode cannot be applied: n8n does not say whether this run began in production. Nothing was sent.',
			);
		}
		expect(await sandbox.requests()).toEqual([]);
	});
});

describe('a mode that cannot be followed', () => {
	const items = ['Ana', 'Bia', 'Caio'].map((name) => letterItem(name));

	it.each<[string, string, string]>([
		['nothing', '={{ "" }}', 'row 1 says nothing'],
		['what is not there', '={{ $json.mode }}', 'row 1 says nothing'],
		['another word', '={{ "Order" }}', 'row 1 says "Order"'],
		['no word', '={{ true }}', 'row 1 says true'],
		['a wrong word in one row', '={{ $json.name === "Bia" ? "orders" : "order" }}', 'row 2 says "orders"'],
	])('is refused: %s', async (_what, orderingMode, said) => {
		for (const operation of [{}, batch]) {
			const { error } = await run({ orderingMode, ...operation }, { items });
			expect(error?.message).toBe(
				`Ordering Mode must be order, checkInEditor or check, but ${said}. Nothing was sent.`,
			);
		}
		expect(await sandbox.requests()).toEqual([]);
	});

	it('is refused when the rows disagree, also with On Error → Continue', async () => {
		const orderingMode = '={{ $json.name === "Caio" ? "order" : "check" }}';
		const words = 'Ordering Mode is not the same for all rows: row 1 says "check", row 3 says "order"';
		const { error } = await run({ orderingMode }, { items });
		expect(error?.message).toBe(`${words}. Nothing was sent.`);
		const continued = await run({ orderingMode }, { items, node: { onError: 'continueRegularOutput' } });
		expect(jsonOf(continued).map((json) => json.error)).toEqual(
			[1, 2, 3].map((row) => `Row ${row}: ${words}. Nothing was sent.`),
		);
		expect(await sandbox.requests()).toEqual([]);
	});

	it('is decided by an expression on every row', async () => {
		const marked: INodeExecutionData[] = items.map(({ json }) => ({ json: { ...json, mode: 'check' } }));
		expect(jsonOf(await run({ orderingMode: '={{ $json.mode }}' }, { items: marked }))).toHaveLength(3);
		expect(await posts()).toBe(0);
	});
});
