/**
 * 300 letters under every fault of the matrix: each leaves exactly once, and every id comes back
 * in the order of the input. In n8n-core's engine, against the sandbox, over real HTTP.
 */
import type { INodeParameters } from 'n8n-workflow';

import { runActionNode } from '../../support/engine';
import { letterItem, letterParameters } from '../../support/letters';
import { SandboxClient } from '../../support/sandboxClient';

const WANTED = 300;
const items = Array.from({ length: WANTED }, (_none, index) => letterItem(`Ana ${index}`));

interface Case {
	what: string;
	faults?: object[];
	limits?: { limit: number; windowSeconds: number };
	options?: INodeParameters;
}

const cases: Case[] = [
	{ what: 'no fault' },
	{ what: 'a limit of 100 per window', limits: { limit: 100, windowSeconds: 2 } },
	{ what: 'every 50th answered 500', faults: [{ when: { every: 50 }, fault: { status: 500 } }] },
	{ what: 'every 50th accepted and then cut off', faults: [{ when: { every: 50 }, fault: { cut: true } }] },
	{ what: 'every 20th reset before accepting', faults: [{ when: { every: 20 }, fault: { reset: true } }] },
	{
		what: 'every 50th answered after 2 s, with a timeout of 1 s',
		faults: [{ when: { every: 50 }, fault: { delaySeconds: 2 } }],
		options: { timeout: 1 },
	},
	{
		what: 'every 30th a 429 without Retry-After',
		faults: [{ when: { every: 30 }, fault: { status: 429 } }],
	},
	{
		what: 'everything at once',
		limits: { limit: 120, windowSeconds: 2 },
		faults: [
			{ when: { every: 50 }, fault: { status: 503 } },
			{ when: { every: 41 }, fault: { cut: true } },
			{ when: { every: 29 }, fault: { reset: true } },
			{ when: { every: 97 }, fault: { delaySeconds: 2 } },
			{ when: { probability: 0.02, seed: 7 }, fault: { status: 429, retryAfter: 1 } },
		],
		options: { timeout: 1 },
	},
];

describe('300 letters', () => {
	let sandbox: SandboxClient;
	beforeEach(async () => {
		sandbox = await SandboxClient.start();
	});
	afterEach(async () => {
		await sandbox.close();
	});

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

	it.each(cases)('leave once, with $what', async ({ faults, limits, options }) => {
		if (faults) await sandbox.control('PUT', '/faults', { rules: faults });
		if (limits) await sandbox.control('PUT', '/limits', limits);
		await send(options);
		const refused = (await sandbox.requests()).filter(({ status }) => status === 429).length;
		if (!faults) expect(refused).toBeLessThanOrEqual(WANTED / 100);
		if (!faults) return;
		const struck = (await sandbox.requests()).filter(({ fault }) => fault !== null);
		expect(struck.length).toBeGreaterThan(0);
	}, 60_000);

	it('leave once, with a Retry-After of 30 seconds (virtual clock)', async () => {
		await sandbox.control('PUT', '/faults', {
			rules: [{ when: { every: 100 }, fault: { status: 429, retryAfter: 30 } }],
		});
		jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'hrtime', 'performance'] });
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
