/** What an item says of the letter that it stands for, and of what is to be corrected in it. */
import type { IDataObject } from 'n8n-workflow';

import type { Problem } from '../../n8n/refusal';
import type { ItemNames } from './itemNames';
import { describeFault } from './problems';

export function groupByItem(problems: readonly Problem[]): Map<number, Problem[]> {
	const byItem = new Map<number, Problem[]>();
	for (const problem of problems) {
		const own = byItem.get(problem.itemIndex);
		if (own === undefined) byItem.set(problem.itemIndex, [problem]);
		else own.push(problem);
	}
	return byItem;
}

/** More are counted. */
const MOST_PROBLEMS = 20;

/** For a workflow that shows what is to correct. */
export function toDetails(itemIndex: number, problems: Problem[], names: ItemNames): IDataObject {
	const named = problems.slice(0, MOST_PROBLEMS);
	const more = problems.length - named.length;
	return {
		...describeItem(itemIndex, names, problems[0]),
		problems: named.map(describeFault),
		fields: named.map((problem) => ({
			field: problem.field ?? null,
			text: describeFault({ ...problem, field: undefined }),
		})),
		...(more > 0 && { more_problems: more }),
	};
}

/** Who it is, for whoever corrects it. */
export function describeItem(
	itemIndex: number,
	names: ItemNames,
	{ name, externalId }: { name?: string; externalId?: string } = {},
): IDataObject {
	const line = names.lineOf(itemIndex);
	return {
		item: itemIndex + 1,
		...(line !== undefined && { line }),
		name: name ?? null,
		external_id: externalId ?? null,
	};
}
