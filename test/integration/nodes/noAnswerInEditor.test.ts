/** In the editor, a run that has had no answer at all ends after 30 seconds. */
import type { WorkflowExecuteMode } from 'n8n-workflow';

import { runActionNode } from '../../../tools/engine/engine';
import { letterItem, letterParameters } from '../../support/letters';
import { credentialFor } from '../../support/peers/scriptedService';

const NOBODY_LISTENS = 'http://127.0.0.1:1/v1';

/** In the time of the node, which runs ahead of the real one: how many minutes the run took. */
async function minutesOf(mode: WorkflowExecuteMode): Promise<number> {
	jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'hrtime', 'performance'] });
	try {
		const start = Date.now();
		const progress = { done: false };
		const run = runActionNode({
			parameters: letterParameters,
			items: [letterItem('Ana')],
			credential: credentialFor(NOBODY_LISTENS),
			mode,
		}).finally(() => (progress.done = true));
		while (!progress.done) {
			await jest.advanceTimersByTimeAsync(500);
			await new Promise((resolve) => setImmediate(resolve));
		}
		const { error } = await run;
		expect(`${error?.message ?? ''} ${error?.description ?? ''}`).toContain('nothing listens');
		return (Date.now() - start) / 60_000;
	} finally {
		jest.useRealTimers();
	}
}

it('ends within a minute in the editor, also with Ordering Mode Order', async () => {
	expect(await minutesOf('manual')).toBeLessThan(1);
});

it('goes on until the deadline in production', async () => {
	expect(await minutesOf('trigger')).toBeGreaterThan(5);
});
