/** A run that is cancelled or timed out: it ends at once, and what it leaves can be retried. */
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { INode, INodeParameters } from 'n8n-workflow';

import type { NodeResult } from '../../../tools/engine/engine';
import { runActionNode, startActionNode } from '../../../tools/engine/engine';
import { lettersTo } from '../../support/letterRuns';
import { letterParameters } from '../../support/letters';
import { card, withService } from '../../support/peers/scriptedService';

const service = withService();
const created = { status: 201, body: card('crd_1') };

beforeEach(async () => {
	await service.answers([created, { status: 429, headers: { 'Retry-After': '60' } }]);
});

/** Cancelled while the second of three letters waits. */
async function cancelledRun(
	node: Partial<INode> = {},
	options: INodeParameters = {},
	more: INodeParameters = {},
): Promise<NodeResult> {
	const running = startActionNode({
		parameters: { ...letterParameters, options: { maxInFlight: 1, ...options }, ...more },
		items: lettersTo('Ana', 'Bia', 'Caio'),
		credential: service.credential,
		node,
	});
	while (service.received.length < 2) await new Promise((resolve) => setImmediate(resolve));
	running.cancel();
	return await running.result;
}

it('writes the ids to n8n’s log, but no name, address or text', async () => {
	const warn = jest.spyOn(Container.get(Logger), 'warn');
	await cancelledRun();
	const said = warn.mock.calls.flat();
	warn.mockRestore();
	expect(said).toEqual([expect.stringContaining('(item 1: crd_1)')]);
	expect(JSON.stringify(said)).not.toMatch(/Ana|Laranjeiras|22240|Oi |[0-9a-f]{32}/);
});

/** n8n 2.40 keeps no output of such a run. */
it('writes the ids to n8n’s log also where a later node runs when it is cancelled, and else not', async () => {
	const warn = jest.spyOn(Container.get(Logger), 'warn');
	await service.answers([created]);
	const settings = { parameters: letterParameters, items: lettersTo('Ana'), credential: service.credential };
	await runActionNode({ ...settings, behind: 'cancelled' });
	await runActionNode(settings);
	const said = warn.mock.calls.flat();
	warn.mockRestore();
	expect(said).toEqual([
		expect.stringMatching(
			/^The execution was canceled \(execution engine-1, node "Letters"\)\. 1 letter was already created \(item 1: crd_1\)/,
		),
	]);
});

it.each([
	['names the ids', {}],
	['also those of items that fail because they were ordered before', { ifAlreadyOrdered: 'fail' }],
])('ends at once, %s, and stays on n8n’s stack for "Retry execution"', async (_what, options) => {
	const { error, run, data } = await cancelledRun({}, options);
	expect(run.status).toBe('canceled');
	expect(error?.message).toBe('The execution was canceled');
	expect(error?.description).toContain('2 letters had no ID when the run ended.');
	expect(error?.description).toContain('1 letter was already created (item 1: crd_1)');
	expect(data.executionData?.nodeExecutionStack.map(({ node }) => node.name)).toEqual(['Letters']);
	expect(service.received).toHaveLength(2);
});

it.each<[string, INodeParameters, string]>([
	['with', { externalId: '={{ $json.name }}' }, 'Run the workflow again: it returns these'],
	[
		'without',
		{},
		"n8n's editor does not retry such a run, and a new run orders letters without an External ID",
	],
])('says what a new run comes to, %s External IDs: the editor offers no retry', async (_how, ids, said) => {
	const { error } = await cancelledRun({}, {}, ids);
	expect(error?.description).toContain(said);
	expect(error?.description).not.toContain('Retrying');
});

it.each<[string, Partial<INode>]>([
	['On Error is Continue', { onError: 'continueRegularOutput' }],
	['Retry On Fail is on', { retryOnFail: true, waitBetweenTries: 5000 }],
])('keeps the ids in its output where %s', async (_what, node) => {
	const { outputs } = await cancelledRun(node);
	const [ana, ...others] = outputs[0] ?? [];
	expect(ana?.json.id).toBe('crd_1');
	expect(others.map(({ json }) => json.error)).toEqual([
		'Item 2: The run was stopped before the service confirmed the letter. The letter may have been ordered',
		expect.stringMatching(
			/^Item 3: (The letter was not|Not) sent, because the (run was stopped|execution was canceled)$/,
		),
	]);
});

it('says of a letter under way that it may have been accepted', async () => {
	await service.answers([created, 'silence']);
	const { outputs } = await cancelledRun({ onError: 'continueRegularOutput' });
	const [, bia, caio] = outputs[0] ?? [];
	expect(bia?.json.error).toBe(
		'Item 2: The run was stopped before the service confirmed the letter. The letter may have been ordered',
	);
	expect(bia?.json.message).toMatch(
		/^So that no second letter is created, set the option Idempotency Key to the idempotency_key of this item/,
	);
	expect(bia?.json.details).toMatchObject({
		idempotency_key: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
	});
	expect(caio?.json.message).toContain('This letter was not created.');
});
