/**
 * 300 letters under every fault of the matrix: each leaves exactly once, and every id comes back
 * in the order of the input. In n8n-core's engine, against the sandbox, over real HTTP.
 */
import type { INodeParameters } from 'n8n-workflow';

import { runActionNode } from '../../../tools/engine/engine';
import { faultCases } from '../../support/faultCases';
import { letterItem, letterParameters } from '../../support/letters';
import { withSandbox } from '../../support/withSandbox';

const WANTED = 300;
const items = Array.from({ length: WANTED }, (_none, index) => letterItem(`Ana ${index}`));

describe('300 letters', () => {
	const sandbox = withSandbox();

	async function send(options: INodeParameters = {}): Promise<void> {
		const { outputs, error } = await runActionNode({
			parameters: { ...letterParameters, externalId: '={{ $json.name }}', options },
			items,
			credential: sandbox.credential,
		});
		expect(error).toBeUndefined();
		const output = outputs[0] ?? [];
		expect(output.map(({ json }) => json.external_id)).toEqual(items.map(({ json }) => json.name));
		expect(new Set(output.map(({ json }) => json.id)).size).toBe(WANTED);
		expect(await sandbox.letters()).toBe(WANTED);
	}

	it.each(faultCases)(
		'leave once, with $what',
		async ({ faults, limits, options }) => {
			if (faults) await sandbox.control('PUT', '/faults', { rules: faults });
			if (limits) await sandbox.control('PUT', '/limits', limits);
			await send(options);
			const refused = (await sandbox.requests()).filter(({ status }) => status === 429).length;
			if (!faults) expect(refused).toBeLessThanOrEqual(WANTED / 100);
			if (!faults) return;
			const struck = (await sandbox.requests()).filter(({ fault }) => fault !== null);
			expect(struck.length).toBeGreaterThan(0);
		},
		60_000,
	);

	it('leave once, with a Retry-After of 30 seconds (virtual clock)', async () => {
		await sandbox.control('PUT', '/faults', {
			rules: [{ when: { every: 100 }, fault: { status: 429, retryAfter: 30 } }],
		});
		jest.useFakeTimers({
			doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'hrtime', 'performance'],
		});
		try {
			const startedAt = Date.now();
			const progress = { done: false };
			const sending = send().finally(() => (progress.done = true));
			while (!progress.done) {
				await jest.advanceTimersByTimeAsync(100);
				await new Promise((resolve) => setImmediate(resolve));
			}
			await sending;
			expect(Date.now() - startedAt).toBeGreaterThanOrEqual(3 * 30_000);
		} finally {
			jest.useRealTimers();
		}
	}, 60_000);
});
