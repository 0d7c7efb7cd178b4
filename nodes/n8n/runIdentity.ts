/**
 * What tells one run of the node from every other, and stays when n8n runs it again for the same letters: Retry On
 * Fail, "Retry execution", and a retry after a crash.
 */
import type { IExecuteFunctions } from 'n8n-workflow';

import { ItemNames } from '../words/itemNames';
import { isAgentTool } from './agentTool';
import { countInvented, executionId, readAgentRun, readCaller } from './runData';

export interface Run {
	workflowId: string;
	nodeId: string;
	/** Survives retries of the run; differs between runs. */
	identity: string;
	/** Counts the node's runs inside one execution (loops). */
	index: number;
}

/** The source of an execution that another workflow called. */
export const SUB_WORKFLOW = 'integrated';

/** An agent has called the node, or the workflow. */
export const isForAgent = (context: IExecuteFunctions): boolean =>
	isAgentTool(context) || readAgentRun(context) !== undefined;

/**
 * The instant n8n established the execution is stored before the execution starts and stays through Retry On Fail
 * and "Retry execution", crash included. Undefined where n8n does not tell which run this is: it establishes every
 * call of a workflow or of an agent anew, so their retries look like other runs.
 */
export function identifyRun(context: IExecuteFunctions): Run | undefined {
	const establishedAt = context.getExecutionContext()?.establishedAt;
	if (establishedAt === undefined || isCalled(context) || isForAgent(context)) return undefined;
	return {
		workflowId: context.getWorkflow().id ?? '',
		nodeId: context.getNode().id,
		identity: String(establishedAt),
		index: readRunIndex(context),
	};
}

function readRunIndex(context: IExecuteFunctions): number {
	const counted = Number(context.getWorkflowDataProxy(0).$runIndex);
	// "Retry execution" counts them.
	return counted - countInvented(context, counted);
}

/** Which run of the node in the execution this is, from the second on. An agent's calls are no rounds. */
function readRound(context: IExecuteFunctions): number | undefined {
	const index = isAgentTool(context) ? 0 : readRunIndex(context);
	return index > 0 ? index + 1 : undefined;
}

/** The input items of this run of the node, as people name them. */
export const nameItems = (context: IExecuteFunctions): ItemNames =>
	new ItemNames(context.getInputData(), readRound(context));

/** False for an agent that n8n runs outside any execution. */
export function hasExecution(context: IExecuteFunctions): boolean {
	return (
		context.getExecutionContext() !== undefined || executionId.safeParse(context.getExecutionId()).success
	);
}

/** An error workflow names the failed execution as its parent, but nobody calls it again. */
function isCalled(context: IExecuteFunctions): boolean {
	return (context.getExecutionContext()?.source ?? context.getMode()) === SUB_WORKFLOW;
}

/** When the run around this one began, as far as n8n tells: a retry of it has the same instant. */
export function readBegunAt(context: IExecuteFunctions): number | undefined {
	const own = context.getExecutionContext();
	const around = own?.source === SUB_WORKFLOW ? readCaller(context)?.executionContext : undefined;
	return around?.establishedAt ?? own?.establishedAt;
}
