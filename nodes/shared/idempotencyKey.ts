/**
 * Idempotency keys (spec, Endpoints: Idempotency rules). A key is made once, before the first
 * attempt, and must come out the same when n8n runs the same node for the same order again:
 * Retry On Fail, "Retry execution", or a retry after a crash.
 */
import { createHash } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

/** JSON text that does not depend on the order of an object's properties. */
export function canonicalJson(value: unknown): string {
	return JSON.stringify(inOrder(value));
}

/** Before it becomes text: as a replacer of `JSON.stringify` this would take three times as long. */
function inOrder(value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return value;
	const parts = value as Record<string, unknown> & { toJSON?: () => unknown };
	if (typeof parts.toJSON === 'function') return inOrder(parts.toJSON());
	if (Array.isArray(value)) return value.map(inOrder);
	return Object.fromEntries(
		Object.keys(parts)
			.sort()
			.map((key) => [key, inOrder(parts[key])]),
	);
}

function digest(parts: unknown[]): string {
	return createHash('sha256').update(canonicalJson(parts)).digest('hex');
}

/** What tells one run of one node from every other. */
export interface Run {
	workflowId: string;
	nodeId: string;
	/** Survives retries of the run; differs between runs. */
	identity: string;
	/** Counts the node's runs inside one execution (loops). */
	index: number;
}

/** An input item of an order; `call` tells calls of a sub-workflow apart whose items are equal here. */
export interface KeyedItem {
	itemIndex: number;
	item: IDataObject;
	call?: unknown;
}

/**
 * Key of the order made from these input items. The items themselves are part of it, not what was
 * built from them: a corrected parameter must not turn a retried letter into a second one. `part`
 * tells apart several orders made from the same items.
 */
export function automaticKey(run: Run, operation: string, items: KeyedItem[], part: number): string {
	return digest(['automatic', run, operation, items, part]);
}

/**
 * Key of what an AI agent orders: a model that calls again means the same letter. Its items differ with
 * every call, so the key is made of the body.
 * @param scope What the same call is the same letter in: a run, or a day of an account.
 */
export function agentKey(scope: unknown, operation: string, body: unknown): string {
	return digest(['agent', scope, operation, body]);
}

/**
 * Ties a key to the run and the contents it was made for, so that the same item can keep it when a loop
 * leads it back to the node: a run of the node of its own would give it another.
 */
export function sealKey(key: string, { workflowId, nodeId, identity }: Run, body: unknown): string {
	return digest(['seal', key, workflowId, nodeId, identity, body]);
}

/** Key of the order for these `external_id`s: one letter each, across runs and crashes. */
export function externalIdKey(operation: string, externalIds: string[]): string {
	return digest(['externalId', operation, externalIds]);
}

/**
 * Key of a user's own. A run may cut its items into more batches than it has keys: a key's first
 * batch keeps it, and the later ones add their number.
 */
export function customKey(key: string, number: number): string {
	return number === 1 ? key : `${key} (batch ${number})`;
}

/** A header value: visible characters only, or the request could not be sent at all. */
export const isSendableKey = (key: string): boolean => /^[\x20-\x7e]{1,255}$/.test(key);
