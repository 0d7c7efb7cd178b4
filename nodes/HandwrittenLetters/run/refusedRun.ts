/** A run of which nothing was sent: as one error, or on each of its rows. */
import type { INode, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { toErrorJson } from '../../shared/failures/errors';
import { Refusal } from '../../shared/failures/refusal';
import { describeProblems, listProblems, NOTHING_SENT } from '../input/problems';
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
