import { hasExecution, identifyRun, readBegunAt } from '../../../nodes/n8n/run';
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

it.each<[string, Stub]>([
	['by itself', { executionContext: at('trigger') }],
	['as an error workflow', { ...called(caller(), at('error')), mode: 'integrated' }],
])('a run %s is named by its instant', (_how, stub) => {
	expect(identify(stub)).toEqual({ workflowId: 'w', nodeId: 'n', identity: String(THEN), index: 0 });
});

it.each<[string, Stub]>([
	['by a caller', called(caller(at('trigger', EARLIER)))],
	['by a caller that is not known', called(undefined)],
	['by a caller, in an older n8n', { mode: 'integrated', executionContext: undefined }],
	['by an agent', { node: { type: 'lettersTool' }, executionContext: at('chat') }],
	[
		'as the workflow of an agent',
		{ executionContext: at('trigger'), runExecutionData: { parentAgentRun: { runId: 'run-1' } } },
	],
	['where n8n gives its id alone', { executionId: '7' }],
	['where n8n gives nothing', {}],
])('a run %s has no name that its retry has, too', (_how, stub) => {
	expect(identify(stub)).toBeUndefined();
});

it('a workflow that was never saved has no id', () => {
	expect(identify({ executionContext: at('manual'), workflowId: undefined })).toMatchObject({
		workflowId: '',
	});
});

it('the runs of a loop are counted, and those that the crash recovery invented are not', () => {
	const runData = { Letters: [{ executionStatus: 'crashed' }, { executionStatus: 'success' }] };
	const stub = {
		executionContext: at('trigger'),
		runIndex: 2,
		runExecutionData: { resultData: { runData } },
	};
	expect(identify(stub)).toMatchObject({ index: 1 });
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
