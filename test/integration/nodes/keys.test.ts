/** The Idempotency-Keys that leave for given runs. */
import type { IExecutionContext, INode, INodeParameters, ITaskData, RelatedExecution } from 'n8n-workflow';

import type { NodeSettings } from '../../../tools/engine/engine';
import { runOutsideExecutions } from '../../../tools/engine/engine';
import { lettersTo, runLetters } from '../../support/letterRuns';
import { letterItem, letterParameters } from '../../support/letters';
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

describe('the keys of a sub-workflow', () => {
	/** A call: n8n establishes each at another instant. */
	let calls = 0;
	const callFrom = (
		caller: Partial<RelatedExecution> | undefined,
		own: Partial<IExecutionContext> = {},
	): Partial<NodeSettings> => ({
		mode: 'integrated',
		executionContext: established('integrated', { establishedAt: THEN + ++calls, ...own }),
		parentExecution: caller && { executionId: '7', workflowId: 'caller', ...caller },
	});
	const called = (establishedAt: number) =>
		callFrom({ executionContext: established('trigger', { establishedAt }) });
	/** Called by one that was called itself by the execution of this id. */
	const calledWithin = (parentExecutionId: string, executionId: string) =>
		callFrom({ executionId, executionContext: established('integrated', { parentExecutionId }) });

	it('are the same in every call of one run of its caller, and others in the next run', async () => {
		const first = await keysOf({}, called(THEN));
		expect(new Set(first).size).toBe(2);
		expect(await keysOf({}, called(THEN))).toEqual(first);
		// "Retry execution" runs the caller under another id.
		const retried = { executionId: '8', executionContext: established('trigger') };
		expect(await keysOf({}, callFrom(retried))).toEqual(first);
		for (const key of await keysOf({}, called(THEN + 1))) expect(first).not.toContain(key);
	});

	const oneRefused = async (settings: Partial<NodeSettings>, parameters: INodeParameters = {}) => {
		await service.answers([created, { status: 422, body: failure('validation_error', 'invalid_zip') }]);
		return (await run(parameters, settings)).error?.description ?? '';
	};
	const PROMISE = 'Retrying this execution with the original workflow orders none of these again';

	it.each<[string, Partial<NodeSettings>]>([
		['by itself', { executionContext: established('trigger') }],
		['called once', called(THEN)],
	])('a run %s says that a retry orders nothing twice', async (_what, settings) => {
		expect(await oneRefused(settings)).toContain(PROMISE);
	});

	describe('with equal items at the node, whose letters come from the item of the trigger', () => {
		const parameters = JSON.parse(
			JSON.stringify(letterParameters).replaceAll('$json', "$('Start').item.json"),
		) as INodeParameters;
		const callWith = (names: string[], between: NodeSettings['between'] = 'paired') => ({
			...called(THEN),
			between,
			items: names.map((name, item) => ({ ...letterItem(name), pairedItem: { item } })),
		});

		it('differ between the calls, and are the same when a call is made again', async () => {
			const [ana] = await keysOf(parameters, callWith(['Ana']));
			const [bia] = await keysOf(parameters, callWith(['Bia']));
			expect(bia).not.toBe(ana);
			expect(await keysOf(parameters, callWith(['Ana']))).toEqual([ana]);
		});

		it('stay when another item of the call has changed', async () => {
			const [ana] = await keysOf(parameters, callWith(['Ana', 'Bia']));
			const [again, caio] = await keysOf(parameters, callWith(['Ana', 'Caio']));
			expect(again).toBe(ana);
			expect(caio).not.toBe(ana);
		});

		it('differ by the position of equal items, where each is a call of its own', async () => {
			const nth = (item: number) => {
				const call = callWith(['Ana']);
				return { ...call, items: [{ ...letterItem('Ana'), index: item }] };
			};
			const [first] = await keysOf(parameters, nth(0));
			const [second] = await keysOf(parameters, nth(1));
			expect(second).not.toBe(first);
			expect(await keysOf(parameters, nth(1))).toEqual([second]);
		});

		it('hold the whole list where a node in between does not say which item came of which', async () => {
			const { address_line1: addressLine1 = '', city = '', state = '', zip = '' } = letterItem('Ana').json;
			const fixed = { name: 'Ana', addressLine1, city, state, zip, message: 'Oi' };
			const lost = fixed as INodeParameters;
			const [ana] = await keysOf(lost, callWith(['Ana'], 'unpaired'));
			const [bia] = await keysOf(lost, callWith(['Bia'], 'unpaired'));
			expect(bia).not.toBe(ana);
			expect(await keysOf(lost, callWith(['Ana'], 'unpaired'))).toEqual([ana]);
		});
	});

	it.each<[string, Partial<NodeSettings>]>([
		['called two deep', calledWithin('5', '6')],
		['whose caller is not known', callFrom(undefined)],
		['whose caller is known by its id alone', callFrom({})],
	])('a run %s promises nothing and asks for External IDs', async (_what, settings) => {
		const said = await oneRefused(settings);
		expect(said).not.toContain('orders none of these again');
		expect(said).toContain('item 1: crd_1');
		expect(said).toContain('may order them a second time');
		expect(said).toContain('give each letter an External ID');
		const lost = { options: { maxInFlight: 1, deadline: 0.000001 } };
		await service.answers([{ status: 503 }]);
		const { error } = await run(lost, settings);
		expect(error?.message).toContain('The letter may have been ordered');
		expect(error?.description).toMatch(/may create a second letter.*Give each letter an External ID/);
		expect(error?.description).not.toContain('no second letter is created');
	});

	it('of letters with an External ID promise it at any depth', async () => {
		expect(await oneRefused(calledWithin('5', '6'), { externalId: '={{ $json.name }}' })).toContain(PROMISE);
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

	it('an item that was certainly not created is ordered anew', async () => {
		await service.answers([{ status: 422, body: failure('validation_error', 'x') }]);
		const { outputs } = await run({}, { executionContext, node: { onError: 'continueErrorOutput' } });
		const keys = await keysOf({}, { ...second, items: outputs[1] });
		expect(new Set([...LETTERS, ...keys]).size).toBe(4);
	});
});

describe('an agent that n8n runs outside any execution', () => {
	const onlyTheDate = {
		doNotFake: [
			...(['nextTick', 'setImmediate', 'setTimeout', 'setInterval', 'queueMicrotask'] as const),
			...(['clearImmediate', 'clearTimeout', 'clearInterval', 'hrtime', 'performance'] as const),
		],
	};
	afterEach(() => {
		jest.useRealTimers();
	});

	beforeEach(async () => {
		await service.answers([created]);
	});

	/** n8n makes a node anew for every call. */
	const keyAt = async (now: string, parameters: INodeParameters = {}) => {
		jest.useFakeTimers({ ...onlyTheDate, now: Date.parse(now) });
		await runOutsideExecutions({
			parameters: { ...letterParameters, options: { letAgentsOrder: true }, ...parameters },
			items: [letterItem('Ana')],
			credential: service.credential,
			node: { id: now },
		});
		return service.received.at(-1)?.headers['idempotency-key'];
	};

	it('means the same letter on the same day (UTC), and another one on the next', async () => {
		const first = await keyAt('2030-01-01T00:00:01Z');
		expect(await keyAt('2030-01-01T23:59:58Z')).toEqual(first);
		expect(await keyAt('2030-01-02T00:00:01Z')).not.toEqual(first);
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
		{ additionalFields: { scheduleAt: new Date(THEN + 1000).toISOString() } },
		{
			mode: 'integrated',
			executionContext: established('integrated', { establishedAt: THEN + 2000 }),
			parentExecution: { executionId: '7', workflowId: 'caller', executionContext: established('trigger') },
		},
	);
	expect(error).toBeUndefined();
});
