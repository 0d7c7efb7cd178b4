/**
 * 300 letters under every fault of the matrix: each leaves exactly once, and every id comes back
 * in the order of the input. In n8n-core's engine, against the sandbox, over real HTTP.
 */
import type { INodeParameters } from 'n8n-workflow';

import { faultCases } from '../../support/faultCases';
import { inFastTime, manyLetters, runLetters } from '../../support/letterRuns';
import { withSandbox } from '../../support/withSandbox';

const WANTED = 300;
const items = manyLetters(WANTED);

describe('300 letters', () => {
	const sandbox = withSandbox();

	async function send(options: INodeParameters = {}): Promise<void> {
		const byName = { externalId: '={{ $json.name }}', options };
		const { items: letters, error } = await runLetters(sandbox.credential, byName, { items });
		expect(error).toBeUndefined();
		expect(letters.map(({ external_id: id }) => id)).toEqual(items.map(({ json }) => json.name));
		expect(new Set(letters.map(({ id }) => id)).size).toBe(WANTED);
		expect(await sandbox.letters()).toBe(WANTED);
	}

	it.each(faultCases)('leave once, with $what', async ({ faults, limits, options }) => {
		if (faults) await sandbox.control('PUT', '/faults', { rules: faults });
		if (limits) await sandbox.control('PUT', '/limits', limits);
		await send(options);
		const refused = (await sandbox.requests()).filter(({ status }) => status === 429).length;
		if (!faults) expect(refused).toBeLessThanOrEqual(WANTED / 100);
		if (!faults) return;
		const struck = (await sandbox.requests()).filter(({ fault }) => fault !== null);
		expect(struck.length).toBeGreaterThan(0);
	});

	it('leave once, with a Retry-After of 30 seconds (virtual clock)', async () => {
		await sandbox.control('PUT', '/faults', {
			rules: [{ when: { every: 100 }, fault: { status: 429, retryAfter: 30 } }],
		});
		const { minutes } = await inFastTime(() => send());
		expect(minutes).toBeGreaterThanOrEqual(1.5);
	});
});
