import { ExampleWorkflow } from '../../../tools/n8n/exampleRun';
import type { ExecutionSummary } from '../../../tools/n8n/execution';
import type { Scene } from '../../../tools/n8n/scene';

/** Newest first, as n8n lists them; each call of `executions` answers with the next list. */
function sceneWith(lists: string[][]): Scene {
	const client = {
		createWorkflow: () => Promise.resolve({ id: 'w', name: 'Example', versionId: '1' }),
		executions: () =>
			Promise.resolve(
				(lists.length > 1 ? lists.shift() : lists[0])?.map((id): ExecutionSummary => ({
					id,
					status: 'running',
					mode: 'trigger',
				})),
			),
		retry: () => Promise.resolve('2'),
		finished: (id: string) => Promise.resolve({ id }),
	};
	return { client, credential: { id: 'c', name: 'C', type: 'handwrittenLettersApi' } } as unknown as Scene;
}

it('does not mistake the execution of a retry for a new one that n8n has not listed yet', async () => {
	const scene = sceneWith([['1'], ['2', '1'], ['3', '2', '1']]);
	const workflow = await ExampleWorkflow.create(scene, 'send-three-letters');
	expect(await workflow.started()).toBe('1');
	expect(await workflow.retry('1')).toEqual({ id: '2' });
	expect(await workflow.started()).toBe('3');
});
