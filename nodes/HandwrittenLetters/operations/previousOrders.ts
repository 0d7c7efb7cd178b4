/** What the execution has ordered before this run of the node: in earlier rounds of a loop, or by other nodes. */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Task } from '../../n8n/runData';
import { readData } from '../../n8n/runData';

/** How many letters the execution has ordered so far, by any node. */
export const countOrdered = (context: IExecuteFunctions): number =>
	countIn(Object.values(runsOf(context)).flat());

/** By this node alone: how many letters, and whether one of them may have been ordered unseen. */
export function readEarlierRounds(context: IExecuteFunctions): { ordered: number; isUnknown: boolean } {
	const runs = runsOf(context)[context.getNode().name] ?? [];
	return { ordered: countIn(runs), isUnknown: detailsIn(runs).some(({ outcome }) => outcome === 'unknown') };
}

const runsOf = (context: IExecuteFunctions): Record<string, Task[]> =>
	readData(context).resultData?.runData ?? {};

/** Each once, though later nodes hand the items on. The answer to a batch names none of its letters. */
function countIn(runs: Task[]): number {
	const letters = new Map<string, number>();
	for (const { outcome, id, batch_id: batchId, total_cards: total } of detailsIn(runs)) {
		if (outcome !== 'ordered') continue;
		if (typeof batchId === 'string') letters.set(batchId, Number(total));
		else if (typeof id === 'string') letters.set(id, 1);
	}
	return [...letters.values()].reduce((sum, count) => sum + count, 0);
}

function detailsIn(runs: Task[]): IDataObject[] {
	const items = runs.flatMap(({ data }) => (data?.main ?? []).flatMap((output) => output ?? []));
	return items.map(({ json }) => detailsOf(json));
}

/** An item of the error output has it among its details. */
function detailsOf(json: IDataObject = {}): IDataObject {
	const { error } = json;
	const details = typeof error === 'object' && error !== null && 'details' in error ? error.details : json;
	return (details ?? {}) as IDataObject;
}
