/** What n8n's own report says of this package's workflows before the upgrade to version 3. */
import { exampleNames, readExample, withCredential } from '../../../tools/n8n/examples';
import type { Workflow } from '../../../tools/n8n/n8nClient';
import type { Scene } from '../../../tools/n8n/scenes/scene';
import { inARow, node, traits } from '../../../tools/n8n/scenes/scene';
import { withScene } from '../../support/withScene';

interface UpgradeReport {
	workflowResults: Array<{ ruleId: string; affectedWorkflows: Array<{ id: string }> }>;
	instanceResults: Array<{ ruleId: string }>;
}

const suite = traits.reportsOnVersion3 ? describe : describe.skip;

suite("n8n's report for version 3", () => {
	let scene: Scene;
	withScene((started) => {
		scene = started;
	});

	const report = async (): Promise<UpgradeReport> => {
		const path = '/breaking-changes/report?version=v3';
		return (await scene.client.api.call<{ report: UpgradeReport }>('GET', path)).report;
	};
	/** What it finds in these workflows; n8n has others too. */
	const rulesOf = async (workflows: Workflow[]): Promise<string[]> => {
		const ids = workflows.map(({ id }) => id);
		const { workflowResults } = await report();
		const found = workflowResults.filter(({ affectedWorkflows }) =>
			affectedWorkflows.some(({ id }) => ids.includes(id)),
		);
		return found.map(({ ruleId }) => ruleId);
	};

	it('finds nothing to change in any example', async () => {
		const examples = [];
		for (const name of await exampleNames()) {
			const file = withCredential(await readExample(name), scene.credential);
			examples.push(await scene.client.createWorkflow(file));
		}
		expect(await rulesOf(examples)).toEqual([]);
	});

	it('does not name this package where unverified ones are enabled', async () => {
		const { instanceResults } = await report();
		const rules = instanceResults.map(({ ruleId }) => ruleId);
		expect(rules).toContain('task-runner-task-timeout-v3');
		expect(rules).not.toContain('unverified-packages-v3');
	});

	it('would find a call of a sub-workflow once for each item', async () => {
		const call = node('Call', 'n8n-nodes-base.executeWorkflow', 1.2, 0, { mode: 'each' });
		const calling = await scene.client.createWorkflow(inARow('Calls another for each item', call));
		expect(await rulesOf([calling])).toEqual(['execute-workflow-each-mode-v3']);
	});
});
