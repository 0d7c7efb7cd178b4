/** Rows as people see them: counted from 1. */
import type { Job, Order } from './job';

/** More are counted, not named. */
const MOST_NAMED = 20;

/** The input items of the order, each once. */
export function itemIndexesOf({ letters }: Pick<Order, 'letters'>): number[] {
	return [...new Set(letters.map(({ itemIndex }) => itemIndex))];
}

/** For example "row 2", "rows 2 and 5", "rows 1 to 100". */
export function nameRows(itemIndexes: number[]): string {
	const rows = itemIndexes.map((itemIndex) => itemIndex + 1);
	const [first = 0] = rows;
	if (rows.length === 1) return `row ${first}`;
	if (rows.length > 2 && rows.every((row, index) => row === first + index)) {
		return `rows ${first} to ${first + rows.length - 1}`;
	}
	const more = rows.length - MOST_NAMED;
	if (more > 0) return `rows ${rows.slice(0, MOST_NAMED).join(', ')} and ${more} more`;
	return `rows ${rows.slice(0, -1).join(', ')} and ${rows.at(-1) ?? ''}`;
}

/** For example "row 2 (External ID P-2002)". */
export function nameJob({ itemIndexes, externalId }: Job): string {
	return `${nameRows(itemIndexes)}${externalId === undefined ? '' : ` (External ID ${externalId})`}`;
}
