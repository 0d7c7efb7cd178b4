/** What n8n tells of an execution. */
import { parseFlatted } from './flatted';

export interface ExecutionSummary {
	id: string;
	status: string;
	mode: string;
	stoppedAt?: string | null;
}

export interface ExecutionError {
	message: string;
	description?: string | null;
	[detail: string]: unknown;
}

interface TaskRun {
	/** Milliseconds, all tries of Retry On Fail and the waits between them included. */
	executionTime: number;
	error?: ExecutionError;
	hints?: Array<{ message: string }>;
	data?: { main: Array<Array<{ json: Record<string, unknown> }> | null> };
}

interface StoredExecution {
	resultData: { error?: ExecutionError; runData: Record<string, TaskRun[]> };
}

export interface Execution extends ExecutionSummary {
	error?: ExecutionError;
	/** First output of the node's last run, or another one. */
	output: (nodeName: string, index?: number) => Array<Record<string, unknown>>;
	/** What stands above the output of the node's last run. */
	hints(nodeName: string): string[];
	/** Execution time of the node's last run by n8n's own account; undefined when it never ran. */
	seconds(nodeName: string): number | undefined;
}

/** The states in which an execution stays. */
export const FINAL = ['success', 'error', 'crashed', 'canceled'];

/** Those that it leaves again. */
export const UNDER_WAY = ['new', 'running', 'waiting'];

/** @param data as n8n stores it: still empty when the execution has only just begun */
export function readExecution(summary: ExecutionSummary, data: string): Execution {
	const resultData = (parseFlatted(data) as StoredExecution | undefined)?.resultData;
	const lastRun = (nodeName: string): TaskRun | undefined => resultData?.runData[nodeName]?.at(-1);
	return {
		...summary,
		error: resultData?.error,
		output: (nodeName, index = 0) => (lastRun(nodeName)?.data?.main[index] ?? []).map(({ json }) => json),
		hints: (nodeName) => (lastRun(nodeName)?.hints ?? []).map(({ message }) => message),
		seconds: (nodeName) => {
			const run = lastRun(nodeName);
			return run && run.executionTime / 1000;
		},
	};
}
