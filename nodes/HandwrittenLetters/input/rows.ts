/** Rows as people see them: counted from 1. */

/** More are counted, not named. */
const MOST_NAMED = 20;

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
