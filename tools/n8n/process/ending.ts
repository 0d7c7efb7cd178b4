/** The end of workflows in an n8n that goes on running. */
import { until } from '../../waiting';
import { UNDER_WAY } from '../execution';
import type { N8nClient, Workflow } from '../n8nClient';

/** Nothing starts what was made through the client any more, and what had been started is stopped. */
export async function endWorkflows(client: N8nClient): Promise<void> {
	await Promise.all(client.created.map((workflow) => endWorkflow(client, workflow)));
}

async function endWorkflow(client: N8nClient, workflow: Workflow): Promise<void> {
	const { active } = await client.api.call<{ active: boolean }>('GET', `/workflows/${workflow.id}`);
	if (active) await client.deactivate(workflow);
	await until(`the executions of "${workflow.name}" to end`, async () => {
		if ((await client.countExecutions(workflow, UNDER_WAY)) === 0) return true;
		const left = (await client.executions(workflow)).filter(({ status }) => UNDER_WAY.includes(status));
		// One may end by itself meanwhile.
		await Promise.all(left.map(({ id }) => client.cancel(id).catch(() => undefined)));
		return false;
	});
}
