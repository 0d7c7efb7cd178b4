/** One run of the node, with the context that n8n would give it. Strict: what is not modelled throws. */
import type {
	IExecuteFunctions,
	IExecutionContext,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	INode,
	INodeExecutionData,
	INodeParameters,
	ITaskData,
	RelatedExecution,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { HandwrittenLetters } from '../../../nodes/HandwrittenLetters/HandwrittenLetters.node';
import { follow, readReference } from '../../../nodes/HandwrittenLetters/letter/expression';

/** What n8n knows of the run. */
export interface RunSettings {
	parameters: INodeParameters;
	node: Partial<INode>;
	items: INodeExecutionData[];
	mode: WorkflowExecuteMode;
	/** Which of several workflows with the node it is. */
	workflow: number;
	executionId?: string;
	executionContext?: IExecutionContext;
	parentExecution?: RelatedExecution;
	parentAgentRun?: object;
	/** Runs of the node that are on record. */
	runs: ITaskData[];
	apiKey: string;
	signal: AbortSignal;
	request: (options: IHttpRequestOptions, signal: AbortSignal) => Promise<IN8nHttpFullResponse>;
	/** A line of n8n's log. */
	log: (line: string) => void;
}

const NODE = 'Letters';
export const BASE_URL = 'http://service.example/v1';

const action = new HandwrittenLetters();

/** Starts it as n8n does. */
export async function runNode(settings: RunSettings): Promise<INodeExecutionData[]> {
	const [items = []] = await action.execute.call(contextOf(settings));
	return items;
}

/** What the expressions of the scenarios give of the item. */
function evaluate({ items }: RunSettings, value: unknown, itemIndex: number): unknown {
	if (typeof value !== 'string' || !value.startsWith('=')) return value;
	const [, plain = value] = /^(=.*) \?\? '' \}\}$/.exec(value) ?? [];
	const path = readReference(plain === value ? value : `${plain} }}`);
	if (path === undefined) throw new Error(`The model does not evaluate ${value}`);
	return follow(items[itemIndex]?.json ?? {}, path) ?? (plain === value ? undefined : '');
}

const nodeOf = ({ parameters, node, workflow }: RunSettings): INode => ({
	id: `node ${workflow}`,
	name: NODE,
	type: 'n8n-nodes-handwritten-letters.handwrittenLetters',
	typeVersion: 1,
	position: [0, 0],
	parameters,
	credentials: { handwrittenLettersApi: { id: '1', name: 'Service' } },
	...node,
});

function contextOf(settings: RunSettings): IExecuteFunctions {
	const { parameters, items, executionId, runs, apiKey, signal, log } = settings;
	const node = nodeOf(settings);
	const credential = { apiKey, baseUrl: BASE_URL };
	const known = {
		runExecutionData: {
			parentExecution: settings.parentExecution,
			parentAgentRun: settings.parentAgentRun,
			resultData: { runData: { [NODE]: runs } },
		},
		additionalData: { credentialsHelper: { getDecrypted: async () => await Promise.resolve(credential) } },
		logger: { info: log, warn: log },
		getNode: () => node,
		getWorkflow: () => ({ id: `workflow ${settings.workflow}` }),
		getInputData: () => items,
		getNodeParameter: (
			name: string,
			itemIndex: number,
			fallback?: unknown,
			{ rawExpressions = false } = {},
		) => {
			const [first = '', ...deeper] = name.split('.');
			const found = follow({ [first]: parameters[first] }, [first, ...deeper]);
			const value: unknown = found ?? fallback;
			return rawExpressions ? value : evaluate(settings, value, itemIndex);
		},
		continueOnFail: () => node.onError !== undefined && node.onError !== 'stopWorkflow',
		getMode: () => settings.mode,
		getTimezone: () => 'UTC',
		getExecutionId: () => executionId ?? '',
		getExecutionContext: () => settings.executionContext,
		getExecutionCancelSignal: () => signal,
		getWorkflowDataProxy: () => ({ $runIndex: runs.length }),
		getParentNodes: () => [],
		getCredentials: async () => await Promise.resolve(credential),
		addExecutionHints: () => undefined,
		helpers: { httpRequestWithAuthentication: helperOf(settings) },
	};
	return new Proxy(known, {
		get: (target, name) => {
			if (name in target || typeof name === 'symbol') return target[name as keyof typeof target];
			throw new Error(`The model has no context.${name}`);
		},
	}) as unknown as IExecuteFunctions;
}

/** n8n's helper takes its signal from the context that it is called with. */
function helperOf({ request, signal }: RunSettings) {
	return async function (this: IExecuteFunctions, _credential: string, options: IHttpRequestOptions) {
		return await request(options, this.getExecutionCancelSignal() ?? signal);
	};
}
