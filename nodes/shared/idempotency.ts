/**
 * Idempotency keys (spec, Endpoints: Idempotency rules). A key is made once, before the first
 * attempt, and must come out the same when n8n runs the same node for the same order again:
 * Retry On Fail, "Retry execution", or a retry after a crash.
 */
import { createHash } from 'node:crypto';

import type { IDataObject, IExecuteFunctions, IWorkflowDataProxyData } from 'n8n-workflow';

export type KeyMode = 'automatic' | 'externalId' | 'custom';

/** JSON text that does not depend on the order of an object's properties. */
export function canonicalJson(value: unknown): string {
	return JSON.stringify(value, (_key, part: unknown) =>
		typeof part === 'object' && part !== null && !Array.isArray(part)
			? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
			: part,
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

const CUSTOM_DATA_KEY = 'handwrittenLettersRun';

/**
 * Run identity: the instant the execution was established, which n8n stores before it starts and
 * keeps through Retry On Fail and "Retry execution", crash included. Where n8n gives none, the
 * first execution's id, kept in the execution's custom data (this survives retries, not a crash).
 */
export function describeRun(context: IExecuteFunctions): Run {
	const proxy: IWorkflowDataProxyData = context.getWorkflowDataProxy(0);
	return {
		workflowId: context.getWorkflow().id ?? '',
		nodeId: context.getNode().id,
		identity: String(context.getExecutionContext()?.establishedAt ?? firstExecutionId(context, proxy)),
		index: Number(proxy.$runIndex),
	};
}

interface CustomData {
	get(key: string): string | undefined;
	set(key: string, value: string): void;
}

function firstExecutionId(context: IExecuteFunctions, proxy: IWorkflowDataProxyData): string {
	const { customData } = proxy.$execution as { customData: CustomData };
	const known = customData.get(CUSTOM_DATA_KEY);
	if (known !== undefined) return known;
	customData.set(CUSTOM_DATA_KEY, context.getExecutionId());
	return context.getExecutionId();
}

/**
 * Key of the order made from these input items. The items themselves are part of it, not what was
 * built from them: a corrected parameter must not turn a retried letter into a second one. `part`
 * tells apart several orders made from the same items.
 */
export function automaticKey(
	run: Run,
	operation: string,
	orders: Array<{ itemIndex: number; item: IDataObject }>,
	part: number,
): string {
	return digest(['automatic', run, operation, orders, part]);
}

/** Key of the order for these `external_id`s: one letter each, across runs and crashes. */
export function externalIdKey(operation: string, externalIds: string[]): string {
	return digest(['externalId', operation, externalIds]);
}
