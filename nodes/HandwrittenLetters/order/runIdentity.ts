/**
 * What tells one run of the node from every other, and stays when n8n runs it again for the same
 * letters: Retry On Fail, "Retry execution", a retry after a crash, and a caller that calls its
 * sub-workflow once more.
 */
import type { IExecuteFunctions, IWorkflowDataProxyData } from 'n8n-workflow';
import { z } from 'zod/v4';

import type { Run } from '../../shared/idempotencyKey';

export interface RunIdentity {
	run: Run;
	/** False where n8n does not let a run and its retry be known for the same. */
	survivesRetry: boolean;
}

interface Identity {
	identity: string;
	survivesRetry: boolean;
}

/** The source of an execution that another workflow called. */
export const SUB_WORKFLOW = 'integrated';

const executionId = z
	.union([z.string(), z.number()])
	.transform(String)
	// What n8n writes where an execution has no id would make all runs the same.
	.refine((id) => id !== '' && id !== '__UNKNOWN__');

/** The caller of a sub-workflow; not in n8n's published types (read in 1.123 and 2.40). */
const callerSchema = z.looseObject({
	executionId,
	workflowId: z.string().optional(),
	executionContext: z
		.looseObject({
			establishedAt: z.number(),
			source: z.string(),
			parentExecutionId: executionId.optional(),
		})
		.optional(),
});

export function identifyRun(context: IExecuteFunctions): RunIdentity {
	const proxy: IWorkflowDataProxyData = context.getWorkflowDataProxy(0);
	const { identity, survivesRetry } = identify(context, proxy);
	return {
		run: {
			workflowId: context.getWorkflow().id ?? '',
			nodeId: context.getNode().id,
			identity,
			index: Number(proxy.$runIndex),
		},
		survivesRetry,
	};
}

/**
 * The instant n8n established the execution: it is stored before the execution starts and stays
 * through Retry On Fail and "Retry execution", crash included. Where n8n gives none, the first
 * execution's id, kept in the execution's custom data (this survives retries, not a crash).
 */
function identify(context: IExecuteFunctions, proxy: IWorkflowDataProxyData): Identity {
	const own = context.getExecutionContext();
	const ownIdentity = String(own?.establishedAt ?? firstExecutionId(context, proxy));
	// An error workflow names the failed execution as its parent, but nobody calls it again.
	const called = (own?.source ?? context.getMode()) === SUB_WORKFLOW;
	if (!called) return { identity: ownIdentity, survivesRetry: true };
	return identifyCaller(context) ?? { identity: ownIdentity, survivesRetry: false };
}

/** When the run around this one began, as far as n8n tells: a retry of it has the same instant. */
export function readBegunAt(context: IExecuteFunctions): number | undefined {
	const own = context.getExecutionContext();
	const around = own?.source === SUB_WORKFLOW ? readCaller(context)?.executionContext : undefined;
	return around?.establishedAt ?? own?.establishedAt;
}

/**
 * n8n establishes every call of a sub-workflow anew, so its identity is that of the run around it.
 * One level below, this is the caller's own instant. Deeper, n8n names the execution two levels up
 * alone: its id stays while the callers below it try again, and changes with "Retry execution".
 */
function identifyCaller(context: IExecuteFunctions): Identity | undefined {
	const caller = readCaller(context);
	if (caller === undefined) return undefined;
	const around = caller.executionContext;
	if (around !== undefined && around.source !== SUB_WORKFLOW) {
		const identity = `called by ${caller.workflowId ?? ''} at ${around.establishedAt}`;
		return { identity, survivesRetry: true };
	}
	const outer = around?.parentExecutionId ?? caller.executionId;
	return { identity: `called within ${outer}`, survivesRetry: false };
}

export function readCaller(context: IExecuteFunctions): z.infer<typeof callerSchema> | undefined {
	const { runExecutionData } = context as unknown as { runExecutionData?: { parentExecution?: unknown } };
	return callerSchema.safeParse(runExecutionData?.parentExecution).data;
}

const CUSTOM_DATA_KEY = 'handwrittenLettersRun';

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
