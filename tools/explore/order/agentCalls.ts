/** What tells the calls of an agent apart, and what they have in common. */
import type { INodeExecutionData } from 'n8n-workflow';

import type { Scenario } from './scenario';

type Agent = Scenario['agent'];

/** n8n gives a node that an agent uses the type of its tool variant. */
export const toolOf = (agent: Agent): { type?: string } =>
	agent === 'tool' ? { type: 'n8n-nodes-handwritten-letters.handwrittenLettersTool' } : {};

/** Of a workflow that n8n's Agents use as a tool. */
export const agentRunOf = (agent: Agent): { runId: string; integrationType: string } | undefined =>
	agent === 'workflow' ? { runId: 'run 1', integrationType: 'task' } : undefined;

/** The AI Agent node gives each call an id of its own. */
export const withCallId = (items: INodeExecutionData[], call: number): INodeExecutionData[] =>
	items.map((one) => ({ ...one, json: { ...one.json, toolCallId: String(call) } }));
