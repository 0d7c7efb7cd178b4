import { hasExecution, identifyRun, readBegunAt } from '../../../nodes/n8n/runIdentity';
import { Refusal } from '../../../nodes/words/refusal';
import type { Stub } from '../../support/stubContext';
import { stubContext } from '../../support/stubContext';

const THEN = 1_767_225_600_000;
const at = (source: string, more: object = {}) => ({ version: 1, establishedAt: THEN, source, ...more });
const identify = (stub: Stub) => identifyRun(stubContext(stub));

const called = (parentExecution?: object, own: object | undefined = at('integrated')): Stub => ({
	executionContext: own,
	runExecutionData: { parentExecution },
});
const caller = (executionContext?: object, more: object = {}) => ({
	executionId: '7',
	workflowId: 'caller',
	executionContext,
	...more,
});
const EARLIER = { establishedAt: 5 };

it.each<[string, Stub, string, string]>([
	['by itself', { executionContext: at('trigger') }, String(THEN), 'withRun'],
	['by an older n8n', { executionId: '7' }, '7', 'withRun'],
	[
		'again, by an older n8n',
		{ executionId: '8', customData: new Map([['handwrittenLettersRun', '7']]) },
		'7',
		'withRun',
	],
	['as an error workflow', { ...called(caller(), at('error')), mode: 'integrated' }, String(THEN), 'withRun'],
	['by a caller', called(caller(at('trigger', EARLIER))), 'called by caller at 5', 'withRun'],
	[
		'by a caller without a name',
		called(caller(at('trigger'), { workflowId: undefined })),
		`called by  at ${THEN}`,
		'withRun',
	],
	[
		'two calls deep',
		called(caller(at('integrated', { parentExecutionId: '5' }))),
		'called within 5',
		'unsure',
	],
	['deep, its outer caller not known', called(caller(at('integrated'))), 'called within 7', 'unsure'],
	['by a caller of an older n8n', called(caller()), 'called within 7', 'unsure'],
	['by a caller that is not known', called(undefined), String(THEN), 'unsure'],
	[
		'by a caller, in an older n8n',
		{ mode: 'integrated', runExecutionData: { parentExecution: caller(at('trigger', EARLIER)) } },
		'called by caller at 5',
		'withRun',
	],
])('a run %s', (_how, stub, identity, comesAgain) => {
	expect(identify(stub)).toMatchObject({
		kind: 'run',
		run: { workflowId: 'w', nodeId: 'n', identity, index: 0 },
		comesAgain,
	});
});

it('an older n8n keeps the id of the first execution for its retries', () => {
	const customData = new Map<string, string>();
	const first = identify({ executionId: '7', customData });
	expect([...customData]).toEqual([['handwrittenLettersRun', '7']]);
	expect(identify({ executionId: '8', customData })).toEqual(first);
});

it('a workflow that was never saved has no id', () => {
	expect(identify({ executionContext: at('manual'), workflowId: undefined })).toMatchObject({
		run: { workflowId: '' },
	});
});

it.each([undefined, '', '__UNKNOWN__'])(
	'refuses to order where n8n names no run at all: %j',
	(executionId) => {
		expect(() => identify({ executionId })).toThrow(Refusal);
		expect(() => identify({ executionId })).toThrow('a retry could order the letters again');
	},
);

it('the runs of a loop are counted, and those that the crash recovery invented are not', () => {
	const runData = { Letters: [{ executionStatus: 'crashed' }, { executionStatus: 'success' }] };
	const stub = {
		executionContext: at('trigger'),
		runIndex: 2,
		runExecutionData: { resultData: { runData } },
	};
	expect(identify(stub)).toMatchObject({ run: { index: 1 } });
});

it('only the calls of a called run are told apart', () => {
	const runData = { Start: [{ source: [] }] };
	const callOf = (source: string) => {
		const parentExecution = caller(at('trigger'));
		const identity = identify({
			executionContext: at(source),
			runExecutionData: { parentExecution, resultData: { runData } },
			called: [{ name: 'Ana' }],
		});
		return identity.kind === 'run' ? identity.callOf : undefined;
	};
	expect(callOf('integrated')?.(0)).toEqual({ item: { name: 'Ana' }, position: 0 });
	expect(callOf('trigger')).toBeUndefined();
});

describe('an agent that uses the node', () => {
	const tool = { node: { type: 'lettersTool' } };
	const NOW = Date.parse('2030-01-01T23:30:00Z');

	beforeEach(() => {
		jest.useFakeTimers({ now: NOW });
	});
	afterEach(() => {
		jest.useRealTimers();
	});

	it.each<[string, Stub, string]>([
		['of its execution', { ...tool, executionContext: at('chat') }, '2026-01-01'],
		[
			'of its execution, run again the next day',
			{ ...tool, executionContext: at('chat', { establishedAt: NOW - 86_400_000 }) },
			'2029-12-31',
		],
		['it is, where n8n knows only an id', { ...tool, executionId: '7' }, '2030-01-01'],
		['it is, without an execution', tool, '2030-01-01'],
		[
			'of the workflow that it runs',
			{ executionContext: at('trigger'), runExecutionData: { parentAgentRun: { runId: 'run-1' } } },
			'2026-01-01',
		],
		[
			'of the caller of that workflow',
			{
				executionContext: at('integrated'),
				runExecutionData: {
					parentAgentRun: { runId: 'run-1' },
					parentExecution: caller(at('trigger', EARLIER)),
				},
			},
			'1970-01-01',
		],
	])('means the same letter on the day %s', (_how, stub, day) => {
		expect(identify(stub)).toEqual({ kind: 'agent', day });
	});
});

it.each<[string, Stub, boolean]>([
	['with its instant', { executionContext: at('chat') }, true],
	['with its id', { executionId: '7' }, true],
	['with an id that n8n does not know', { executionId: '__UNKNOWN__' }, false],
	['without any', {}, false],
])('an execution %s: %s', (_what, stub, known) => {
	expect(hasExecution(stubContext(stub))).toBe(known);
});

it.each<[string, Stub, number | undefined]>([
	['itself', { executionContext: at('trigger') }, THEN],
	['its caller', called(caller(at('trigger', EARLIER))), 5],
	['itself, where its caller is not known', called(undefined), THEN],
	['itself, where its caller is of an older n8n', called(caller()), THEN],
	['itself, as an error workflow', called(caller(at('trigger', EARLIER)), at('error')), THEN],
	['nobody knows when', {}, undefined],
])('a run began with %s', (_what, stub, begunAt) => {
	expect(readBegunAt(stubContext(stub))).toBe(begunAt);
});
