/** Reads executions from the SQLite database of an n8n, without asking n8n. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { flattedObjects, parseFlatted } from './flatted';
import type { N8nInstallation } from './install/install';
import type { Workflow } from './n8nClient';

type Outputs = Array<Array<{ json: Record<string, unknown> }> | null>;

interface Stored {
	resultData: { runData: Record<string, Array<{ data?: { main: Outputs } }>> };
	executionData?: { nodeExecutionStack: Array<{ node: { name: string }; data: { main: Outputs } }> };
}

export interface StoredExecution {
	id: number;
	status: string;
	/** What it was started with: the trigger's input, or its output when it has run to its end. */
	startedWith(trigger: string): Record<string, unknown> | undefined;
	/** All that n8n holds of it: items, parameters and what else there is. */
	objects(): Array<Record<string, unknown>>;
}

/** Run by n8n's own Node, which has SQLite built in; the one of the tests may not. */
const QUERY = `
	const { DatabaseSync } = require('node:sqlite');
	const [file, workflows] = process.argv.slice(1);
	const rows = new DatabaseSync(file, { readOnly: true })
		.prepare('SELECT id, status, data FROM execution_entity JOIN execution_data ON "executionId" = id WHERE "workflowId" IN (SELECT value FROM json_each(?)) ORDER BY id')
		.all(workflows);
	process.stdout.write(JSON.stringify(rows));`;

export async function readExecutions(
	{ node }: N8nInstallation,
	userFolder: string,
	workflows: Workflow[],
): Promise<StoredExecution[]> {
	const file = join(userFolder, '.n8n', 'database.sqlite');
	const args = ['--no-warnings', '-e', QUERY, file, JSON.stringify(workflows.map(({ id }) => id))];
	const { stdout } = await promisify(execFile)(node, args, { maxBuffer: 2 ** 30 });
	const rows = JSON.parse(stdout) as Array<{ id: number; status: string; data: string }>;
	return rows.map(({ id, status, data }) => ({
		id,
		status,
		startedWith: (trigger) => {
			const { resultData, executionData } = parseFlatted(data) as Stored;
			const waiting = executionData?.nodeExecutionStack.find(({ node: { name } }) => name === trigger);
			// Before the output: into that of a crashed execution n8n puts an item of its own making.
			const outputs = waiting?.data.main ?? resultData.runData[trigger]?.[0]?.data?.main ?? [];
			return outputs.flatMap((items) => items ?? [])[0]?.json;
		},
		objects: () => flattedObjects(data),
	}));
}
