/**
 * Idempotency keys (spec, Endpoints: Idempotency rules). A key is made once, before the first
 * attempt. It is the identity of a letter: what has the same key is the same letter.
 */
import { createHash } from 'node:crypto';

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { canonicalJson } from '../../../contract/canonicalJson';
import type { CardCreateRequest } from '../../../contract/contract';
import { plainWords } from '../../../contract/visibleText';
import { isAgentTool } from '../../../n8n/agentTool';
import type { Run } from '../../../n8n/runIdentity';
import { hasExecution } from '../../../n8n/runIdentity';

function digest(parts: unknown[]): string {
	return createHash('sha256').update(canonicalJson(parts)).digest('hex');
}

/** An input item of an order; `call` tells calls of a sub-workflow apart whose items are equal here. */
export interface KeyedItem {
	itemIndex: number;
	item: IDataObject;
	call?: unknown;
}

/**
 * Key of the order made from these input items in this run. The items themselves are part of it, not
 * what was built from them: a corrected parameter must not turn a retried letter into a second one.
 */
export function runKey(run: Run, operation: string, items: KeyedItem[]): string {
	return digest(['run', run, operation, items]);
}

/**
 * Key of what an AI agent orders: one letter to each recipient a day. A model that calls again, in other
 * words too, means the same letter.
 * @param account The hash that names it.
 * @param day For example `2026-12-01`.
 */
export function agentKey(account: string, day: string, operation: string, recipients: unknown[]): string {
	return digest(['agent', account, day, operation, recipients]);
}

/**
 * Key of the order for these `external_id`s: one letter each, across runs and crashes.
 * @param recipients Where an ID is no letter's own: one that a tool of an agent has as a fixed text.
 */
export function externalIdKey(operation: string, externalIds: string[], recipients?: unknown[]): string {
	return digest(['externalId', operation, externalIds, ...(recipients === undefined ? [] : [recipients])]);
}

/** A header value: visible characters only, or the request could not be sent at all. */
export const isSendableKey = (key: string): boolean => /^[\x20-\x7e]{1,255}$/.test(key);

/** Whether External IDs identify letters, by themselves or together with their recipients. */
type IdentityOfIds = 'yes' | 'withRecipient' | 'no';

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
