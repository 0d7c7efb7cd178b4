/**
 * The credential's "Test" button in n8n-core's own engine: the request that the credential describes
 * runs in the routing node, and its rules judge the answer as n8n's credentials tester does.
 */
import { ExecuteContext, RoutingNode } from 'n8n-core';
import type { ICredentialTestRequest, INode, INodeType, INodeTypes } from 'n8n-workflow';
import { createRunExecutionData, Workflow } from 'n8n-workflow';

import { HandwrittenLettersApi } from '../../credentials/HandwrittenLettersApi.credentials';
import type { CredentialData } from './engine';
import { additionalDataFor } from './engine';

export interface CredentialVerdict {
	status: 'OK' | 'Error';
	message?: string;
}

const TYPE = 'test.credential';
const CREDENTIAL = { id: '1', name: 'Sandbox' };

const node: INode = {
	id: 'temp',
	name: 'Temp-Node',
	type: TYPE,
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
	credentials: { handwrittenLettersApi: CREDENTIAL },
};

function nodeTypeOf({ request }: ICredentialTestRequest): INodeType {
	return {
		description: {
			displayName: 'Test',
			name: TYPE,
			group: ['input'],
			version: 1,
			description: 'Sends the credential’s test request',
			defaults: { name: 'Test' },
			inputs: ['main'],
			outputs: ['main'],
			credentials: [{ name: 'handwrittenLettersApi', required: true }],
			properties: [{ displayName: 'Temp', name: 'temp', type: 'string', routing: { request }, default: '' }],
		},
	};
}

/** What a dotted path finds, read as n8n reads it: also in a text or a list. */
function valueAt(body: unknown, path: string): unknown {
	return path.split('.').reduce((value, key) => (value as Record<string, unknown> | null)?.[key], body);
}

export async function testCredential(data: CredentialData): Promise<CredentialVerdict> {
	const { test, name: type } = new HandwrittenLettersApi();
	const nodeType = nodeTypeOf(test);
	const nodeTypes: INodeTypes = {
		getByName: () => nodeType,
		getByNameAndVersion: () => nodeType,
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const input = [{ json: {} }];
	const context = new ExecuteContext(
		workflow,
		node,
		additionalDataFor(data),
		'internal',
		createRunExecutionData(),
		0,
		input,
		{ main: [input] },
		{ node, data: {}, source: null },
		[],
	);
	const rules = test.rules ?? [];
	try {
		const answer = await new RoutingNode(context, nodeType, { ...CREDENTIAL, type, data }).runNode();
		const body = answer?.[0]?.[0]?.json;
		const broken = rules.find(
			(rule) =>
				rule.type === 'responseSuccessBody' && valueAt(body, rule.properties.key) === rule.properties.value,
		);
		return broken ? { status: 'Error', message: broken.properties.message } : { status: 'OK' };
	} catch (error) {
		const { cause } = error as { cause?: { response?: { status: number } } };
		const code = cause?.response?.status;
		const broken = rules.find((rule) => rule.type === 'responseCode' && rule.properties.value === code);
		return { status: 'Error', message: broken?.properties.message ?? String(code ?? error) };
	}
}
