/** What identifies a letter that an AI agent orders: a model cannot be relied on for an ID of its own. */
import type { IExecuteFunctions } from 'n8n-workflow';

import type { CardCreateRequest } from '../../../contract/contract';
import { plainWords } from '../../../contract/visibleText';
import { isAgentTool } from '../../../n8n/agentTool';
import { hasExecution } from '../../../n8n/runIdentity';

/** Whether External IDs identify letters, by themselves or together with their recipients. */
export type IdentityOfIds = 'yes' | 'withRecipient' | 'no';

/**
 * An ID that a model makes up differs with every call, and a fixed one is the same for all its letters.
 * n8n's Agents evaluate every expression with what the model gave, and have no execution.
 */
export function readIdentityOfIds(context: IExecuteFunctions): IdentityOfIds {
	if (!isAgentTool(context)) return 'yes';
	const raw = context.getNode().parameters.externalId;
	if (typeof raw !== 'string' || !raw.startsWith('=') || !raw.includes('$')) return 'withRecipient';
	// n8n knows it in three spellings.
	return /\$fromAI/i.test(raw) || !hasExecution(context) ? 'no' : 'yes';
}

/** Name and postal code, however a model writes them. */
export function comparableRecipient({ to }: CardCreateRequest): [name: string, zip: string] {
	return [plainWords(to.name), plainWords(to.zip).replaceAll(' ', '')];
}
