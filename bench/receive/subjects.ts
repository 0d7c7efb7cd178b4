/** The ways to receive an event that are compared, each as a workflow that does nothing else. */
import { randomUUID } from 'node:crypto';

import { CREDENTIAL, TRIGGER } from '../../tools/n8n/examples';
import type { WorkflowFile, WorkflowNode } from '../../tools/n8n/n8nClient';

export interface Subject {
	id: 'own' | 'equal' | 'bare' | 'webhook' | 'chain';
	title: string;
	/** False: it takes forged deliveries for valid ones. */
	checks: boolean;
	nodes: (accounts: Accounts) => WorkflowNode[];
	/** Where its first node listens, below `/webhook/`. */
	path: (webhookId: string) => string;
}

/** What n8n holds of the one secret: once for each kind of node. */
export interface Accounts {
	own: { id: string; name: string };
	crypto: { id: string; name: string };
}

type Node = Pick<WorkflowNode, 'name' | 'type' | 'typeVersion' | 'parameters' | 'credentials'>;

const placed = (nodes: Node[]): WorkflowNode[] =>
	nodes.map((node, column) => ({ ...node, position: [column * 220, 0] }));

const below = (webhookId: string): string => `${webhookId}/webhook`;

export const own: Subject = {
	id: 'own',
	title: 'This trigger',
	checks: true,
	nodes: (accounts) =>
		placed([
			{
				name: 'Trigger',
				type: TRIGGER,
				typeVersion: 2,
				parameters: { events: ['*'], options: {} },
				credentials: { [CREDENTIAL]: accounts.own },
			},
		]),
	path: below,
};

export const bare: Subject = {
	id: 'bare',
	title: 'Bare trigger node',
	checks: false,
	nodes: () =>
		placed([{ name: 'Trigger', type: 'n8n-nodes-bare-trigger.bareTrigger', typeVersion: 2, parameters: {} }]),
	path: below,
};

/** What any trigger with a credential and a duplicate filter costs at least. */
export const equal: Subject = {
	id: 'equal',
	title: 'Trigger with a credential and a record, no check',
	checks: false,
	nodes: (accounts) =>
		placed([
			{
				name: 'Trigger',
				type: 'n8n-nodes-bare-trigger.equalTrigger',
				typeVersion: 2,
				parameters: {},
				credentials: { [CREDENTIAL]: accounts.own },
			},
		]),
	path: below,
};

/** The node's path is an expression for its own webhook id; ours is plain. */
const webhookNode = (parameters: Record<string, unknown>): Node => ({
	name: 'Webhook',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2.1,
	parameters: { httpMethod: 'POST', ...parameters },
});

export const webhook: Subject = {
	id: 'webhook',
	title: 'Webhook node, no check',
	checks: false,
	nodes: () => placed([webhookNode({ responseMode: 'onReceived', options: {} })]),
	path: (webhookId) => webhookId,
};

const HEADERS = "$('Webhook').item.json.headers";
const OK = 'Answer 200';
const REFUSED = 'Answer 401';

function respond(name: string, responseCode: number): Node {
	return {
		name,
		type: 'n8n-nodes-base.respondToWebhook',
		typeVersion: 1.5,
		parameters: { respondWith: 'noData', options: { responseCode } },
	};
}

/** Checks the signature alone: no time window, no constant-time comparison, no duplicates. */
export const chain: Subject = {
	id: 'chain',
	title: "Chain of n8n's nodes",
	checks: true,
	nodes: ({ crypto }) =>
		placed([
			webhookNode({ responseMode: 'responseNode', options: { rawBody: true } }),
			{
				name: 'Extract',
				type: 'n8n-nodes-base.extractFromFile',
				typeVersion: 1.1,
				parameters: { operation: 'text', destinationKey: 'raw', options: { keepSource: 'json' } },
			},
			{
				name: 'Crypto',
				type: 'n8n-nodes-base.crypto',
				typeVersion: 2,
				parameters: {
					action: 'hmac',
					type: 'SHA256',
					value: `={{ ${HEADERS}['x-service-timestamp'] }}.{{ $json.raw }}`,
					dataPropertyName: 'expected',
					encoding: 'hex',
				},
				credentials: { crypto },
			},
			{
				name: 'If',
				type: 'n8n-nodes-base.if',
				typeVersion: 2.3,
				parameters: {
					conditions: {
						options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 3 },
						conditions: [
							{
								id: randomUUID(),
								leftValue: '={{ $json.expected }}',
								rightValue: `={{ ${HEADERS}['x-service-signature'] }}`,
								operator: { type: 'string', operation: 'equals' },
							},
						],
						combinator: 'and',
					},
					options: {},
				},
			},
			respond(OK, 200),
			respond(REFUSED, 401),
		]),
	path: (webhookId) => webhookId,
};

export const subjects = [own, equal, bare, webhook, chain];

/** The same settings for all: n8n's own, so every execution is stored with its data. */
export function workflowOf(subject: Subject, accounts: Accounts): { file: WorkflowFile; path: string } {
	const webhookId = randomUUID();
	const [first, ...others] = subject.nodes(accounts);
	if (!first) throw new Error(`${subject.title} has no node.`);
	const parameters =
		first.type === 'n8n-nodes-base.webhook' ? { ...first.parameters, path: webhookId } : first.parameters;
	const to = (name: string): unknown => [{ node: name, type: 'main', index: 0 }];
	return {
		file: {
			name: subject.title,
			nodes: [{ ...first, webhookId, parameters }, ...others],
			connections:
				subject === chain
					? {
							Webhook: { main: [to('Extract')] },
							Extract: { main: [to('Crypto')] },
							Crypto: { main: [to('If')] },
							If: { main: [to(OK), to(REFUSED)] },
						}
					: {},
			settings: { executionOrder: 'v1' },
		},
		path: subject.path(webhookId),
	};
}
