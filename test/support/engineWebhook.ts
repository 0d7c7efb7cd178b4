/** Serves the trigger node's webhook over real HTTP, with n8n-core's webhook context. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { HookContext, WebhookContext } from 'n8n-core';
import type { INode, INodeExecutionData, IWebhookData } from 'n8n-workflow';

import { HandwrittenLettersTrigger } from '../../nodes/HandwrittenLettersTrigger/HandwrittenLettersTrigger.node';
import type { NodeSettings } from './engine';
import { additionalDataFor, triggerWorkflow } from './engine';

export interface EngineWebhook {
	url: string;
	/** The items of every execution the trigger started, in order. */
	executions: INodeExecutionData[][];
	close: () => Promise<void>;
}

/**
 * Activates the trigger and listens on a free port of 127.0.0.1.
 * @throws what the node's own activation throws.
 */
export async function startTrigger(settings: NodeSettings): Promise<EngineWebhook> {
	const node = new HandwrittenLettersTrigger();
	const workflow = triggerWorkflow(settings);
	const self = workflow.getNode('Letters') as INode;
	const [description] = node.description.webhooks ?? [];
	const webhookData = { webhookDescription: description, isTest: false } as unknown as IWebhookData;
	const executions: INodeExecutionData[][] = [];

	await node.webhookMethods.default.create.call(
		new HookContext(workflow, self, additionalDataFor(settings.credential), 'trigger', 'activate', webhookData),
	);

	const serve = async (request: IncomingMessage, response: ServerResponse) => {
		const express = expressShape(request, response);
		const additionalData = Object.assign(additionalDataFor(settings.credential), {
			httpRequest: express.request,
			httpResponse: express.response,
		});
		const context = new WebhookContext(
			workflow,
			self,
			additionalData,
			'webhook',
			webhookData,
			[],
			null,
		);
		const { workflowData, noWebhookResponse } = await node.webhook.call(context);
		for (const items of workflowData ?? []) executions.push(items);
		if (noWebhookResponse !== true) response.writeHead(200).end();
	};
	const server = createServer((request, response) => {
		serve(request, response).catch((error: unknown) => {
			// What n8n does: a throwing webhook is a 500. The tests check that it never comes to this.
			response.writeHead(500).end(String(error));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
		executions,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** The few parts of Express's request and response that n8n gives a trigger node. */
function expressShape(request: IncomingMessage, response: ServerResponse) {
	const expressRequest = Object.assign(request, {
		rawBody: undefined as Buffer | undefined,
		readRawBody: async () => {
			const chunks: Buffer[] = [];
			for await (const chunk of request) chunks.push(chunk as Buffer);
			expressRequest.rawBody = Buffer.concat(chunks);
		},
	});
	const expressResponse = Object.assign(response, {
		status(code: number) {
			response.statusCode = code;
			return expressResponse;
		},
		json(body: unknown) {
			response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
			return expressResponse;
		},
	});
	return { request: expressRequest, response: expressResponse };
}
