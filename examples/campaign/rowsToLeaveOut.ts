import type { Judged } from './types';

// Room for every row of the largest run.
const LONGEST = 5000;

// "16, 31-32", with any dash, and "31 a 32" or "31 to 32".
export function rowsToLeaveOut(typed: string, letters: Judged[]): { rows: Set<number>; unclear: string[] } {
	// Cut, it would leave out fewer rows than were typed.
	if (typed.length > LONGEST) return { rows: new Set(), unclear: [`${typed.slice(0, 40)} …`] };
	const numbers = letters.flatMap(({ row_number }) => (row_number === null ? [] : [row_number]));
	// A pattern would look at a run of spaces from every place in it.
	const asked = typed.replace(/\s+/g, ' ').replace(/\s?(?:[-–—]|\b(?:to|a|até)\b)\s?/gi, '-');
	const rows = new Set<number>();
	const unclear: string[] = [];
	for (const part of asked.split(/[\s,;.]+|\b(?:and|e)\b/i).filter(Boolean)) {
		const [, from, to = from] = /^(\d+)(?:-(\d+))?$/.exec(part) ?? [];
		const within = numbers.filter((row) => row >= Number(from) && row <= Number(to));
		if (Number(to) > Math.max(...numbers) || within.length === 0) unclear.push(part);
		for (const row of within) rows.add(row);
	}
	return { rows, unclear };
}
