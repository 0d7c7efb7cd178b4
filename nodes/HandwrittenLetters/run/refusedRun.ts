/** A run of which nothing was sent: as one error, or on each of its rows. */
import type { INode, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { toErrorJson } from '../../shared/failures/errors';
import { Refusal } from '../../shared/failures/refusal';
import {
	describeFault,
	describeProblems,
	listProblems,
	MOST_PROBLEMS,
	NOTHING_SENT,
} from '../input/problems';
import { groupByItem, toDetails } from './outputItems';

/** What n8n shows. An error that already is one stays as it is. */
export function toShownError(node: INode, error: unknown): Error {
	if (!(error instanceof Refusal)) return error as Error;
	const { message, advice, problems } = error;
	const saysIt = problems.length === 1 && describeProblems(problems).message === message;
	return new NodeOperationError(node, `${message}. ${NOTHING_SENT}`, {
		description: problems.length === 0 || saysIt ? advice : `${listProblems(problems)}\n${advice}`,
		itemIndex: problems[0]?.itemIndex,
	});
}

/** A model sees the message alone, so it says what to do; and it knows of no rows. */
export function toAgentError(node: INode, error: unknown): NodeOperationError {
	return new NodeOperationError(node, describeForAgent(error));
}

function describeForAgent(error: unknown): string {
	const { message, advice, problems } = readRefusal(error);
	if (!(error instanceof Refusal)) return [message, advice].filter(Boolean).join('. ');
	if (problems.length === 0) return `${message}. Nothing was ordered. ${advice}`;
	const fields = [...new Set(problems.map(({ field = 'The letter' }) => field))];
	const names = [fields.slice(0, -1).join(', '), fields.at(-1)].filter(Boolean).join(' and ');
	const faults = problems.slice(0, MOST_PROBLEMS).map((problem) => `${describeFault(problem)}.`);
	const have = fields.length === 1 ? 'has' : 'have';
	return `${names} ${have} to be corrected: ${faults.join(' ')} Nothing was ordered. Correct it and call again.`;
}

/** Whatever ended the run before its first request. */
export function readRefusal(error: unknown): Refusal {
	if (error instanceof Refusal) return error;
	const { message, description } = error as Error & { description?: string | null };
	return new Refusal(message, description ?? undefined);
}

/**
 * One error item per row: n8n would hand the input on among the good items, as if each row had been
 * ordered.
 */
export function toRefusedItems(
	node: INode,
	rows: INodeExecutionData[],
	{ message: text, advice, problems }: Refusal,
): INodeExecutionData[] {
	const byItem = groupByItem(problems);
	return rows.map((_row, itemIndex) => {
		const all = { itemIndex, text };
		const { message } = describeProblems([all]);
		const error = { message: `${message}. ${NOTHING_SENT}`, description: advice };
		return {
			json: toErrorJson(node, error, toDetails(itemIndex, [all, ...(byItem.get(itemIndex) ?? [])])),
			pairedItem: { item: itemIndex },
		};
	});
}
