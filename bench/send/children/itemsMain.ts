/** Runs one node on many items, in n8n's engine alone, and says what that took. Needs `--expose-gc`. */
import '../../../tools/engine/setup';

import { createRequire } from 'node:module';
import { join } from 'node:path';

import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IVersionedNodeType,
} from 'n8n-workflow';
import { createRunExecutionData, NodeHelpers, Workflow } from 'n8n-workflow';

import { HandwrittenLetters } from '../../../nodes/HandwrittenLetters/HandwrittenLetters.node';
import { DEFAULTS } from '../../../sandbox/src/defaults';
import { additionalDataFor } from '../../../tools/engine/engine';
import { answerParent } from '../../childProgram';
import { makeLetters } from '../setUps';

export interface Task {
	node: 'check' | 'edit';
	parameters: INodeParameters;
	items: number;
	account: { apiKey: string; baseUrl: string };
	/** Where n8n is installed, with its own nodes. */
	n8nFolder: string;
}

export interface Cost {
	seconds: number;
	/** Live memory of the node's input and output, as n8n holds both until the execution is stored. */
	heapBytes: number;
	/** Of the output alone. */
	outputBytes: number;
	input: number;
	output: number;
	/** Items with a picture. */
	pictures: number;
	error?: string;
}

type NodeFile = Record<'Set', new () => IVersionedNodeType>;

function typeOf({ node, n8nFolder }: Task): INodeType | IVersionedNodeType {
	if (node === 'check') return new HandwrittenLetters();
	const fromN8n = createRequire(join(n8nFolder, 'node_modules', 'n8n', 'package.json'));
	return new (fromN8n('n8n-nodes-base/dist/nodes/Set/Set.node.js') as NodeFile).Set();
}

function liveBytes(): number {
	global.gc?.();
	return process.memoryUsage().heapUsed;
}

const count = (output: INodeExecutionData[]) => ({
	output: output.length,
	pictures: output.filter(({ binary }) => binary !== undefined).length,
});

async function measure(task: Task): Promise<Cost> {
	const type = typeOf(task);
	const node: INode = {
		id: 'measured',
		name: 'Measured',
		type: 'measured',
		typeVersion: task.node === 'check' ? 1 : 3.4,
		position: [0, 0],
		parameters: task.parameters,
		credentials: { handwrittenLettersApi: { id: '1', name: 'Sandbox' } },
	};
	const workflow = new Workflow({
		id: 'workflow',
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: {
			getByName: () => type,
			getByNameAndVersion: (_name, version) => NodeHelpers.getVersionedNodeType(type, version),
			getKnownTypes: () => ({}),
		},
	});
	const empty = liveBytes();
	// From JSON, as n8n gets its items: strings that were put together here take more memory.
	const items = (JSON.parse(JSON.stringify(makeLetters(task.items))) as IDataObject[]).map((json, item) => ({
		json,
		pairedItem: { item },
	}));
	const data = createRunExecutionData({
		executionData: { nodeExecutionStack: [{ node, data: { main: [items] }, source: null }] },
	});
	const credential = {
		...task.account,
		webhookSecret: '',
		previousWebhookSecret: '',
		headerPrefix: DEFAULTS.headerPrefix,
	};
	const hooks = new ExecutionLifecycleHooks('trigger', 'bench', {
		id: workflow.id,
		name: 'Bench',
		nodes: [],
		connections: {},
	} as unknown as ConstructorParameters<typeof ExecutionLifecycleHooks>[2]);
	const before = liveBytes();
	const run = await new WorkflowExecute(
		additionalDataFor(credential, hooks),
		'trigger',
		data,
	).processRunExecutionData(workflow);
	const after = liveBytes();
	const result = run.data.resultData.runData.Measured?.[0];
	return {
		seconds: (result?.executionTime ?? NaN) / 1000,
		heapBytes: after - empty,
		outputBytes: after - before,
		input: items.length,
		...count(result?.data?.main?.[0] ?? []),
		error: run.data.resultData.error?.message,
	};
}

answerParent((task) => measure(task as Task));
process.send?.('ready');
