/** What n8n's own report says of this package's workflows before the upgrade to version 3. */
import { exampleNames, readExample, withCredential } from '../../tools/n8n/examples';
import type { UpgradeReport } from '../../tools/n8n/n8nClient';
import type { Scene } from '../../tools/n8n/scene';
import { inARow, node, traits } from '../../tools/n8n/scene';
import { withScene } from '../support/withScene';

jest.setTimeout(60_000);

const suite = traits.reportsOnVersion3 ? describe : describe.skip;

suite("n8n's report for version 3", () => {
	let scene: Scene;
	withScene((started) => {
		scene = started;
	});

	const rulesOf = (results: UpgradeReport['workflowResults']): string[] =>
		results.map(({ ruleId }) => ruleId);

	it('finds nothing to change in any example', async () => {
		for (const name of await exampleNames()) {
			await scene.client.createWorkflow(withCredential(await readExample(name), scene.credential));
		}
		const { workflowResults } = await scene.client.upgradeReport('v3');
		expect(rulesOf(workflowResults)).toEqual([]);
	});

	it('does not name this package where unverified ones are enabled', async () => {
		const { instanceResults } = await scene.client.upgradeReport('v3');
		expect(rulesOf(instanceResults)).toContain('task-runner-task-timeout-v3');
		expect(rulesOf(instanceResults)).not.toContain('unverified-packages-v3');
	});

	it('would find a call of a sub-workflow once for each item', async () => {
		const call = node('Call', 'n8n-nodes-base.executeWorkflow', 1.2, 0, { mode: 'each' });
		await scene.client.createWorkflow(inARow('Calls another for each item', call));
		const { workflowResults } = await scene.client.upgradeReport('v3');
		expect(rulesOf(workflowResults)).toEqual(['execute-workflow-each-mode-v3']);
	});
});
