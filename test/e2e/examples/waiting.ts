/** The example in which one execution orders a letter and waits until it has arrived. */
import { ExampleWorkflow } from '../../../tools/n8n/exampleRun';
import type { Execution } from '../../../tools/n8n/execution';
import type { Item } from '../../../tools/n8n/scene';
import { until } from '../../../tools/waiting';
import type { ExampleTests, Stage } from './stage';

const ENDS = ['Delivered', 'Returned', 'Time Over'];
const WAIT = 'Wait for the Event';

export const waitingExamples = (stage: () => Stage): ExampleTests => ({
	'wait-until-it-arrives': (name) => {
		let workflow: ExampleWorkflow;

		const create = async (changes: Record<string, Item> = {}): Promise<ExampleWorkflow> => {
			workflow = await ExampleWorkflow.create(stage().scene, name, { changes });
			await workflow.listen('Delivered or Returned');
			return workflow;
		};
		const start = (): Promise<string> => stage().scene.client.run(workflow.workflow, 'Start');
		const waits = (id: string): Promise<unknown> =>
			until('the execution to wait', async () => (await stage().scene.client.status(id)) === 'waiting');
		const advance = async (to: string): Promise<void> => {
			const letter = (await stage().letters()).at(-1);
			await stage().scene.sandbox.control('POST', `/cards/${String(letter?.id)}/advance`, { to });
		};
		const end = (id: string): Promise<Execution> => stage().scene.client.finished(id, { timeoutMs: 120_000 });
		/** Where an execution went in the end. */
		const ended = async ({ status, output }: Execution, ...expected: string[]): Promise<void> => {
			expect(status).toBe('success');
			expect(ENDS.filter((place) => output(place).length > 0)).toEqual(expected);
			expect(await stage().letters()).toHaveLength(1);
		};

		afterEach(() => workflow.deactivate());

		it.each([
			['delivered', 'Delivered'],
			['returned', 'Returned'],
		])('the letter is %s: the execution goes on there, and is forgotten', async (status, place) => {
			await create();
			const id = await start();
			await waits(id);
			await advance(status);
			await ended(await end(id), place);
			expect((await end(id)).output('Forget Its Resume URL')).toHaveLength(1);
		});

		it('n8n is restarted while it waits', async () => {
			await create();
			const id = await start();
			await waits(id);
			await stage().scene.restartN8n();
			await advance('delivered');
			await ended(await end(id), 'Delivered');
		});

		it('the letter has arrived before its execution waits: it does not wait', async () => {
			await create();
			const first = await start();
			await waits(first);
			await advance('delivered');
			await end(first);
			const again = await end(await start());
			await ended(again, 'Delivered');
			expect(again.seconds(WAIT)).toBeUndefined();
		});

		it('the event comes when its execution has looked and does not wait yet: it is called again', async () => {
			await create();
			// The answer is from before the delay.
			const rules = [{ on: { method: 'GET' }, when: { next: 1 }, fault: { delaySeconds: 3 } }];
			await stage().scene.sandbox.control('PUT', '/faults', { rules });
			const id = await start();
			await until('the letter to be looked at', async () => {
				const requests = await stage().scene.sandbox.requests();
				return requests.some(({ method }) => method === 'GET');
			});
			await advance('delivered');
			const execution = await end(id);
			await ended(execution, 'Delivered');
			expect(execution.seconds(WAIT)).toBeDefined();
		});

		it.each([
			['has not arrived', 'queued', 'Time Over'],
			['has arrived', 'delivered', 'Delivered'],
		])(
			'no event comes, the time is over and the letter %s: it looks once more',
			async (_what, status, place) => {
				await create({ [WAIT]: { resumeAmount: 1, resumeUnit: 'seconds' } });
				await workflow.deactivate();
				const id = await start();
				await waits(id);
				if (status !== 'queued') await advance(status);
				await ended(await end(id), place);
			},
		);
	},
});
