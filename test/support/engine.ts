/**
 * Runs this package's nodes in n8n-core's own engine, without an n8n server: real WorkflowExecute,
 * real contexts, real HTTP. Only the database is missing: credentials are given as plain values.
 */
import 'reflect-metadata';

import { ExecutionLifecycleHooks, LoadOptionsContext, WorkflowExecute } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	INodeListSearchResult,
	INodeParameters,
	INodeType,
	INodeTypes,
	IRun,
	IRunExecutionData,
	IWorkflowExecuteAdditionalData,
	NodeExecutionHint,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import {
	createRunExecutionData,
	ICredentialsHelper,
	NodeConnectionTypes,
	Workflow,
} from 'n8n-workflow';

import { HandwrittenLettersApi } from '../../credentials/HandwrittenLettersApi.credentials';
import { HandwrittenLetters } from '../../nodes/HandwrittenLetters/HandwrittenLetters.node';
import { HandwrittenLettersTrigger } from '../../nodes/HandwrittenLettersTrigger/HandwrittenLettersTrigger.node';
import { ACTION, TRIGGER } from './n8n/examples';

export interface CredentialData extends ICredentialDataDecryptedObject {
	apiKey: string;
	baseUrl: string;
	webhookSecret: string;
	previousWebhookSecret: string;
	headerPrefix: string;
}

/** Hands its input on: the node before the one under test. */
class Start implements INodeType {
	description = {
		displayName: 'Start',
		name: 'start',
		group: ['input' as const],
		version: 1,
		description: 'Hands its input on',
		defaults: { name: 'Start' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await Promise.resolve([this.getInputData()]);
	}
}

const types: Record<string, INodeType> = {
	'test.start': new Start(),
	[ACTION]: new HandwrittenLetters(),
	[TRIGGER]: new HandwrittenLettersTrigger(),
};

function typeOf(name: string): INodeType {
	const type = types[name];
	if (!type) throw new Error(`The engine knows no node type ${name}`);
	return type;
}

const nodeTypes: INodeTypes = {
	getByName: typeOf,
	getByNameAndVersion: typeOf,
	getKnownTypes: () => ({}),
};

/** Credentials as plain values; `authenticate` is read from the credential class under test. */
class PlainCredentials extends ICredentialsHelper {
	constructor(private readonly data: CredentialData) {
		super();
	}

	getParentTypes = () => [];

	isCredentialUsableByNode = () => true;

	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> =>
		await new HandwrittenLettersApi().authenticate(credentials, requestOptions);

	preAuthentication = async () => await Promise.resolve(undefined);

	runPreAuthentication = async () => await Promise.resolve(undefined);

	getCredentials = async () => await Promise.reject(new Error('Not stored'));

	getDecrypted = async () => await Promise.resolve({ ...this.data });

	updateCredentials = async () => await Promise.resolve();

	updateCredentialsOauthTokenData = async () => await Promise.resolve();

	getCredentialsProperties = () => [];
}

const LOCAL = 'http://127.0.0.1:1/';

export function additionalDataFor(
	credential: CredentialData,
	hooks?: ExecutionLifecycleHooks,
	executionId = 'engine-1',
): IWorkflowExecuteAdditionalData {
	return {
		credentialsHelper: new PlainCredentials(credential),
		hooks,
		executionId,
		currentNodeExecutionIndex: 0,
		restApiUrl: LOCAL,
		instanceBaseUrl: LOCAL,
		formBaseUrl: LOCAL,
		formWaitingBaseUrl: LOCAL,
		formTestBaseUrl: LOCAL,
		webhookBaseUrl: LOCAL,
		webhookWaitingBaseUrl: LOCAL,
		webhookTestBaseUrl: LOCAL,
		mcpBaseUrl: LOCAL,
		mcpTestBaseUrl: LOCAL,
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
}

function buildWorkflow(type: string, { parameters, node, timezone }: NodeSettings): Workflow {
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
	const start: INode = {
		id: 'start',
		name: 'Start',
		type: 'test.start',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	return new Workflow({
		id: 'workflow-1',
		name: 'Engine',
		nodes: type === TRIGGER ? [tested] : [start, tested],
		connections:
			type === TRIGGER
				? {}
				: { Start: { main: [[{ node: 'Letters', type: NodeConnectionTypes.Main, index: 0 }]] } },
		active: false,
		nodeTypes,
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
					node: workflow.getNode('Start') as INode,
					data: { main: [settings.items ?? [{ json: {} }]] },
					source: null,
				},
			],
		},
	});
	return execute(workflow, settings, data);
}

/** Runs the action node on the items to its end. */
export async function runActionNode(settings: NodeSettings): Promise<NodeResult> {
	return await startActionNode(settings).result;
}

function execute(
	workflow: Workflow,
	{ credential }: NodeSettings,
	data: IRunExecutionData,
	mode: WorkflowExecuteMode = 'trigger',
	executionId = 'engine-1',
): RunningNode {
	const hooks = new ExecutionLifecycleHooks(mode, executionId, {
		id: 'workflow-1',
		name: 'Engine',
		nodes: [],
		connections: {},
	} as unknown as ConstructorParameters<typeof ExecutionLifecycleHooks>[2]);
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

/** What the editor's From List shows. */
export async function searchList(
	method: 'searchTemplates' | 'searchStyles',
	credential: CredentialData,
	filter?: string,
): Promise<INodeListSearchResult> {
	const workflow = buildWorkflow(ACTION, { parameters: {}, credential });
	const node = workflow.getNode('Letters') as INode;
	const context = new LoadOptionsContext(workflow, node, additionalDataFor(credential), '');
	return await new HandwrittenLetters().methods.listSearch[method].call(context, filter);
}

/** Runs the execution that a delivery has started. */
export async function runTrigger(
	workflow: Workflow,
	settings: NodeSettings,
	received: INodeExecutionData[][],
	mode: WorkflowExecuteMode,
	executionId: string,
): Promise<NodeResult> {
	const node = workflow.getNode('Letters') as INode;
	const data = createRunExecutionData({
		executionData: { nodeExecutionStack: [{ node, data: { main: received }, source: null }] },
	});
	return await execute(workflow, settings, data, mode, executionId).result;
}

/** A workflow with nothing but the trigger, for `engineWebhook.ts`. */
export function triggerWorkflow(settings: NodeSettings): Workflow {
	return buildWorkflow(TRIGGER, settings);
}
