/**
 * Idempotency keys (spec, Endpoints: Idempotency rules). A key is made once, before the first
 * attempt. It is the identity of a letter: what has the same key is the same letter.
 */
import { createHash } from 'node:crypto';

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { canonicalJson } from '../../contract/json';
import { isAgentTool } from '../../n8n/run';
import type { Run } from '../../n8n/run';

function digest(parts: unknown[]): string {
	return createHash('sha256').update(canonicalJson(parts)).digest('hex');
}

/**
 * Key of the order made from these input items in this run. The items themselves are part of it, not
 * what was built from them: a corrected parameter must not turn a retried letter into a second one.
 */
export function runKey(
	run: Run,
	operation: string,
	items: Array<{ itemIndex: number; item: IDataObject }>,
): string {
	return digest(['run', run, operation, items]);
}

/** Key of the order for these `external_id`s: one letter each, across runs and crashes. */
export function externalIdKey(operation: string, externalIds: string[]): string {
	return digest(['externalId', operation, externalIds]);
}

/** A header value: visible characters only, or the request could not be sent at all. */
export const isSendableKey = (key: string): boolean => /^[\x20-\x7e]{1,255}$/.test(key);

/**
 * Whether a field that names letters may do so here, as it is stored. An ID that a model makes up differs with
 * every call, and a fixed one is the same for all letters of an agent.
 */
export function mayName(context: IExecuteFunctions, stored: unknown): boolean {
	if (!isAgentTool(context)) return true;
	if (typeof stored !== 'string' || !stored.startsWith('=') || !stored.includes('$')) return false;
	// n8n knows it in three spellings.
	return !/\$fromAI/i.test(stored);
}
