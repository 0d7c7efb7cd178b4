/**
 * Serves the trigger node's webhook over real HTTP with n8n-core's webhook context, in n8n's order:
 * read the body, run the node, store the execution, start it, write static data, answer.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { HookContext, WebhookContext } from 'n8n-core';
import type { IDataObject, INode, INodeExecutionData, IWebhookData } from 'n8n-workflow';
import { ObservableObject } from 'n8n-workflow';

import { HandwrittenLettersTrigger } from '../../nodes/HandwrittenLettersTrigger/HandwrittenLettersTrigger.node';
import type { NodeResult, NodeSettings } from './engine';
import { additionalDataFor, runTrigger, triggerWorkflow } from './engine';
import { startLocalServer } from './localServer';
import { expressShape, parseBody } from './n8nRequest';

export interface WebhookSettings extends NodeSettings {
	/** `manual` is the editor's "Listen for test event". */
	mode?: 'webhook' | 'manual';
	/** What an earlier process has left in the database. */
	staticData?: IDataObject;
	/** Stand for n8n's database: awaited, and they may fail. */
	database?: {
		storeExecution?: (items: INodeExecutionData[]) => Promise<void>;
		writeStaticData?: () => Promise<void>;
	};
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
	close: () => Promise<void>;
}

/** No database stores an execution faster; n8n 2.40 needs about ten statements for it. */
const databaseTime = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 3));

/**
 * Activates the trigger and listens on a free port of 127.0.0.1. Unless an id is given, the node is
 * one this process has never seen.
 * @throws what the node's own activation throws.
 */
export async function startTrigger(given: WebhookSettings): Promise<EngineWebhook> {
	const settings = { ...given, node: { id: randomUUID(), ...given.node } };
	const { mode = 'webhook', database = {} } = settings;
	const node = new HandwrittenLettersTrigger();
	const [description] = node.description.webhooks ?? [];
	const webhookData = { webhookDescription: description, isTest: mode === 'manual' } as unknown as IWebhookData;
	const executions: INodeExecutionData[][] = [];
	const runs: Array<Promise<NodeResult>> = [];
	let staticData = JSON.stringify(settings.staticData ?? {});

	const load = () => {
		const workflow = triggerWorkflow(settings);
		const loaded = JSON.parse(staticData) as IDataObject;
		const wrap = () => ObservableObject.create(loaded, undefined, { ignoreEmptyOnFirstChild: true });
		workflow.staticData = wrap();
		return { workflow, wrap, self: workflow.getNode('Letters') as INode };
	};
	const activated = load();
	await node.webhookMethods.default.create.call(
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
		if (!(await parseBody(express.request))) return express.response.status(422).json({ code: 422 });
		const additionalData = Object.assign(additionalDataFor(settings.credential), {
			httpRequest: express.request,
			httpResponse: express.response,
		});
		const context = new WebhookContext(workflow, self, additionalData, mode, webhookData, [], null);
		const { workflowData, noWebhookResponse } = await node.webhook.call(context);
		if (workflowData) {
			const items = workflowData.flat();
			// n8n makes a second workflow of the same object here, which resets its mark of a change.
			wrap();
			await databaseTime();
			await database.storeExecution?.(items);
			executions.push(structuredClone(items));
			runs.push(runTrigger(load().workflow, settings, workflowData, mode, `engine-${executions.length}`));
		}
		if (workflow.staticData.__dataChanged === true && mode === 'webhook') {
			const written = JSON.stringify(workflow.staticData);
			await database.writeStaticData?.();
			staticData = written;
		}
		if (noWebhookResponse !== true) express.response.status(200).end();
	};
	const server = await startLocalServer((request, response) => {
		serve(request, response).catch((error: unknown) => {
			// What n8n does: a fault is a 500. That the node itself never throws, the tests check.
			response.statusCode = 500;
			response.end(String(error));
		});
	});
	return {
		url: `${server.origin}/webhook`,
		executions,
		runs,
		staticData: () => JSON.parse(staticData) as IDataObject,
		runStored: async (items) => await runTrigger(load().workflow, settings, [items], mode, 'engine-stored'),
		close: server.close,
	};
}
