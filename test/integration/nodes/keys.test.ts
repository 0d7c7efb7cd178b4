/** The Idempotency-Keys that leave for given runs. */
import type { IExecutionContext, INode, INodeParameters, ITaskData, RelatedExecution } from 'n8n-workflow';

import type { NodeSettings } from '../../../tools/engine/engine';
import { lettersTo, runLetters } from '../../support/letterRuns';
import { letterItem } from '../../support/letters';
import { card, failure, withService } from '../../support/peers/scriptedService';

/** A run of the node that n8n has on record. */
const task = (more: object = {}): ITaskData => ({
	startTime: 0,
	executionIndex: 0,
	executionTime: 0,
	source: [null],
	...more,
});

/** New Year's Day of 2026: the instant the vectors are made for. */
const THEN = 1_767_225_600_000;

const established = (
	source: IExecutionContext['source'],
	more: Partial<IExecutionContext> = {},
): IExecutionContext => ({ version: 1, establishedAt: THEN, source, ...more });

const service = withService();
const created = { status: 201, body: { ...card('crd_1'), batch_id: 'bat_1', total_cards: 1 } };

/** Runs it on two items. */
const run = async (parameters: INodeParameters, settings: Partial<NodeSettings>) => {
	const inTurn = { options: { maxInFlight: 1 }, ...parameters };
	return await runLetters(service.credential, inTurn, { items: lettersTo('Ana', 'Bia'), ...settings });
};

/** The keys in the order of the items. */
const keysOf = async (
	parameters: INodeParameters,
	settings: Partial<NodeSettings> = {},
): Promise<unknown[]> => {
	await service.answers([created]);
	await run(parameters, settings);
	return service.keys;
};

const LETTERS = [
	'07d7c9a2250e89bb251e6c3b006baaba0eeb1fcc4f711c79b3ba313106751d5f',
	'7ba0b210b0df055a9e53507b2b4e28771f7f109b963b5f76059a2bf0c79f9504',
];

/** Computed once: an update must not order a retried letter anew. savedWorkflow.test.ts has those of other orders. */
describe('the keys of a run that no workflow called are what they always were', () => {
	const failed: RelatedExecution = {
		executionId: '7',
		workflowId: 'w',
		executionContext: established('trigger', { establishedAt: 1 }),
	};

	it.each<[string, Partial<NodeSettings>]>([
		['letters', {}],
		['letters, started by hand', { executionContext: established('manual') }],
		[
			'letters of an error workflow, which names the failed execution as its parent',
			{ executionContext: established('error'), mode: 'error', parentExecution: failed },
		],
	])('%s', async (_what, settings) => {
		const executionContext = established('trigger');
		expect(await keysOf({}, { executionContext, ...settings })).toEqual(LETTERS);
	});
});

describe('a run of which one letter was refused', () => {
	const called: Partial<NodeSettings> = {
		mode: 'integrated',
		executionContext: established('integrated'),
		parentExecution: { executionId: '7', workflowId: 'caller', executionContext: established('trigger') },
	};

	it.each<[string, INodeParameters, Partial<NodeSettings>]>([
		['by itself', {}, { executionContext: established('trigger') }],
		['that is called, with External IDs', { externalId: '={{ $json.name }}' }, called],
	])('%s says that a retry orders nothing twice', async (_what, parameters, settings) => {
		await service.answers([created, { status: 422, body: failure('validation_error', 'invalid_zip') }]);
		const { error } = await run(parameters, settings);
		expect(error?.description).toContain(
			'Retrying this execution with the original workflow orders none of these again',
		);
	});
});

describe('after a crash', () => {
	/** What n8n's execution-recovery.service writes of a node that had begun, and of one that had ended. */
	const begun = task({ executionStatus: 'crashed' });
	const ended = task({
		executionStatus: 'success',
		data: { main: [[{ json: { isArtificialRecoveredEventItem: true } }]] },
	});
	const real = task({ executionStatus: 'success', data: { main: [[{ json: { id: 'crd_1' } }]] } });
	const executionContext = established('trigger');

	it.each([
		['had begun', begun],
		['had ended', ended],
	])(
		'a run of the node that n8n invented, because it %s, changes no key of the retry',
		async (_what, run) => {
			expect(await keysOf({}, { executionContext, runData: { Letters: [run] } })).toEqual(LETTERS);
		},
	);

	it('a run that has really been counts', async () => {
		const [ana] = await keysOf({}, { executionContext, runData: { Letters: [real] } });
		expect(LETTERS).not.toContain(ana);
		const both = { executionContext, runData: { Letters: [real, begun] } };
		expect((await keysOf({}, both))[0]).toBe(ana);
	});
});

describe('a loop from the error output back to the node', () => {
	const executionContext = established('trigger');
	/** The second run of the node in the same execution. */
	const second = { executionContext, runData: { Letters: [task()] } };
	const options = { maxInFlight: 1, deadline: 0.000001 };

	it.each<[string, Partial<INode>, number, string]>([
		['the error output', { onError: 'continueErrorOutput' }, 1, 'error.details'],
		['the only output', { onError: 'continueRegularOutput' }, 0, 'details'],
	])('an item of %s keeps its key wherever it is ordered again', async (_what, node, output, details) => {
		const idempotencyKey = `={{ $json.${details}.idempotency_key ?? '' }}`;
		const parameters = { options: { ...options, idempotencyKey } };
		await service.answers([{ status: 504 }]);
		const lost = await run(parameters, { executionContext, node });
		const { keys } = service;
		const items = (lost.outputs[output] ?? []).map(({ json }, index) => ({
			json: { ...letterItem(['Ana', 'Bia'][index] ?? '').json, ...json },
		}));
		// On the first pass there is no such key.
		expect(keys).toEqual(LETTERS);
		expect(await keysOf(parameters, { ...second, items })).toEqual(keys);
		const later = { ...second, items, executionContext: established('trigger', { establishedAt: THEN + 1 }) };
		expect(await keysOf(parameters, { ...later, node: { id: 'another-node' } })).toEqual(keys);
		for (const key of await keysOf({}, later)) expect(keys).not.toContain(key);
	});

	it('without that key, a round after an unknown order is refused, and names the way', async () => {
		const settings = { executionContext, node: { onError: 'continueErrorOutput' as const } };
		await service.answers([{ status: 504 }]);
		const { outputs } = await run({ options }, settings);
		const before = service.received.length;
		const earlier = { Letters: [task({ data: { main: outputs } })] };
		const { error } = await run({ options }, { executionContext, runData: earlier });
		expect(error?.message).toBe(
			'An earlier round of this node may have ordered a letter, so this round orders none without an External ID. This step ordered nothing.',
		);
		expect(error?.description).toContain("{{ $json.error.details.idempotency_key ?? '' }}");
		expect(service.received).toHaveLength(before);
		await service.answers([created]);
		const named = { options, externalId: '={{ $json.name }}' };
		expect((await run(named, { executionContext, runData: earlier })).error).toBeUndefined();
	});

	it('an item that was certainly not created is ordered anew', async () => {
		await service.answers([{ status: 422, body: failure('validation_error', 'x') }]);
		const { outputs } = await run({}, { executionContext, node: { onError: 'continueErrorOutput' } });
		const keys = await keysOf({}, { ...second, items: outputs[1] });
		expect(new Set([...LETTERS, ...keys]).size).toBe(4);
	});
});

it('the same order leaves in the same bytes, in whatever sequence its metadata came', async () => {
	await service.answers([created]);
	const metadata = { values: [{ key: '', value: '={{ $json.given }}' }] };
	for (const given of [
		{ vip: { since: 2020, by: 'Ana' }, order: 7 },
		{ order: 7, vip: { by: 'Ana', since: 2020 } },
	]) {
		const item = { json: { ...letterItem('Ana').json, given } };
		await run({ additionalFields: { metadata } }, { items: [item] });
	}
	const [first, second] = service.received.map(({ body }) => body);
	expect(second).toBe(first);
	expect(JSON.parse(first ?? '')).toMatchObject({ metadata: { order: 7, vip: { since: 2020, by: 'Ana' } } });
});

it('a date that was still to come when the caller began stays valid in its later calls', async () => {
	await service.answers([created]);
	const { error } = await run(
		{
			externalId: '={{ $json.name }}',
			additionalFields: { scheduleAt: new Date(THEN + 1000).toISOString() },
		},
		{
			mode: 'integrated',
			executionContext: established('integrated', { establishedAt: THEN + 2000 }),
			parentExecution: { executionId: '7', workflowId: 'caller', executionContext: established('trigger') },
		},
	);
	expect(error).toBeUndefined();
});
