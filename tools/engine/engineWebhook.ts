/**
 * Serves the trigger node's webhook over real HTTP with n8n-core's webhook context, in the order of
 * n8n 2.40: read the body, run the node, load the execution's copy of static data, store the
 * execution, start it, and once it gives an answer, write static data and answer with it; bytes are
 * answered first. An execution that has changed its copy writes it back at its end.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { HookContext, WebhookContext } from 'n8n-core';
import type {
	IDataObject,
	IExecuteResponsePromiseData,
	IN8nHttpFullResponse,
	INode,
	INodeExecutionData,
	IWebhookData,
} from 'n8n-workflow';
import { ObservableObject } from 'n8n-workflow';

import { HandwrittenLettersTrigger } from '../../nodes/HandwrittenLettersTrigger/HandwrittenLettersTrigger.node';
import { startLocalServer } from '../localServer';
import type { NodeResult, NodeSettings } from './engine';
import { additionalDataFor, runTrigger, triggerWorkflow } from './engine';
import { expressShape, parseBody } from './n8nRequest';

export interface WebhookSettings extends NodeSettings {
	/** `manual` is the editor's "Listen for test event". */
	mode?: 'webhook' | 'manual';
	/** What an earlier process has left in the database. */
	staticData?: IDataObject;
	/** Stand for n8n's database: awaited, and they may fail. */
	database?: {
		/** Also the wait for a slot under `N8N_CONCURRENCY_PRODUCTION_LIMIT`. */
		storeExecution?: (items: INodeExecutionData[]) => Promise<void>;
		writeStaticData?: () => Promise<void>;
	};
	/**
	 * What becomes of an execution once it is stored. `rejected`: n8n drops it before it begins (a
	 * parameter of a later node is missing), and answers 500.
	 */
	fate?: () => 'runs' | 'rejected';
}

export interface EngineWebhook {
	url: string;
	/** The items of every execution that was stored, in order. */
	executions: INodeExecutionData[][];
	/** How those executions end. */
	runs: Array<Promise<NodeResult>>;
	/** As it is in the database. */
	staticData: () => IDataObject;
	/** What n8n does on its start with an execution that was stored and not begun when it was killed. */
	runStored: (items: INodeExecutionData[]) => Promise<NodeResult>;
	/** "Retry execution" of one that crashed: n8n loads no static data for it. */
	retry: (items: INodeExecutionData[]) => Promise<NodeResult>;
	close: () => Promise<void>;
}

/**
 * A statement to n8n's database. What was due at once when it was sent comes first, however busy the
 * machine: timers of one duration run in their order, and n8n 2.40 sends about ten statements before
 * it looks at static data.
 */
async function statement(): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, 1));
	await new Promise((resolve) => setImmediate(resolve));
}

/**
 * Activates the trigger and listens on a free port of 127.0.0.1. Unless an id is given, the node is
 * one this process has never seen.
 * @throws what the node's own activation throws.
 */
export async function startTrigger(given: WebhookSettings): Promise<EngineWebhook> {
	const settings = { ...given, node: { id: randomUUID(), ...given.node } };
	const { mode = 'webhook', database = {}, fate = () => 'runs' } = settings;
	const node = new HandwrittenLettersTrigger();
	const { code = () => node } = settings;
	const [description] = node.description.webhooks ?? [];
	const webhookData = {
		webhookDescription: description,
		isTest: mode === 'manual',
	} as unknown as IWebhookData;
	const executions: INodeExecutionData[][] = [];
	const runs: Array<Promise<NodeResult>> = [];
	let staticData = JSON.stringify(settings.staticData ?? {});

	/** Every delivery and every execution has a copy of static data of its own. */
	const load = () => {
		const workflow = triggerWorkflow(settings);
		const loaded = JSON.parse(staticData) as IDataObject;
		const wrap = () => ObservableObject.create(loaded, undefined, { ignoreEmptyOnFirstChild: true });
		workflow.staticData = wrap();
		return { workflow, wrap, self: workflow.getNode('Letters') as INode };
	};
	const write = async (changed: IDataObject): Promise<void> => {
		if (mode === 'manual') return;
		// Serialised when the statement is made; n8n logs a failure and goes on.
		const written = JSON.stringify(changed);
		await Promise.resolve(database.writeStaticData?.()).then(
			() => (staticData = written),
			() => undefined,
		);
	};
	const activated = load();
	await code().webhookMethods?.default?.create.call(
		new HookContext(
			activated.workflow,
			activated.self,
			additionalDataFor(settings.credential),
			'trigger',
			'activate',
			webhookData,
		),
	);

	const serve = async (request: IncomingMessage, response: ServerResponse) => {
		const express = expressShape(request, response);
		if (request.method !== 'POST') return express.response.status(404).json({ code: 404 });
		const { workflow, self, wrap } = load();
		const writeChanged = async () => {
			if (workflow.staticData.__dataChanged === true) await write(workflow.staticData);
		};
		if (!(await parseBody(express.request))) return express.response.status(422).json({ code: 422 });
		const additionalData = Object.assign(additionalDataFor(settings.credential), {
			httpRequest: express.request,
			httpResponse: express.response,
		});
		const context = new WebhookContext(workflow, self, additionalData, mode, webhookData, [], null);
		const { workflowData, noWebhookResponse } = (await code().webhook?.call(context)) ?? {};
		if (workflowData) {
			const items = workflowData.flat();
			// n8n makes a second workflow of the same object here, which resets its mark of a change.
			wrap();
			await statement();
			const execution = load().workflow;
			await database.storeExecution?.(items);
			await statement();
			executions.push(structuredClone(items));
			if (fate() === 'rejected') throw new Error('Error in workflow');
			const executionId = `engine-${executions.length}`;
			const response = await new Promise<IExecuteResponsePromiseData>((respond) => {
				const surroundings = { mode, executionId, writeStaticData: write, respond };
				runs.push(runTrigger(execution, settings, workflowData, surroundings));
			});
			const { statusCode, body } = response as IN8nHttpFullResponse;
			express.response.status(statusCode);
			if (Buffer.isBuffer(body)) express.response.end(body);
			// Whether or not it has answered.
			process.nextTick(() => express.response.end());
			await writeChanged();
			if (!Buffer.isBuffer(body)) express.response.json(body);
			return;
		}
		await writeChanged();
		if (noWebhookResponse !== true) express.response.status(200).end();
	};
	const server = await startLocalServer((request, response) => {
		serve(request, response).catch((error: unknown) => {
			// What n8n does. That the node itself never throws, the tests check.
			response.statusCode = 500;
			response.end(String(error));
		});
	});
	return {
		url: `${server.origin}/webhook`,
		executions,
		runs,
		staticData: () => JSON.parse(staticData) as IDataObject,
		runStored: async (items) =>
			await runTrigger(load().workflow, settings, [items], { mode, writeStaticData: write }),
		retry: async (items) => {
			const surroundings = { mode: 'retry', writeStaticData: write } as const;
			return await runTrigger(triggerWorkflow(settings), settings, [items], surroundings);
		},
		close: server.close,
	};
}
