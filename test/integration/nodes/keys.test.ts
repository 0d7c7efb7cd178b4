/** The Idempotency-Keys that leave for given runs. */
import type { IExecutionContext, INode, INodeParameters, ITaskData, RelatedExecution } from 'n8n-workflow';

import type { NodeSettings } from '../../../tools/engine/engine';
import { runActionNode, runOutsideExecutions } from '../../../tools/engine/engine';
import { ACTION } from '../../../tools/n8n/examples';
import { letterItem, letterParameters } from '../../support/letters';
import type { ScriptedService } from '../../support/peers/scriptedService';
import { card, credentialFor, failure, startScriptedService } from '../../support/peers/scriptedService';

/** New Year's Day of 2026: the instant the vectors are made for. */
const THEN = 1_767_225_600_000;

const established = (
	source: IExecutionContext['source'],
	more: Partial<IExecutionContext> = {},
): IExecutionContext => ({ version: 1, establishedAt: THEN, source, ...more });

let service: ScriptedService;
afterEach(async () => {
	await service.close();
});

/** Runs it on two items. */
const run = async (parameters: INodeParameters, settings: Partial<NodeSettings>) => {
	return await runActionNode({
		parameters: { ...letterParameters, options: { maxInFlight: 1 }, ...parameters },
		items: ['Ana', 'Bia'].map((name) => letterItem(name)),
		credential: credentialFor(service.baseUrl),
		...settings,
	});
};

/** The keys in the order of the items. */
const keysOf = async (
	parameters: INodeParameters,
	settings: Partial<NodeSettings> = {},
): Promise<unknown[]> => {
	const body = { ...card('crd_1'), batch_id: 'bat_1', total_cards: 1 };
	service = await startScriptedService([{ status: 201, body }]);
	await run(parameters, settings);
	await service.close();
	return service.received.map(({ headers }) => headers['idempotency-key']);
};

const LETTERS = [
	'571ffadb7c3ec5a5a750e6b6808d58f95a5efc8f3f74681175d1ba7ba2537af1',
	'd69e8cd26acfdfaa44be67a689ba4ab10f867982fe32a4a517986c362511548a',
];

/** Computed with the first version of the keys: an update must not order a retried letter anew. */
describe('the keys of a run that no workflow called are what they always were', () => {
	const list = [{ to: letterItem('Ana').json, message: 'Oi' }];
	const failed: RelatedExecution = {
		executionId: '7',
		workflowId: 'w',
		executionContext: established('trigger', { establishedAt: 1 }),
	};

	it.each<[string, INodeParameters, Partial<NodeSettings>, string[]]>([
		['letters', {}, {}, LETTERS],
		['letters, started by hand', {}, { executionContext: established('manual') }, LETTERS],
		[
			'letters of an error workflow, which names the failed execution as its parent',
			{},
			{ executionContext: established('error'), mode: 'error', parentExecution: failed },
			LETTERS,
		],
		[
			'batches of the items',
			{ resource: 'batch', cardsPerBatch: 1 },
			{},
			[
				'caa67d71bb63ac27ec4aee29ca7c704be60992bddce35f21f93d4b1fab9ac6e6',
				'8c3e04ba8ad32b411f23dc57fab38dea9401e71d4a79d68c88a8377a5c925551',
			],
		],
		[
			'batches of a JSON list',
			{
				resource: 'batch',
				cards: 'json',
				cardsJson: JSON.stringify([...list, ...list]),
				cardsPerBatch: 1,
			},
			{ items: [{ json: { n: 1 } }] },
			[
				'a0beba748b0fdbd3bf5187d5411896c9ef5d50352df61c72c9714582d6e88f2d',
				'642767ad0d9e58c1c2aaa10f8b9c83a85419b504216270c6eea0e87ad0951a50',
			],
		],
		[
			'letters by External ID',
			{ idempotencyKeyMode: 'externalId', externalId: '={{ $json.name }}' },
			{},
			[
				'cbcdd02d4ae1a4cabe3974068d571149a750957bdaee5561f305d81c3b91b809',
				'93350ee05f73a82fa2282ecc0527c5347f1fda1abb0205e6375099a437c15435',
			],
		],
		[
			'a batch by External ID',
			{ resource: 'batch', idempotencyKeyMode: 'externalId', externalId: '={{ $json.name }}' },
			{},
			['65003cdd83847ec591000bf32ac59261e6898483aac75b870c23cac1abe19cf5'],
		],
		[
			'letters under a custom key',
			{ idempotencyKeyMode: 'custom', idempotencyKey: '={{ " order-" + $json.name }}' },
			{},
			['order-Ana', 'order-Bia'],
		],
	])('%s', async (_what, parameters, settings, keys) => {
		const executionContext = established('trigger');
		expect(await keysOf(parameters, { executionContext, ...settings })).toEqual(keys);
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

	it('differ between calls with other items', async () => {
		const [ana, bia] = await keysOf({}, called(THEN));
		const [caio] = await keysOf({}, { ...called(THEN), items: [letterItem('Caio')] });
		expect(new Set([ana, bia, caio]).size).toBe(3);
		expect(await keysOf({}, { ...called(THEN), items: [letterItem('Ana')] })).toEqual([ana]);
	});

	it('are other ones than those of the same workflow run by itself, and of another caller', async () => {
		const byItself = await keysOf({}, { executionContext: established('trigger') });
		const keys = await keysOf({}, called(THEN));
		const other = await keysOf(
			{},
			callFrom({ workflowId: 'other', executionContext: established('trigger') }),
		);
		expect(new Set([...byItself, ...keys, ...other]).size).toBe(6);
	});

	it('are the same two calls deep, however often the callers try again', async () => {
		const first = await keysOf({}, calledWithin('5', '6'));
		expect(await keysOf({}, calledWithin('5', '7'))).toEqual(first);
		for (const key of await keysOf({}, calledWithin('8', '9'))) expect(first).not.toContain(key);
	});

	it('are new ones for every call where n8n names no caller', async () => {
		const first = await keysOf({}, callFrom(undefined));
		const unnamed = await keysOf({}, callFrom({ executionId: '__UNKNOWN__' }));
		const second = await keysOf({}, callFrom(undefined));
		expect(new Set([...first, ...unnamed, ...second]).size).toBe(6);
	});

	const oneRefused = async (settings: Partial<NodeSettings>, parameters: INodeParameters = {}) => {
		service = await startScriptedService([
			{ status: 201, body: card('crd_1') },
			{ status: 422, body: failure('validation_error', 'invalid_zip') },
		]);
		return (await run(parameters, settings)).error?.description ?? '';
	};
	const PROMISE = 'Retrying this execution orders none of these again';

	it.each<[string, Partial<NodeSettings>, string]>([
		['by itself', { executionContext: established('trigger') }, PROMISE],
		[
			'called once',
			called(THEN),
			'Retrying the execution of the calling workflow orders none of these again',
		],
	])('a run %s says that a retry orders nothing twice', async (_what, settings, promise) => {
		expect(await oneRefused(settings)).toContain(promise);
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
			const { to, message } = { to: letterItem('Ana').json, message: 'Oi' };
			const lost = { recipient: 'json', recipientJson: JSON.stringify(to), message };
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
	])('a run %s promises nothing and names By External ID', async (_what, settings) => {
		const said = await oneRefused(settings);
		expect(said).not.toContain('orders none of these again');
		expect(said).toContain('item 1: crd_1');
		expect(said).toContain('may order them a second time');
		expect(said).toContain('By External ID');
		await service.close();
		const lost = { options: { maxInFlight: 1, deadline: 0.000001 } };
		service = await startScriptedService([{ status: 503 }]);
		const { error } = await run(lost, settings);
		expect(error?.description).toMatch(/not known whether.*may create a second letter.*By External ID/);
		expect(error?.description).not.toContain('no second letter is created');
	});

	it('by External ID promise it at any depth', async () => {
		const keys = { idempotencyKeyMode: 'externalId', externalId: '={{ $json.name }}' };
		expect(await oneRefused(calledWithin('5', '6'), keys)).toContain(PROMISE);
	});
});

describe('after a crash', () => {
	const task = (more: object): ITaskData => ({
		startTime: 0,
		executionIndex: 0,
		executionTime: 0,
		source: [null],
		...more,
	});
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
	const real: ITaskData = { startTime: 0, executionIndex: 0, executionTime: 0, source: [null] };
	/** The second run of the node in the same execution. */
	const second = { executionContext, runData: { Letters: [real] } };
	const parameters = { options: { maxInFlight: 1, deadline: 0.000001 } };

	it.each<[string, Partial<INode>, number]>([
		['the error output', { onError: 'continueErrorOutput' }, 1],
		['the only output', { onError: 'continueRegularOutput' }, 0],
	])('an item of %s whose acceptance is not known keeps its key, unchanged', async (_what, node, output) => {
		service = await startScriptedService([{ status: 504 }]);
		const lost = await run(parameters, { executionContext, node });
		const keys = service.received.map(({ headers }) => headers['idempotency-key']);
		const items = (lost.outputs[output] ?? []).map(({ json }, index) => ({
			json: { ...letterItem(['Ana', 'Bia'][index] ?? '').json, ...json },
		}));
		await service.close();
		expect(keys).toEqual(LETTERS);
		const message = { message: 'Oi' };
		expect(await keysOf(message, { ...second, items })).not.toEqual(keys);
		expect(await keysOf({}, { ...second, items })).toEqual(keys);
		const elsewhere = await keysOf({}, { ...second, items, node: { id: 'another-node' } });
		const later = { ...second, items, executionContext: established('trigger', { establishedAt: THEN + 1 }) };
		for (const key of [...elsewhere, ...(await keysOf({}, later))]) expect(keys).not.toContain(key);
	});

	it('an item that was certainly not created is ordered anew', async () => {
		service = await startScriptedService([{ status: 422, body: failure('validation_error', 'x') }]);
		const { outputs } = await run({}, { executionContext, node: { onError: 'continueErrorOutput' } });
		await service.close();
		const keys = await keysOf({}, { ...second, items: outputs[1] });
		expect(new Set([...LETTERS, ...keys]).size).toBe(4);
	});
});

describe('an agent that calls the same again', () => {
	const tool: Partial<NodeSettings> = { node: { type: `${ACTION}Tool`, id: 'tool' } };
	const allowed = { options: { letAgentsOrder: true, maxInFlight: 1 } };
	/** The classic AI Agent gives each call an id of its own. */
	const call = (id: string) => ({
		items: [{ json: { ...letterItem('Ana').json, toolCallId: id } }],
	});

	it('in one run of a workflow, means the same letter; in another run, another', async () => {
		const at = (instant: number) => established('chat', { establishedAt: instant });
		const first = await keysOf(allowed, { ...tool, ...call('1'), executionContext: at(THEN) });
		const again = await keysOf(allowed, { ...tool, ...call('2'), executionContext: at(THEN) });
		const later = await keysOf(allowed, { ...tool, ...call('2'), executionContext: at(THEN + 1) });
		expect(again).toEqual(first);
		expect(later).not.toEqual(first);
	});

	it.each([
		['letters', {}],
		['batches', { resource: 'batch' }],
	])('by an Agent of n8n through a workflow, means the same letter: %s', async (_what, operation) => {
		const through = (runId: string, id: string) =>
			keysOf(
				{ ...allowed, ...operation },
				{ ...call(id), parentAgentRun: { runId, integrationType: 'task' } },
			);
		const first = await through('run-1', '1');
		expect(await through('run-1', '2')).toEqual(first);
		expect(await through('run-2', '1')).not.toEqual(first);
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
		service = await startScriptedService([{ status: 201, body: card('crd_1') }]);
	});

	/** n8n makes a node anew for every call. */
	const keyAt = async (now: string, parameters: INodeParameters = {}) => {
		jest.useFakeTimers({ ...onlyTheDate, now: Date.parse(now) });
		await runOutsideExecutions({
			parameters: { ...letterParameters, options: { letAgentsOrder: true }, ...parameters },
			items: [letterItem('Ana')],
			credential: credentialFor(service.baseUrl),
			node: { id: now },
		});
		return service.received.at(-1)?.headers['idempotency-key'];
	};

	it('means the same letter on the same day (UTC), and another one on the next', async () => {
		const first = await keyAt('2030-01-01T00:00:01Z');
		expect(await keyAt('2030-01-01T23:59:58Z')).toEqual(first);
		expect(await keyAt('2030-01-02T00:00:01Z')).not.toEqual(first);
	});

	it('means another letter with an External ID of its own', async () => {
		const first = await keyAt('2030-01-01T12:00:00Z');
		expect(await keyAt('2030-01-01T12:00:00Z', { externalId: 'second' })).not.toEqual(first);
	});
});

it('the same order leaves in the same bytes, in whatever sequence its metadata came', async () => {
	service = await startScriptedService([{ status: 201, body: card('crd_1') }]);
	for (const metadataJson of [
		'{"vip":{"since":2020,"by":"Ana"},"order":7}',
		'{"order":7,"vip":{"by":"Ana","since":2020}}',
	]) {
		await run({ additionalFields: { metadataJson } }, { items: [letterItem('Ana')] });
	}
	const [first, second] = service.received.map(({ body }) => body);
	expect(second).toBe(first);
	expect(JSON.parse(first ?? '')).toMatchObject({ metadata: { order: 7, vip: { since: 2020, by: 'Ana' } } });
});

it('a date that was still to come when the caller began stays valid in its later calls', async () => {
	service = await startScriptedService([{ status: 201, body: card('crd_1') }]);
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
