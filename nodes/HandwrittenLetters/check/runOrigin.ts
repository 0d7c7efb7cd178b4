/** Whether a run began in production or in the editor. */
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';

/** Begun by a trigger, a webhook, an error or the command line. */
const PRODUCTION = new Set(['trigger', 'webhook', 'error', 'cli']);
const SUB_WORKFLOW = 'integrated';

/** The caller of a sub-workflow; not in n8n's published types (read in 1.123 and 2.40). */
const callerSchema = z.looseObject({ executionContext: z.looseObject({ source: z.string() }) });

/**
 * Undefined where n8n does not let it be known. The source of an execution stays through "Retry
 * execution", also of a run in the editor, where `getMode()` says `retry` of both. A sub-workflow
 * knows its caller's source; two calls deep, that caller is a sub-workflow itself.
 */
export function beganInProduction(context: IExecuteFunctions): boolean | undefined {
	const source = context.getExecutionContext()?.source ?? context.getMode();
	if (source !== SUB_WORKFLOW) return PRODUCTION.has(source);
	const { runExecutionData } = context as unknown as { runExecutionData?: { parentExecution?: unknown } };
	const caller = callerSchema.safeParse(runExecutionData?.parentExecution).data?.executionContext.source;
	return caller === undefined || caller === SUB_WORKFLOW ? undefined : PRODUCTION.has(caller);
}
