/** What n8n keeps of an execution beside its published types (read in 1.123 and 2.40). */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';

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
