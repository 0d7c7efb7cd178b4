import type { Column, Columns, Found } from './findTable';
import { JOINED, letterOf, NEEDED } from './findTable';
import { looseId } from './orderId';
import { saysNothing } from './toFields';
import type { Row, SheetRow } from './types';
import type { Field, Words } from './words/words';

/** "3, 5-7" */
export function inRanges(numbers: number[]): string {
	const ranges: Array<[number, number]> = [];
	for (const number of numbers) {
		const last = ranges.at(-1);
		if (last?.[1] === number - 1) last[1] = number;
		else ranges.push([number, number]);
	}
	return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}

const numbersOf = (rows: SheetRow[]): string => inRanges(rows.map(({ row_number }) => row_number));

/** What is to be said of the columns, and the needed ones that are missing. */
export function judgeColumns(
	{ table, headings, rows, notes, behind }: Found,
	columns: Columns,
	words: Words,
): { remarks: string[]; missing: string[] } {
	const reading = words.reading;
	const used = new Set(Object.values(columns));
	const isUnused = (heading: string, index: number) =>
		heading !== '' && heading !== words.sheet.reason && !used.has(index);
	const unused = headings.filter(isUnused);
	const found = (Object.keys(columns) as Column[]).flatMap((field) => [field, ...(JOINED[field] ?? [])]);
	const namesOf = (fields: Field[]) =>
		fields.filter((field) => !found.includes(field)).map((field) => reading.fields[field]);
	const absent = namesOf(Object.keys(reading.fields) as Field[]);
	const unseen = headings.filter(
		(heading, index) =>
			heading !== '' && table.hiddenColumns?.some(([from, to]) => index >= from && index <= to),
	);
	const signs = (Object.entries(columns) as Array<[Column, number]>).flatMap(([field, index]) =>
		rows.map(({ cells }) => cells[index] ?? '').filter((text) => saysNothing(text, field)),
	);
	const remarks = [
		absent.length > 0 ? reading.notFound(absent) : '',
		unused.length > 0 ? reading.notUsed(unused) : '',
		unseen.length > 0 ? reading.hiddenColumns(unseen) : '',
		signs.length > 0 ? reading.signs([...new Set(signs)]) : '',
		notes.length > 0 ? reading.notes(numbersOf(notes)) : '',
		behind[0] === undefined ? '' : reading.behind(behind[0].row_number, numbersOf(behind.slice(1))),
	];
	return { remarks: remarks.filter(Boolean), missing: namesOf(NEEDED) };
}

// A text file without quotation marks cuts a text at its first line break: the rest is rows of too few cells.
function findCut({ table, rows, notes }: Found, columns: Columns): Map<number, SheetRow[]> {
	const cut = new Map<number, SheetRow[]>();
	if (table.open === undefined) return cut;
	const last = Math.max(...NEEDED.map((field) => columns[field as Column] ?? 0));
	const all = [...rows, ...notes].sort((a, b) => a.row_number - b.row_number);
	let whole: SheetRow | undefined;
	for (const row of all) {
		const isShort = row.cells.length <= last;
		if (!isShort) whole = row;
		else if (whole !== undefined) cut.set(whole.row_number, [...(cut.get(whole.row_number) ?? []), row]);
	}
	return cut;
}

const EXACT: Column[] = ['order', 'street', 'number', 'complement', 'zip'];
// A long number as a spreadsheet shows it, without most of its digits.
const SHORTENED = /^\d(?:[.,]\d+)?E[+-]?\d+$/i;
// A house number that a program has counted with.
const DECIMAL = /^\d+[.,]0+$/;
// Programs write it where there is no value. Between other words, some are names or words.
const NO_VALUE =
	/(?<![\p{L}\p{N}])(?:NULL|NaN|undefined|\\N)(?![\p{L}\p{N}])|^\W*\p{L}+,? (?:None|null|nan)(?![\p{L}\p{N}])/u;
// "João+da+Silva", from the address of a page.
const PLUS = /\p{L}\+\p{L}/u;

type Said = Pick<Row, 'faults' | 'doubts'>;

/** What the sheet shows of each row, besides its words. */
export function judgeRows(found: Found, columns: Columns, words: Words): (row: SheetRow) => Said {
	const reading = words.reading;
	const cut = findCut(found, columns);
	const orderAt = columns.order ?? -1;
	const byOrder = new Map<string, SheetRow[]>();
	for (const row of found.rows) {
		const order = looseId(row.cells[orderAt] ?? '');
		byOrder.set(order, [...(byOrder.get(order) ?? []), row]);
	}
	const used = Object.values(columns);
	// What stands in few rows is a note on each, such as "does not want letters".
	const noted = found.headings.flatMap((heading, index) => {
		const isUnused = heading !== '' && heading !== words.sheet.reason && !used.includes(index);
		const filled = found.rows.filter(({ cells }) => cells[index]).length;
		return isUnused && filled * 2 <= found.rows.length ? [index] : [];
	});
	const nameOf = (index: number) => found.headings[index] || letterOf(index);
	const all = Object.entries(columns) as Array<[Column, number]>;
	return (row) => {
		const of = (index: number) => row.cells[index] ?? '';
		const exact = all.filter(([field]) => EXACT.includes(field));
		const order = of(orderAt);
		const likeIt = (byOrder.get(looseId(order)) ?? []).filter(
			(one) => order !== '' && one.cells[orderAt] !== order,
		);
		const goesOn = cut.get(row.row_number);
		return {
			faults: [
				...all
					.filter(([, index]) => row.unknown.includes(index))
					.map(([, index]) => reading.unknown(nameOf(index))),
				...exact
					.filter(([, index]) => SHORTENED.test(of(index)))
					.map(([, index]) => reading.shortened(nameOf(index), of(index))),
			],
			doubts: [
				...noted.filter((index) => of(index) !== '').map((index) => reading.says(nameOf(index), of(index))),
				...exact
					.filter(([, index]) => row.dates.includes(index))
					.map(([, index]) => reading.mayBeDate(nameOf(index), of(index))),
				...all
					.filter(([field, index]) => ['number', 'complement'].includes(field) && DECIMAL.test(of(index)))
					.map(([, index]) => reading.decimal(nameOf(index), of(index))),
				...(likeIt[0] === undefined
					? []
					: [reading.likeIt(likeIt[0].cells[orderAt] ?? '', likeIt[0].row_number)]),
				...(goesOn === undefined ? [] : [reading.goesOn(numbersOf(goesOn))]),
				...all
					.filter(([field, index]) => field === 'message' && NO_VALUE.test(of(index)))
					.map(([, index]) => reading.noValue(nameOf(index))),
				...all
					.filter(([field, index]) => field !== 'message' && field !== 'order' && PLUS.test(of(index)))
					.map(([, index]) => reading.plus(nameOf(index), of(index))),
			],
		};
	};
}
