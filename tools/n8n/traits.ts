/**
 * What versions of n8n do differently themselves, so that the tests expect of each what it does. Each
 * trait stands with the first version that has it, read in n8n's sources or measured.
 */
const SINCE = {
	/**
	 * An execution that was stored and had not begun when n8n was killed begins when n8n starts again;
	 * before, n8n takes it for one that another process resumes (read in 2.34.0, not in 2.33.7).
	 */
	beginsStoredRuns: '2.34.0',
	/**
	 * Its Data Table node can create a table and find one by name (in n8n-nodes-base 2.3.0, not in 2.2.0).
	 */
	createsDataTables: '2.3.0',
	/**
	 * A run is stored with what the keys are made of before its first node runs; before, only when the
	 * execution's progress is saved (n8n's change 28973: in 2.20.0, not in 2.17.7).
	 */
	storesRunsAtOnce: '2.20.0',
	/** Writes the message of a failed node to its log (n8n-workflow 2.29.1; not 2.28.4, nor n8n 1). */
	logsFailedNodes: '2.29.0',
	/** A JSON body may begin with a byte order mark; before, n8n answers 422 by itself. */
	readsByteOrderMarks: '2.35.0',
	/**
	 * "Retry execution" of a run that was cancelled, or ended by its timeout, goes on where it ended.
	 * 2.20.12 does not; of the versions between, none has been measured.
	 */
	resumesCancelledRuns: '2.39.10',
	/**
	 * Before an execution begins, n8n checks the credentials of its nodes, also where the workflow is the
	 * instance owner's (read in 2.39.10, not in 2.20.12).
	 */
	checksOwnersCredentials: '2.39.10',
	/** The address of a form that an execution waits at holds a token (read in 2.14.0, not in 2.8.4). */
	signsResumeUrls: '2.14.0',
	/**
	 * The AI Agent tells its model of a tool's error; before, the error ends the execution unless On Error
	 * of the tool continues (read in n8n-core 2.30.4, not in 2.22.4).
	 */
	tellsModelsOfErrors: '2.30.0',
	/**
	 * A called workflow is told, at every depth, which node started the run that calls it (read in 2.40.7;
	 * 1.123 does not tell).
	 */
	tellsWhatStartedCallers: '2.40.7',
	/** It has Agents, as a module that can be switched on (read in 2.40.7). */
	hasAgents: '2.40.7',
	/** Its generator of node definitions takes what an operation gives from the node (read in 2.40.7). */
	definesNodesForBuilders: '2.40.7',
	/** Its report on what to change before an upgrade knows of version 3 (read in 2.40.7). */
	reportsOnVersion3: '2.40.7',
} as const;

export type Traits = Readonly<Record<keyof typeof SINCE, boolean>>;

export function traitsOf(version: string): Traits {
	const isSince = (since: string): boolean => version.localeCompare(since, 'en', { numeric: true }) >= 0;
	const has = Object.entries(SINCE).map(([trait, since]) => [trait, isSince(since)]);
	return Object.fromEntries(has) as Traits;
}
