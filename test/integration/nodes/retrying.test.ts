/** "Retry execution" of a run that is stopped again and again: it goes on where the one before was stopped. */
import type { INodeType } from 'n8n-workflow';

import type { NodeResult, NodeSettings } from '../../../tools/engine/engine';
import { runActionNode, startActionNode } from '../../../tools/engine/engine';
import { eventually } from '../../../tools/waiting';
import { manyLetters } from '../../support/letterRuns';
import { letterParameters } from '../../support/letters';
import { withSandbox } from '../../support/withSandbox';

const WANTED = 20;
/** So many requests of each run are answered; then it is stopped. */
const ANSWERED = 9;
const names = manyLetters(WANTED).map(({ json }) => json.name);

const sandbox = withSandbox();

/** Of one execution. */
const settings = (more: Partial<NodeSettings>): NodeSettings => ({
	parameters: { ...letterParameters, externalId: '={{ $json.name }}', options: { maxInFlight: 1 } },
	items: manyLetters(WANTED),
	credential: sandbox.credential,
	executionContext: { version: 1, establishedAt: 1_767_225_600_000, source: 'trigger' },
	...more,
});

/** As the timeout of the workflow does it, where the rate limit lets no more through. */
async function runUntilStopped(more: Partial<NodeSettings>): Promise<NodeResult> {
	const before = (await sandbox.requests()).length;
	const running = startActionNode(settings(more));
	const ended = running.result.then(() => 'ended');
	await eventually(async () => {
		const asked = (await sandbox.requests()).length - before;
		const isOver = (await Promise.race([ended, Promise.resolve()])) === 'ended';
		if (!isOver && asked <= ANSWERED) throw new Error(`${asked} requests in this run`);
	});
	running.cancel();
	return await running.result;
}

/** Retries it until it is no longer stopped, or all letters are ordered: how many are so after each run. */
async function retry(worker: () => Partial<NodeSettings>): Promise<{ counts: number[]; last: NodeResult }> {
	const rules = [{ when: { every: ANSWERED + 1 }, fault: { status: 503, delaySeconds: 3600 } }];
	await sandbox.control('PUT', '/faults', { rules });
	const counts: number[] = [];
	let last = await runUntilStopped(worker());
	while (last.run.status === 'canceled' && counts.length < 60) {
		counts.push(await sandbox.letters());
		if (counts.at(-1) === WANTED) break;
		last = await runUntilStopped({ mode: 'retry', ...worker() });
	}
	await sandbox.control('PUT', '/faults', { rules: [] });
	return { counts, last };
}

/** It knows of no earlier run. */
function anotherWorker(): Partial<NodeSettings> {
	let code: INodeType | undefined;
	jest.isolateModules(() => {
		const path = '../../../nodes/HandwrittenLetters/HandwrittenLetters.node';
		code = new (jest.requireActual<{ HandwrittenLetters: new () => INodeType }>(path).HandwrittenLetters)();
	});
	return { code: () => code as INodeType };
}

const orderedNames = async () => (await sandbox.cards()).map(({ request }) => request.to.name);

it('each retry orders more, until all are ordered, and gives all of them', async () => {
	const { counts, last } = await retry(() => ({}));
	expect(counts[0]).toBe(ANSWERED);
	expect(counts[1]).toBeGreaterThan(ANSWERED);
	expect(counts.at(-1)).toBe(WANTED);
	expect(new Set(await orderedNames()).size).toBe(WANTED);
	const { outputs } = last.run.status === 'success' ? last : await runActionNode(settings({ mode: 'retry' }));
	expect(outputs[0]?.map(({ json }) => [json.external_id, json.outcome])).toEqual(
		names.map((name) => [name, 'ordered']),
	);
});

it('gets on also where each retry runs on another worker, which knows nothing', async () => {
	const { counts } = await retry(anotherWorker);
	expect(counts[0]).toBe(ANSWERED);
	expect(counts[1]).toBeGreaterThan(ANSWERED);
	expect(counts.at(-1)).toBe(WANTED);
	expect((await orderedNames()).sort()).toEqual([...names].sort());
});
