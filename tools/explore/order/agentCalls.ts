/** What tells the calls of an agent apart, and what they have in common. */
import { createHash } from 'node:crypto';

import type { INodeExecutionData } from 'n8n-workflow';

import type { CardCreateRequest } from '../../../nodes/contract/contract';
import { agentKey, comparableRecipient } from '../../../nodes/HandwrittenLetters/letter/keys/idempotencyKey';
import type { Clock } from '../../../nodes/n8n/clock';
import { BASE_URL } from './nodeRun';
import type { Scenario } from './scenario';

type Agent = Scenario['agent'];

/** n8n gives a node that an agent uses the type of its tool variant. */
export const toolOf = (agent: Agent): { type?: string } =>
	agent === undefined || agent === 'workflow'
		? {}
		: { type: 'n8n-nodes-handwritten-letters.handwrittenLettersTool' };

/** Of a workflow that n8n's Agents use as a tool. */
export const agentRunOf = (agent: Agent): { runId: string; integrationType: string } | undefined =>
	agent === 'workflow' ? { runId: 'run 1', integrationType: 'task' } : undefined;

/** In UTC. */
export const dayOf = (clock: Clock): string => new Date(clock.now()).toISOString().slice(0, 10);

/** An agent's key holds the account, which is another in each course and after each kill. */
export function nameAgentKey(
	key: string,
	body: string,
	{ apiKey, day }: { apiKey: string; day: string },
): string {
	const recipient = comparableRecipient(JSON.parse(body) as CardCreateRequest);
	const account = createHash('sha256').update(`${BASE_URL}\n${apiKey}`).digest('hex');
	return key === agentKey(account, day, 'card.create', [recipient]) ? `${day} ${recipient.join(' ')}` : key;
}

/** The AI Agent node gives each call an id of its own. */
export const withCallId = (items: INodeExecutionData[], call: number): INodeExecutionData[] =>
	items.map((one) => ({ ...one, json: { ...one.json, toolCallId: String(call) } }));
