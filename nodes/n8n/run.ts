/** What n8n tells of the run: which one it is, how it began, and what it has done so far. */
import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';
import { z } from 'zod/v4';

import { ItemNames } from '../words/itemNames';

/** n8n gives a node that an agent uses the name of its tool variant (read in 1.123 and 2.40). */
export const isToolNode = ({ type }: INode): boolean => type.endsWith('Tool');

export const isAgentTool = (context: IExecuteFunctions): boolean => isToolNode(context.getNode());

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
	// An error workflow names the failed execution as its parent, but nobody calls it again.
	const isCalled = (context.getExecutionContext()?.source ?? context.getMode()) === SUB_WORKFLOW;
	if (establishedAt === undefined || isCalled || isForAgent(context)) return undefined;
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

/** The input items of this run of the node, as people name them: from its second run on with the round of the loop. */
export function nameItems(context: IExecuteFunctions): ItemNames {
	// An agent's calls are no rounds.
	const index = isAgentTool(context) ? 0 : readRunIndex(context);
	return new ItemNames(context.getInputData(), index > 0 ? index + 1 : undefined);
}

/** False for an agent that n8n runs outside any execution. */
export function hasExecution(context: IExecuteFunctions): boolean {
	return (
		context.getExecutionContext() !== undefined || executionId.safeParse(context.getExecutionId()).success
	);
}

/** When the run around this one began, as far as n8n tells: a retry of it has the same instant. */
export function readBegunAt(context: IExecuteFunctions): number | undefined {
	const own = context.getExecutionContext();
	const around = own?.source === SUB_WORKFLOW ? readCaller(context)?.executionContext : undefined;
	return around?.establishedAt ?? own?.establishedAt;
}

/** What a run does while Ordering Mode leaves that to how it began. */
export type Rule =
	| { does: 'order' }
	/** `because` goes on after "because this run". */
	| { does: 'check'; because: string }
	/** Nobody can know: `isLost` if n8n crashed before it had stored it. */
	| { does: 'refuse'; isLost: boolean };

const ORDER: Rule = { does: 'order' };
const REFUSE: Rule = { does: 'refuse', isLost: false };
const check = (because: string): Rule => ({ does: 'check', because });

const fromSource = (...sources: string[]) => z.object({ source: z.enum(sources) });
const fromAgent = (run: z.ZodRawShape) => z.object({ parentAgentRun: z.object(run) });
const fromAssistant = z.object({ manualData: z.object({ source: z.literal('instance_ai') }) });

/**
 * The first row that fits decides. What n8n's assistant and its agents start says `webhook`,
 * `trigger`, `chat` or `manual` like any other run, so their rows come first. An agent without a user
 * and without a task is asked by a workflow (Message an Agent), and n8n does not say how that began.
 */
const RULES: ReadonlyArray<[fits: z.ZodType, rule: Rule]> = [
	[fromAssistant, check("was started by n8n's assistant")],
	[fromAgent({ userId: z.string() }), check('was started by a person who tries out an agent')],
	[fromAgent({ integrationType: z.literal('task') }), ORDER],
	[fromAgent({}), REFUSE],
	[fromSource('manual'), check('was started in the editor')],
	[fromSource('evaluation'), check('is an evaluation')],
	[fromSource('webhook', 'trigger', 'chat', 'cli', 'error'), ORDER],
	// n8n before 2.20 stores the source with the first progress of a run.
	[fromSource('retry'), { does: 'refuse', isLost: true }],
];

export function ruleOf(context: IExecuteFunctions): Rule {
	const { manualData, parentAgentRun } = readData(context);
	// It stays through "Retry execution", where `getMode()` says `retry`. A called workflow is what its caller is;
	// two calls deep, that caller is a called workflow itself.
	const own = context.getExecutionContext()?.source ?? context.getMode();
	const source = own === SUB_WORKFLOW ? readCaller(context)?.executionContext?.source : own;
	const origin = { manualData, parentAgentRun, source };
	return RULES.find(([fits]) => fits.safeParse(origin).success)?.[1] ?? REFUSE;
}

/** Whether a person waits for the run in front of a screen, whatever it is to do. */
export function startedInEditor(context: IExecuteFunctions): boolean {
	return ruleOf(context).does === 'check';
}

export const executionId = z
	.union([z.string(), z.number()])
	.transform(String)
	// What n8n writes where an execution has no id would make all runs the same.
	.refine((id) => id !== '' && id !== '__UNKNOWN__');

/** The caller of a sub-workflow. */
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

/** The run of one of n8n's Agents that uses the workflow as a tool. */
const agentRunSchema = z.looseObject({ runId: z.string().min(1) });

/** One run of a node. Not parsed, because it may hold thousands of items. */
export interface Task {
	executionStatus?: string;
	source?: unknown[];
	data?: { main?: Array<Array<{ json?: IDataObject }> | null> };
}

interface RunExecutionData {
	parentExecution?: unknown;
	parentAgentRun?: unknown;
	/** Who started it, where that is not its trigger. */
	manualData?: unknown;
	resultData?: { runData?: Record<string, Task[]> };
}

export function readData(context: IExecuteFunctions): RunExecutionData {
	return (context as unknown as { runExecutionData?: RunExecutionData }).runExecutionData ?? {};
}

export function readCaller(context: IExecuteFunctions): z.infer<typeof callerSchema> | undefined {
	return callerSchema.safeParse(readData(context).parentExecution).data;
}

export function readAgentRun(context: IExecuteFunctions): z.infer<typeof agentRunSchema> | undefined {
	return agentRunSchema.safeParse(readData(context).parentAgentRun).data;
}

/**
 * How many of the first runs of this node n8n's crash recovery has invented: it writes one for each node
 * that had begun, and nothing came of it, or what came of it is not known.
 */
export function countInvented(context: IExecuteFunctions, before: number): number {
	const runs = readData(context).resultData?.runData?.[context.getNode().name] ?? [];
	return runs.slice(0, before).filter(isInvented).length;
}

function isInvented({ executionStatus, data }: Task): boolean {
	const [item] = data?.main?.[0] ?? [];
	return executionStatus === 'crashed' || item?.json?.isArtificialRecoveredEventItem === true;
}

/** The node the execution began at: the one that no other handed anything. */
export function readStart(context: IExecuteFunctions): string | undefined {
	const runs = Object.entries(readData(context).resultData?.runData ?? {});
	return runs.find(([, [first]]) => first?.source?.length === 0)?.[0];
}
