/** The example that keeps a ledger of every letter. */
import { ExampleWorkflow } from '../../../tools/n8n/exampleRun';
import type { Execution } from '../../../tools/n8n/execution';
import type { Scene } from '../../../tools/n8n/scene';
import { node, to } from '../../../tools/n8n/scene';
import type { ExampleTests, Stage } from './stage';

const TABLE = 'letter_ledger';

export interface LedgerSettings {
	letters_per_month: number;
	silent_days: number;
	/** What the workflow takes for now. */
	today: string;
}

export interface LedgerOrder {
	external_id: string;
	[field: string]: string;
}

export const ledgerOrder = (external_id: string, changes: Record<string, string> = {}): LedgerOrder => ({
	external_id,
	name: `Ana ${external_id}`,
	street: 'Rua da Bahia, 1148',
	complement: '',
	city: 'Belo Horizonte',
	state: 'MG',
	zip: '30160-011',
	message: `Olá, Ana ${external_id}!`,
	...changes,
});

/** What the user of the example would change in it. */
export const ledgerChanges = (
	orders: LedgerOrder[],
	settings: LedgerSettings,
): Record<string, Record<string, unknown>> => ({
	Settings: { jsonOutput: JSON.stringify(settings) },
	'New Orders': { jsonOutput: JSON.stringify({ orders }) },
});

/** No ledger, as before the first run. */
async function withoutLedger({ client }: Scene): Promise<void> {
	const dataTableId = { __rl: true, mode: 'name', value: TABLE };
	const workflow = await client.createWorkflow({
		name: 'No ledger',
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger', 1, 0, {}),
			node('Delete', 'n8n-nodes-base.dataTable', 1.1, 1, {
				resource: 'table',
				operation: 'delete',
				dataTableId,
			}),
		],
		connections: { Start: to('Delete') },
		settings: { executionOrder: 'v1' },
	});
	// Fails when there is none.
	await client.finished(await client.run(workflow, 'Start'));
}

/** Of each order, what the report says. */
const reported = ({ output }: Execution): Map<string, unknown> =>
	new Map(output('Report').map(({ order, what }) => [String(order), what]));

export const ledgerExamples = (stage: () => Stage): ExampleTests => ({
	'letter-ledger': (name) => {
		const now = new Date().toISOString();
		const normal = { letters_per_month: 200, silent_days: 14, today: now };
		const create = (orders: LedgerOrder[], settings: LedgerSettings = normal): Promise<ExampleWorkflow> =>
			ExampleWorkflow.create(stage().scene, name, { changes: ledgerChanges(orders, settings) });
		const orders = ['L-1', 'L-2', 'L-3'].map((id) => ledgerOrder(id));

		beforeEach(() => withoutLedger(stage().scene));

		it('each order is written down and ordered, and a second run orders nothing twice', async () => {
			const workflow = await create(orders);
			for (let times = 0; times < 2; times += 1) {
				const execution = await workflow.run('Start');
				expect(execution.status).toBe('success');
				expect(Object.fromEntries(reported(execution))).toEqual({
					'L-1': 'On its way',
					'L-2': 'On its way',
					'L-3': 'On its way',
				});
				expect(await stage().externalIds()).toEqual(['L-1', 'L-2', 'L-3']);
			}
			const requests = await stage().scene.sandbox.requests();
			expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(3);
		});

		it('an order that is refused: the report says why, and the others leave', async () => {
			const bad = ledgerOrder('L-4', { zip: '3016011' });
			const { output } = await (await create([bad, ...orders])).run('Start');
			expect(await stage().externalIds()).toEqual(['L-1', 'L-2', 'L-3']);
			expect(output('Report')[0]).toMatchObject({
				what: 'Not ordered',
				order: 'L-4',
				recipient: 'Ana L-4',
				note: expect.stringMatching(/8 digits.*leading zero/) as string,
			});
			expect(output('Report in Numbers')).toEqual([
				{ what: 'Not ordered', count_order: 1 },
				{ what: 'On its way', count_order: 3 },
			]);
		});

		it('the monthly number is reached: no further order leaves, until the next month', async () => {
			const two = { ...normal, letters_per_month: 2 };
			for (let times = 0; times < 2; times += 1) {
				const { output } = await (await create(orders, two)).run('Start');
				expect(await stage().externalIds()).toEqual(['L-1', 'L-2']);
				expect(output('Report')[0]).toMatchObject({
					what: 'Not ordered',
					order: 'L-3',
					note: "This month's limit of letters is reached: 2.",
				});
			}
			const nextMonth = new Date(Date.now() + 32 * 86_400_000).toISOString();
			await (await create(orders, { ...two, today: nextMonth })).run('Start');
			expect(await stage().externalIds()).toEqual(['L-1', 'L-2', 'L-3']);
		});
	},
});
