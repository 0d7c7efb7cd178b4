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
}

export function stubContext(stub: Stub = {}): IExecuteFunctions {
	const { parameters = {}, items = [{}] } = stub;
	// n8n gives the same list each time, however long it is.
	const inputData = items.map((json) => ({ json }));
	const context = {
		getInputData: () => inputData,
		getNode: () => ({ id: 'n', name: 'Letters', type: 'letters', parameters, ...stub.node }),
		getNodeParameter: (name: string, _item: number, none: unknown, given?: { rawExpressions?: boolean }) =>
			(given?.rawExpressions ? undefined : stub.evaluated?.[name]) ?? parameters[name] ?? none,
		getWorkflow: () => ({ id: 'workflowId' in stub ? stub.workflowId : 'w' }),
		getMode: () => stub.mode ?? 'trigger',
		getExecutionId: () => stub.executionId,
		getExecutionContext: () => stub.executionContext,
		getWorkflowDataProxy: () => ({ $runIndex: stub.runIndex ?? 0 }),
		runExecutionData: stub.runExecutionData,
	};
	return context as unknown as IExecuteFunctions;
}
