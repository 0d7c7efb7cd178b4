/** The ways to receive an event that are compared, each as a workflow that does nothing else. */
import { randomUUID } from 'node:crypto';

import { CREDENTIAL, TRIGGER } from '../../tools/n8n/examples';
import type { WorkflowFile, WorkflowNode } from '../../tools/n8n/n8nClient';
import { inARow, node } from '../../tools/n8n/scenes/scene';

const WEBHOOK = 'Webhook';

export interface Subject {
	id: 'own' | 'equal' | 'bare' | 'webhook' | 'chain';
	title: string;
	/** False: it takes forged deliveries for valid ones. */
	checks: boolean;
	/** The first one listens at the path that is its webhook's id, or below it. */
	workflow: (accounts: Accounts, webhookId: string) => WorkflowFile;
}

/** What n8n holds of the one secret: once for each kind of node. */
export interface Accounts {
	own: { id: string; name: string };
	crypto: { id: string; name: string };
}

const trigger = (subject: Omit<Subject, 'workflow'>, type: string, parameters = {}): Subject => ({
	...subject,
	workflow: ({ own: account }) => {
		const first = node('Trigger', type, 2, 0, parameters);
		const needsAccount = subject.id !== 'bare';
		return inARow(subject.title, {
			...first,
			...(needsAccount && { credentials: { [CREDENTIAL]: account } }),
		});
	},
});

export const own = trigger({ id: 'own', title: 'This trigger', checks: true }, TRIGGER, {
	events: ['*'],
	options: {},
});

export const bare = trigger(
	{ id: 'bare', title: 'Bare trigger node', checks: false },
	'n8n-nodes-bare-trigger.bareTrigger',
);

/** What any trigger with a credential and a duplicate filter costs at least. */
export const equal = trigger(
	{ id: 'equal', title: 'Trigger with a credential and a record, no check', checks: false },
	'n8n-nodes-bare-trigger.equalTrigger',
);

const webhookNode = (path: string, more: object): WorkflowNode =>
	node(WEBHOOK, 'n8n-nodes-base.webhook', 2.1, 0, { httpMethod: 'POST', path, ...more });

export const webhook: Subject = {
	id: 'webhook',
	title: 'Webhook node, no check',
	checks: false,
	workflow: (_accounts, path) =>
		inARow('Webhook node, no check', webhookNode(path, { responseMode: 'onReceived', options: {} })),
};

const HEADERS = `$('${WEBHOOK}').item.json.headers`;

const respond = (name: string, responseCode: number): WorkflowNode => {
	const parameters = { respondWith: 'noData', options: { responseCode } };
	return node(name, 'n8n-nodes-base.respondToWebhook', 1.5, 4, parameters);
};

/** Checks the signature alone: no time window, no constant-time comparison, no duplicates. */
export const chain: Subject = {
	id: 'chain',
	title: "Chain of n8n's nodes",
	checks: true,
	workflow: ({ crypto }, path) => {
		const hmac = node('Crypto', 'n8n-nodes-base.crypto', 2, 2, {
			action: 'hmac',
			type: 'SHA256',
			value: `={{ ${HEADERS}['x-service-timestamp'] }}.{{ $json.raw }}`,
			dataPropertyName: 'expected',
			encoding: 'hex',
		});
		const isGenuine = {
			id: randomUUID(),
			leftValue: '={{ $json.expected }}',
			rightValue: `={{ ${HEADERS}['x-service-signature'] }}`,
			operator: { type: 'string', operation: 'equals' },
		};
		const file = inARow(
			"Chain of n8n's nodes",
			webhookNode(path, { responseMode: 'responseNode', options: { rawBody: true } }),
			node('Extract', 'n8n-nodes-base.extractFromFile', 1.1, 1, {
				operation: 'text',
				destinationKey: 'raw',
				options: { keepSource: 'json' },
			}),
			{ ...hmac, credentials: { crypto } },
			node('If', 'n8n-nodes-base.if', 2.3, 3, {
				conditions: {
					options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 3 },
					conditions: [isGenuine],
					combinator: 'and',
				},
				options: {},
			}),
		);
		const answers = [respond('Answer 200', 200), respond('Answer 401', 401)];
		file.nodes.push(...answers);
		file.connections.If = { main: answers.map(({ name }) => [{ node: name, type: 'main', index: 0 }]) };
		return file;
	},
};

export const subjects = [own, equal, bare, webhook, chain];

/** The same settings for all: n8n's own, so every execution is stored with its data. */
export function workflowOf(subject: Subject, accounts: Accounts): { file: WorkflowFile; path: string } {
	const webhookId = randomUUID();
	const { nodes, ...file } = subject.workflow(accounts, webhookId);
	const [first, ...others] = nodes;
	if (!first) throw new Error(`${subject.title} has no node.`);
	// A trigger's path is an expression for its own webhook id; that of the Webhook node is plain.
	const path = first.name === WEBHOOK ? webhookId : `${webhookId}/webhook`;
	return { file: { ...file, nodes: [{ ...first, webhookId }, ...others] }, path };
}
