/** What the execution has ordered before this run of the node: in earlier rounds of a loop, or by other nodes. */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { readData } from '../../n8n/runData';
import type { Task } from '../../n8n/runData';
import { hasExecution, isCalled } from '../../n8n/runIdentity';
import { isEmptinessMeant } from '../letter/parameters/expression';
import type { SoFar } from '../report/refusedRun';

export function readSoFar(context: IExecuteFunctions): SoFar {
	const { externalId, options } = context.getNode().parameters;
	const { idempotencyKey, fieldsThatMayBeEmpty: mayBeEmpty = [] } = (options ?? {}) as IDataObject;
	const idMayBeEmpty = JSON.stringify(mayBeEmpty).includes('externalId');
	return {
		ordered: countOrdered(Object.values(runsOf(context)).flat()),
		otherCalls: hasExecution(context) && isCalled(context),
		retried: context.getMode() === 'retry',
		mayRepeat: isInEach(idempotencyKey) || (isInEach(externalId) && !idMayBeEmpty),
	};
}

/** Where an expression finds nothing, its letter is refused, unless that is meant. */
const isInEach = (given: unknown): boolean =>
	typeof given === 'string' && given.trim() !== '' && !isEmptinessMeant(given);

/** By this node alone, in its earlier runs. */
export function countOrderedByNode(context: IExecuteFunctions): number {
	return countOrdered(runsOf(context)[context.getNode().name] ?? []);
}

const runsOf = (context: IExecuteFunctions): Record<string, Task[]> =>
	readData(context).resultData?.runData ?? {};

/** Each once, though later nodes hand the items on. The answer to a batch names none of its letters. */
function countOrdered(runs: Task[]): number {
	const letters = new Map<string, number>();
	for (const { data } of runs) {
		for (const { json } of (data?.main ?? []).flatMap((items) => items ?? [])) {
			const { outcome, id, batch_id: batchId, total_cards: total } = detailsOf(json);
			if (outcome !== 'ordered') continue;
			if (typeof batchId === 'string') letters.set(batchId, Number(total));
			else if (typeof id === 'string') letters.set(id, 1);
		}
	}
	return [...letters.values()].reduce((sum, count) => sum + count, 0);
}

/** An item of the error output has it among its details. */
function detailsOf(json: IDataObject = {}): IDataObject {
	const { error } = json;
	const details = typeof error === 'object' && error !== null && 'details' in error ? error.details : json;
	return (details ?? {}) as IDataObject;
}
