/**
 * What tells one run of the node from every other, and stays when n8n runs it again for the same
 * letters: Retry On Fail, "Retry execution", a retry after a crash, and a caller that calls its
 * sub-workflow once more.
 */
import type { IExecuteFunctions, IWorkflowDataProxyData } from 'n8n-workflow';

import { ItemNames } from '../words/itemNames';
import { Refusal } from '../words/refusal';
import { isAgentTool } from './agentTool';
import { readCall } from './calledItem';
import { systemClock } from './clock';
import { countInvented, executionId, readAgentRun, readCaller } from './runData';

/** What tells one run of one node from every other. */
export interface Run {
	workflowId: string;
	nodeId: string;
	/** Survives retries of the run; differs between runs. */
	identity: string;
	/** Counts the node's runs inside one execution (loops). */
	index: number;
}

/**
 * When the same order is sent under the same key again: whenever it is ordered again, only by a retry of
 * the same run ("Retry execution" of this workflow or of the one that calls it), or, where n8n does not
 * let a run and its retry be known for the same, nothing that is sure.
 */
export type ComesAgain = 'always' | 'withRun' | 'unsure';

export type RunIdentity =
	| {
			kind: 'run';
			run: Run;
			comesAgain: ComesAgain;
			/** Of a called run: what its call had that led to the item. */
			callOf?: (itemIndex: number) => unknown;
	  }
	/** `day` is that on which the run was established, else today (UTC): a retry after midnight keeps it. */
	| { kind: 'agent'; day: string };

interface Identity {
	identity: string;
	comesAgain: ComesAgain;
	/** Another workflow calls this one. */
	isCalled: boolean;
}

/** The source of an execution that another workflow called. */
export const SUB_WORKFLOW = 'integrated';

/** An agent has called the node, or the workflow. */
export const isForAgent = (context: IExecuteFunctions): boolean =>
	isAgentTool(context) || readAgentRun(context) !== undefined;

/** @throws Refusal where n8n names no run at all */
export function identifyRun(context: IExecuteFunctions): RunIdentity {
	if (isForAgent(context)) {
		const day = new Date(readBegunAt(context) ?? systemClock.now()).toISOString().slice(0, 10);
		return { kind: 'agent', day };
	}
	const proxy: IWorkflowDataProxyData = context.getWorkflowDataProxy(0);
	const workflowId = context.getWorkflow().id ?? '';
	const nodeId = context.getNode().id;
	const { identity, comesAgain, isCalled } = identify(context, proxy);
	const index = readRunIndex(context, proxy);
	const callOf = isCalled ? readCall(context, proxy) : undefined;
	return { kind: 'run', run: { workflowId, nodeId, identity, index }, comesAgain, callOf };
}

function readRunIndex(context: IExecuteFunctions, proxy: IWorkflowDataProxyData): number {
	const counted = Number(proxy.$runIndex);
	// "Retry execution" counts them.
	return counted - countInvented(context, counted);
}

/** Which run of the node in the execution this is, from the second on. An agent's calls are no rounds. */
function readRound(context: IExecuteFunctions): number | undefined {
	const index = isAgentTool(context) ? 0 : readRunIndex(context, context.getWorkflowDataProxy(0));
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

/**
 * The instant n8n established the execution: it is stored before the execution starts and stays
 * through Retry On Fail and "Retry execution", crash included. Where n8n gives none, the first
 * execution's id, kept in the execution's custom data (this survives retries, not a crash).
 */
function identify(context: IExecuteFunctions, proxy: IWorkflowDataProxyData): Identity {
	const own = context.getExecutionContext();
	const ownIdentity = () => String(own?.establishedAt ?? firstExecutionId(context, proxy));
	if (!isCalled(context)) return { identity: ownIdentity(), comesAgain: 'withRun', isCalled: false };
	return identifyCaller(context) ?? { identity: ownIdentity(), comesAgain: 'unsure', isCalled: true };
}

/** An error workflow names the failed execution as its parent, but nobody calls it again. */
export function isCalled(context: IExecuteFunctions): boolean {
	return (context.getExecutionContext()?.source ?? context.getMode()) === SUB_WORKFLOW;
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
		return { identity, comesAgain: 'withRun', isCalled: true };
	}
	const outer = around?.parentExecutionId ?? caller.executionId;
	return { identity: `called within ${outer}`, comesAgain: 'unsure', isCalled: true };
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
	const own = executionId.safeParse(context.getExecutionId());
	if (!own.success) {
		throw new Refusal(
			'n8n does not say which execution this run belongs to, so a retry could order the letters again',
			'Give each letter an External ID.',
		);
	}
	customData.set(CUSTOM_DATA_KEY, own.data);
	return own.data;
}
