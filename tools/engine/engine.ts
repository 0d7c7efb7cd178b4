/**
 * Runs this package's nodes in n8n-core's own engine, without an n8n server: real WorkflowExecute,
 * real contexts, real HTTP. Only the database is missing: credentials are given as plain values.
 */
import './setup';

import { Container } from '@n8n/di';
import { ExecuteContext, ExecutionLifecycleHooks, LoadOptionsContext, WorkflowExecute } from 'n8n-core';
import { SSHClientsManager } from 'n8n-core/dist/execution-engine/ssh-clients-manager';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IExecuteResponsePromiseData,
	IExecutionContext,
	ILoadOptionsFunctions,
	INode,
	INodeExecutionData,
	INodeListSearchResult,
	INodeParameters,
	INodeType,
	INodeTypes,
	IRun,
	IRunData,
	IRunExecutionData,
	IWorkflowExecuteAdditionalData,
	NodeExecutionHint,
	RelatedExecution,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { createRunExecutionData, NodeConnectionTypes, Workflow } from 'n8n-workflow';

import { HandwrittenLettersApi } from '../../credentials/HandwrittenLettersApi.credentials';
import { HandwrittenLetters } from '../../nodes/HandwrittenLetters/HandwrittenLetters.node';
import { HandwrittenLettersTrigger } from '../../nodes/HandwrittenLettersTrigger/HandwrittenLettersTrigger.node';
import { ACTION, TRIGGER } from '../n8n/examples';

// It looks for idle connections each minute, for ever: under Jest, all that a test file has loaded would stay
// in memory, and soon most of the time go into looking through that.
Container.get(SSHClientsManager).onShutdown();

export interface CredentialData extends ICredentialDataDecryptedObject {
	apiKey: string;
	baseUrl: string;
	webhookSecret: string;
	previousWebhookSecret: string;
	headerPrefix: string;
}

/** A node around the one under test. */
const helper = (give: (context: IExecuteFunctions) => INodeExecutionData[]): INodeType => ({
	description: {
		displayName: 'Helper',
		name: 'helper',
		group: ['input'],
		version: 1,
		description: '',
		defaults: { name: 'Helper' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	},
	execute: async function () {
		return await Promise.resolve([give(this)]);
	},
});

/** As n8n names the node when an AI agent has it as a tool: some options stand only there. */
function asTool(node: INodeType): INodeType {
	node.description.name += 'Tool';
	return node;
}

const types: Record<string, INodeType> = {
	'test.start': helper((context) => context.getInputData()),
	'test.cancelled': helper((context) => context.getInputData()),
	/** Counts its runs in the workflow's static data: what users do in a Code node. */
	'test.count': helper((context) => {
		const shared = context.getWorkflowStaticData('global');
		shared.count = Number(shared.count ?? 0) + 1;
		return context.getInputData();
	}),
	/** Its items are all equal; each says which it came of, or none does. */
	'test.paired': helper((context) =>
		context.getInputData().map((_item, item) => ({ json: {}, pairedItem: { item } })),
	),
	'test.unpaired': helper((context) =>
		context.getInputData().map((_item, _index, all) => ({
			json: {},
			pairedItem: all.map(() => ({ item: 99 })),
		})),
	),
	[ACTION]: new HandwrittenLetters(),
	[`${ACTION}Tool`]: asTool(new HandwrittenLetters()),
	[TRIGGER]: new HandwrittenLettersTrigger(),
};

function typeOf(name: string): INodeType {
	const type = types[name];
	if (!type) throw new Error(`The engine knows no node type ${name}`);
	return type;
}

function nodeTypes(type: string, code = () => typeOf(type)): INodeTypes {
	const getByName = (name: string) => (name === type ? code() : typeOf(name));
	return { getByName, getByNameAndVersion: getByName, getKnownTypes: () => ({}) };
}

type CredentialsHelper = Partial<IWorkflowExecuteAdditionalData['credentialsHelper']>;

/** Credentials as plain values; `authenticate` is read from the credential class under test. */
const plainCredentials = (data: CredentialData): CredentialsHelper => ({
	getParentTypes: () => [],
	isCredentialUsableByNode: () => true,
	preAuthentication: async () => await Promise.resolve(undefined),
	authenticate: async (credentials, _typeName, requestOptions) =>
		await new HandwrittenLettersApi().authenticate(
			credentials,
			requestOptions as Parameters<HandwrittenLettersApi['authenticate']>[1],
		),
	/** With the values of its expressions, unless they are asked for as they are stored. */
	getDecrypted: async (...[, , , mode, executeData, raw, at]) => {
		if (raw === true || !at) return await Promise.resolve({ ...data });
		const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } = at;
		const values = workflow.expression.getParameterValue(
			{ ...data } as INodeParameters,
			runExecutionData,
			runIndex,
			itemIndex,
			node.name,
			connectionInputData,
			mode,
			{},
			executeData,
		);
		return values as unknown as ICredentialDataDecryptedObject;
	},
});

const LOCAL = 'http://127.0.0.1:1/';

export function additionalDataFor(
	credential: CredentialData,
	hooks?: ExecutionLifecycleHooks,
	executionId = 'engine-1',
): IWorkflowExecuteAdditionalData {
	return {
		credentialsHelper: plainCredentials(credential),
		hooks,
		executionId,
		currentNodeExecutionIndex: 0,
		webhookWaitingBaseUrl: LOCAL,
		formWaitingBaseUrl: LOCAL,
		webhookBaseUrl: LOCAL,
		variables: {},
	} as unknown as IWorkflowExecuteAdditionalData;
}

export interface NodeSettings {
	parameters: INodeParameters;
	credential: CredentialData;
	/** Any further node settings, for example `onError` or `retryOnFail`. */
	node?: Partial<INode>;
	/** IANA name of the workflow's time zone. */
	timezone?: string;
	/** Input items; one empty item when left out. */
	items?: INodeExecutionData[];
	/** Behind the node or the trigger: one that writes static data, or in which the execution is cancelled. */
	behind?: 'count' | 'cancelled';
	/** What n8n had stored of the execution before, as it is when it is run again. */
	executionContext?: IExecutionContext;
	/** The execution that called this one as its sub-workflow, or whose error it is to handle. */
	parentExecution?: RelatedExecution;
	/** The agent of n8n whose workflow tool this execution is. */
	parentAgentRun?: { runId?: string; userId?: string; integrationType?: string };
	/** Between the trigger and the node: one whose items say nothing, paired or not. */
	between?: 'paired' | 'unpaired';
	/** A Handwritten Letters Trigger in the workflow: what starts the run, or another trigger of the node. */
	letterTrigger?: 'starts' | 'leadsHere' | 'leadsHereDisabled' | 'leadsElsewhere';
	/** Behind the node, Create From Check, and perhaps another node that leads there and can check for it. */
	fromCheck?: 'behind' | 'disabled' | 'behindAnotherToo';
	/** Runs of nodes that n8n has on record, by the node's name. */
	runData?: IRunData;
	/** Who started it, where that is not its trigger. */
	manualData?: { userId?: string; source?: string };
	mode?: WorkflowExecuteMode;
	/** The code of the node under test at that moment: an update of the package puts another in its place. */
	code?: () => INodeType;
}

/** Create From Check, and another node that is like the tested one. */
const nodesToCheckFor = (tested: INode, fromCheck: NodeSettings['fromCheck']): INode[] => [
	{
		...tested,
		id: 'from-check',
		name: 'From Check',
		parameters: { resource: 'card', operation: 'createFromCheck' },
		disabled: fromCheck === 'disabled',
	},
	{ ...tested, id: 'another', name: 'Another' },
];

function buildWorkflow(
	type: string,
	{ parameters, node, timezone, behind, between, letterTrigger, fromCheck, code }: NodeSettings,
): Workflow {
	const tested: INode = {
		id: 'node-under-test',
		name: 'Letters',
		type,
		typeVersion: typeOf(type).description.version as number,
		position: [200, 0],
		parameters,
		credentials: { handwrittenLettersApi: { id: '1', name: 'Sandbox' } },
		webhookId: 'engine',
		...node,
	};
	const around = (name: 'Start' | 'Between' | 'Behind', x: number, kind = name.toLowerCase()): INode => ({
		id: name,
		name,
		type: `test.${kind}`,
		typeVersion: 1,
		position: [x, 0],
		parameters: {},
	});
	const to = (name: string) => ({ main: [[{ node: name, type: NodeConnectionTypes.Main, index: 0 }]] });
	const events: INode = {
		...tested,
		id: 'letter-events',
		name: 'Letter Events',
		type: TRIGGER,
		typeVersion: typeOf(TRIGGER).description.version as number,
		parameters: {},
		disabled: letterTrigger === 'leadsHereDisabled',
	};
	return new Workflow({
		id: 'workflow-1',
		name: 'Engine',
		nodes: [
			...(type === TRIGGER ? [] : [around('Start', 0)]),
			...(between ? [around('Between', 100, between)] : []),
			tested,
			...(letterTrigger ? [events] : []),
			...(behind ? [around('Behind', 400, behind)] : []),
			...(fromCheck ? nodesToCheckFor(tested, fromCheck) : []),
		],
		connections: {
			...(type !== TRIGGER && { Start: to(between ? 'Between' : 'Letters') }),
			...(between && { Between: to('Letters') }),
			...(letterTrigger &&
				letterTrigger !== 'leadsElsewhere' && { 'Letter Events': to(between ? 'Between' : 'Letters') }),
			...(behind && { Letters: to('Behind') }),
			...(fromCheck && { Letters: to('From Check') }),
			...(fromCheck === 'behindAnotherToo' && { Another: to('From Check') }),
		},
		active: false,
		nodeTypes: nodeTypes(type, code),
		settings: { timezone: timezone ?? 'America/Sao_Paulo' },
	});
}

export interface NodeResult {
	/** The outputs of the action node, each a list of items; empty when it failed. */
	outputs: INodeExecutionData[][];
	/** Why the node failed, as n8n keeps it. */
	error?: { message: string; description?: string | null; context?: Record<string, unknown> };
	hints: NodeExecutionHint[];
	run: IRun;
	/** What n8n would store; "Retry execution" goes on from its stack. */
	data: IRunExecutionData;
}

export interface RunningNode {
	result: Promise<NodeResult>;
	/** Cancels the execution as n8n does. */
	cancel: () => void;
}

/** Starts the action node on the items and returns at once. */
export function startActionNode(settings: NodeSettings): RunningNode {
	const workflow = buildWorkflow(ACTION, settings);
	const data = createRunExecutionData({
		executionData: {
			nodeExecutionStack: [
				{
					node: workflow.getNode(settings.letterTrigger === 'starts' ? 'Letter Events' : 'Start') as INode,
					data: { main: [settings.items ?? [{ json: {} }]] },
					source: null,
				},
			],
			runtimeData: settings.executionContext,
		},
		parentExecution: settings.parentExecution,
		resultData: { runData: settings.runData },
	});
	const { parentAgentRun, manualData, mode } = settings;
	// n8n's published types know neither field of an execution.
	Object.assign(data, { parentAgentRun, manualData });
	return execute(workflow, settings, data, { mode });
}

/** Runs the action node on the items to its end. */
export async function runActionNode(settings: NodeSettings): Promise<NodeResult> {
	return await startActionNode(settings).result;
}

/** Runs it as n8n's Agents run a tool: with no execution around it (read in 2.40.7). */
export async function runOutsideExecutions(settings: NodeSettings): Promise<void> {
	const type = `${ACTION}Tool`;
	const { credential, items = [] } = settings;
	const workflow = buildWorkflow(type, settings);
	const node = workflow.getNode('Letters') as INode;
	const inputs = { main: [items] };
	const context = new ExecuteContext(
		workflow,
		node,
		{ ...additionalDataFor(credential), executionId: undefined },
		'internal',
		createRunExecutionData({}),
		0,
		items,
		inputs,
		{ node, data: inputs, source: null },
		[],
	);
	await new HandwrittenLetters().execute.call(context);
}

/** What n8n tells an execution, and what it does for it. */
interface Surroundings {
	mode?: WorkflowExecuteMode;
	executionId?: string;
	writeStaticData?: (changed: IDataObject) => Promise<void>;
	respond?: (response: IExecuteResponsePromiseData) => void;
}

function execute(
	workflow: Workflow,
	{ credential, behind }: NodeSettings,
	data: IRunExecutionData,
	{ mode = 'trigger', executionId = 'engine-1', writeStaticData, respond }: Surroundings,
): RunningNode {
	const hooks = new ExecutionLifecycleHooks(mode, executionId, {
		id: 'workflow-1',
		name: 'Engine',
		nodes: [],
		connections: {},
	} as unknown as ConstructorParameters<typeof ExecutionLifecycleHooks>[2]);
	hooks.addHandler('workflowExecuteAfter', async (_run, changed: IDataObject | undefined) => {
		if (changed) await writeStaticData?.(changed);
	});
	if (respond) hooks.addHandler('sendResponse', respond);
	hooks.addHandler('nodeExecuteBefore', (name) => {
		if (name === 'Behind' && behind === 'cancelled') running.cancel();
	});
	const running = new WorkflowExecute(
		additionalDataFor(credential, hooks, executionId),
		mode,
		data,
	).processRunExecutionData(workflow);
	return {
		cancel: () => {
			running.cancel();
		},
		result: Promise.resolve(running).then((run) => {
			const task = run.data.resultData.runData.Letters?.at(-1);
			return {
				outputs: (task?.data?.main ?? []).map((items) => items ?? []),
				error: task?.error ?? run.data.resultData.error,
				hints: task?.hints ?? [],
				run,
				data: run.data,
			};
		}),
	};
}

/** What the action node is given while it is edited. */
export function editorContext(credential: CredentialData): ILoadOptionsFunctions {
	const workflow = buildWorkflow(ACTION, { parameters: {}, credential });
	const node = workflow.getNode('Letters') as INode;
	return new LoadOptionsContext(workflow, node, additionalDataFor(credential), '');
}

/** What the editor's From List shows. */
export async function searchList(
	method: 'searchTemplates' | 'searchStyles',
	credential: CredentialData,
	filter?: string,
): Promise<INodeListSearchResult> {
	const { listSearch } = new HandwrittenLetters().methods;
	return await listSearch[method].call(editorContext(credential), filter);
}

/** Runs the execution that a delivery has started. */
export async function runTrigger(
	workflow: Workflow,
	settings: NodeSettings,
	received: INodeExecutionData[][],
	surroundings: Surroundings,
): Promise<NodeResult> {
	const node = workflow.getNode('Letters') as INode;
	const data = createRunExecutionData({
		executionData: { nodeExecutionStack: [{ node, data: { main: received }, source: null }] },
	});
	return await execute(workflow, settings, data, surroundings).result;
}

/** A workflow with nothing but the trigger, for `engineWebhook.ts`. */
export function triggerWorkflow(settings: NodeSettings): Workflow {
	return buildWorkflow(TRIGGER, settings);
}
