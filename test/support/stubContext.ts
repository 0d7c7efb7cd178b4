/** n8n's context as far as keys are made of it, without n8n: for tests of single rules, by the thousand. */
import type { IDataObject, IExecuteFunctions, INode, WorkflowExecuteMode } from 'n8n-workflow';

export interface Stub {
	/** Constants, and plain references such as `={{ $json.mode }}`. */
	parameters?: Record<string, unknown>;
	/** What n8n makes of other expressions, by parameter. */
	evaluated?: Record<string, unknown>;
	items?: IDataObject[];
	node?: Partial<INode>;
	workflowId?: string;
	mode?: WorkflowExecuteMode;
	executionId?: string;
	executionContext?: object;
	runIndex?: number;
	runExecutionData?: object;
	/** What the execution remembers through its retries. */
	customData?: Map<string, string>;
	/** What the called workflow's trigger was handed, by item; the others cannot be told. */
	called?: IDataObject[];
}

export function stubContext(stub: Stub = {}): IExecuteFunctions {
	const { parameters = {}, items = [{}], called = [], customData = new Map<string, string>() } = stub;
	const context = {
		getInputData: () => items.map((json) => ({ json })),
		getNode: () => ({ id: 'n', name: 'Letters', type: 'letters', parameters, ...stub.node }),
		getNodeParameter: (name: string, _item: number, none: unknown, given?: { rawExpressions?: boolean }) =>
			(given?.rawExpressions ? undefined : stub.evaluated?.[name]) ?? parameters[name] ?? none,
		getWorkflow: () => ({ id: 'workflowId' in stub ? stub.workflowId : 'w' }),
		getMode: () => stub.mode ?? 'trigger',
		getExecutionId: () => stub.executionId,
		getExecutionContext: () => stub.executionContext,
		getWorkflowDataProxy: () => ({
			$runIndex: stub.runIndex ?? 0,
			$execution: {
				customData: {
					get: (key: string) => customData.get(key),
					set: (key: string, value: string) => customData.set(key, value),
				},
			},
			$: () => ({
				all: () => called.map((json) => ({ json })),
				itemMatching: (index: number) => {
					if (called[index] === undefined) throw new Error('Paired item data is missing');
					return { json: called[index], index };
				},
			}),
		}),
		runExecutionData: stub.runExecutionData,
	};
	return context as unknown as IExecuteFunctions;
}
