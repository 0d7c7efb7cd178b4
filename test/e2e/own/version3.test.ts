/** What n8n's own report says of this package's workflows before the upgrade to version 3. */
import { exampleNames, readExample, withCredential } from '../../../tools/n8n/examples';
import type { Scene } from '../../../tools/n8n/scenes/scene';
import { inARow, node, traits } from '../../../tools/n8n/scenes/scene';
import { withOwnN8n } from '../../support/withScene';

interface UpgradeReport {
	workflowResults: Array<{ ruleId: string }>;
	instanceResults: Array<{ ruleId: string }>;
}

const suite = traits.reportsOnVersion3 ? describe : describe.skip;

suite("n8n's report for version 3", () => {
	let scene: Scene;
	withOwnN8n((started) => {
		scene = started;
	});

	const report = async (): Promise<UpgradeReport> => {
		const path = '/breaking-changes/report?version=v3';
		return (await scene.client.api.call<{ report: UpgradeReport }>('GET', path)).report;
	};
	const rulesOf = (results: UpgradeReport['workflowResults']): string[] =>
		results.map(({ ruleId }) => ruleId);
	/** What it has found already in workflows of other files. */
	let before: string[];
	beforeAll(async () => {
		before = rulesOf((await report()).workflowResults);
	});
	const added = async (): Promise<string[]> =>
		rulesOf((await report()).workflowResults).filter((rule) => !before.includes(rule));

	it('finds nothing to change in any example', async () => {
		for (const name of await exampleNames()) {
			await scene.client.createWorkflow(withCredential(await readExample(name), scene.credential));
		}
		expect(await added()).toEqual([]);
	});

	it('does not name this package where unverified ones are enabled', async () => {
		const { instanceResults } = await report();
		const rules = rulesOf(instanceResults);
		expect(rules).toContain('task-runner-task-timeout-v3');
		expect(rules).not.toContain('unverified-packages-v3');
	});

	it('would find a call of a sub-workflow once for each item', async () => {
		const call = node('Call', 'n8n-nodes-base.executeWorkflow', 1.2, 0, { mode: 'each' });
		await scene.client.createWorkflow(inARow('Calls another for each item', call));
		expect(await added()).toEqual(['execute-workflow-each-mode-v3']);
	});
});
