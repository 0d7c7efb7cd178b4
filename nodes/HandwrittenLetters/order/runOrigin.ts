/** Whether a run began in production or in the editor. */
import type { IExecuteFunctions } from 'n8n-workflow';

import { readCaller } from './runData';
import { SUB_WORKFLOW } from './runIdentity';

/** Begun by a trigger, a webhook, an error or the command line. */
const PRODUCTION = new Set(['trigger', 'webhook', 'error', 'cli']);

/**
 * Undefined where n8n does not let it be known. The source of an execution stays through "Retry
 * execution", also of a run in the editor, where `getMode()` says `retry` of both. A sub-workflow
 * knows its caller's source; two calls deep, that caller is a sub-workflow itself.
 */
export function beganInProduction(context: IExecuteFunctions): boolean | undefined {
	const source = context.getExecutionContext()?.source ?? context.getMode();
	if (source !== SUB_WORKFLOW) return PRODUCTION.has(source);
	const caller = readCaller(context)?.executionContext?.source;
	return caller === undefined || caller === SUB_WORKFLOW ? undefined : PRODUCTION.has(caller);
}
