import type { CodeNode, Item } from '../codeNode';
import { escapeHtml } from '../escapeHtml';
import { readCell } from './csv';
import type { Found } from './findTable';
import { findColumns, findTable, firstTable, letterOf, NEEDED } from './findTable';
import { judgeColumns, judgeRows } from './judgeRows';
import { decode, readTables } from './readTables';
import { readWorkbook } from './readWorkbook';
import { toFields } from './toFields';
import type { Campaign, Page, Row, Settings, SheetRow, Table } from './types';
import type { Words } from './words/words';

type Cell = string | number | boolean | null | undefined;
type Input = CodeNode<{ row?: Cell[] }, Campaign>;

// 20,000 days and more since 1900 are the numbers of days from 1998 to 2050.
const MAY_BE_DAY = ({ cell }: { cell: Cell }): boolean =>
	typeof cell === 'number' && cell >= 36_000 && cell <= 55_000;

// Read Excel gives what a sheet stores: for a day, a number.
function readStored(rows: Array<Cell[] | undefined>, name: string, { truths }: Words['sheet']): Table {
	const textOf = (cell: Cell) => (typeof cell === 'boolean' ? truths[cell ? 0 : 1] : String(cell ?? ''));
	const toRow = (cells: Cell[] = [], index: number): SheetRow => {
		const given = Array.from(cells, (cell, column) => ({ cell, column }));
		return {
			row_number: index + 1,
			cells: given.map(({ cell }) => textOf(cell)),
			dates: given.filter(MAY_BE_DAY).map(({ column }) => column),
			unknown: [],
			isHidden: false,
		};
	};
	return { name, isHidden: false, rows: rows.map(toRow) };
}

interface Read {
	tables: Table[];
	/** The sheet that was open when the workbook was saved. */
	open?: number;
	/** Its characters are none that anybody has written. */
	isUnsure?: boolean;
}

// The first item has the file, or the parts of the workbook; behind Read Excel, the items are the rows.
async function readInput({ $input, helpers }: Input, fileName: string, words: Words): Promise<Read> {
	const { binary = {} } = $input.first();
	const load = async (key: string) => Buffer.from(await helpers.getBinaryDataBuffer(0, key));
	if (binary[words.sheet.file] !== undefined) {
		const { text, isUnsure } = decode(await load(words.sheet.file));
		return { tables: readTables(text, fileName), isUnsure };
	}
	const parts = new Map(
		Object.entries(binary).map(([key, { directory, fileName: name = '' }]) => {
			const path = [directory, name].filter(Boolean).join('/').replaceAll('\\', '/');
			return [path.toLowerCase(), key];
		}),
	);
	if (parts.size > 0) {
		const read = async (path: string) => {
			const key = parts.get(path.toLowerCase());
			return key === undefined ? undefined : await load(key);
		};
		const workbook = await readWorkbook(read, { ...words.sheet, locale: words.proof.locale });
		return { tables: workbook?.sheets ?? [], open: workbook?.open };
	}
	const rows = $input.all().map(({ json }) => json.row);
	return { tables: [readStored(rows, fileName, words.sheet)] };
}

const clean = (table: Table): Table => ({
	...table,
	rows: table.rows.map((row) => ({ ...row, cells: row.cells.map(readCell) })),
});

// Of several sheets that could be meant, the one that was open.
function choose(found: Found[], open: Found | undefined): Found | string[] {
	const isWhole = ({ headings, ...one }: Found) => {
		const { columns } = findColumns({ headings, ...one });
		return NEEDED.every((field) => field in columns);
	};
	const most = Math.max(...found.map(({ known }) => known));
	const whole = found.filter(isWhole);
	const meant = whole.length > 0 ? whole : found.filter(({ known }) => known === most);
	const [first] = meant;
	if (open !== undefined && meant.includes(open)) return open;
	if (first === undefined || meant.length > 1) return meant.map(({ table }) => table.name);
	return first;
}

// One letter to oneself: the text of the first row, under an External ID of this upload alone.
function letterToMe(letters: Row[], settings: Settings, id: string): Row[] {
	const [first] = letters;
	const { country, my_name: name = '', my_street: street = '', my_complement: complement = '' } = settings;
	const { my_city: city = '', my_state: state = '', my_zip: zip = '' } = settings;
	if (name === '' || first === undefined) return [];
	const me = { name, street, complement, city, state, zip };
	const message = letters.find((letter) => letter.message !== '')?.message ?? '';
	return [{ ...first, country, ...me, message, order: id, row_number: null, faults: [], doubts: [] }];
}

// The table that is meant, or what ends the form.
function chooseTable({ tables, open, isUnsure }: Read, fileName: string, words: Words): Found | string {
	const reading = words.reading;
	const all = tables.filter(({ isHidden }) => !isHidden).map(clean);
	const seen = all.map(findTable);
	const most = Math.max(0, ...seen.map(({ known }) => known));
	if (most === 0) return reading.noSheet(escapeHtml(fileName));
	if (isUnsure) return reading.encoding;
	// A text file is one table, for each character that may stand between its cells.
	if (tables[0]?.open !== undefined) return firstTable(seen) as Found;
	const openName = open === undefined ? undefined : tables[open]?.name;
	const chosen = choose(
		seen,
		seen.find(({ table }) => table.name === openName),
	);
	return Array.isArray(chosen) ? reading.whichSheet(chosen.map(escapeHtml)) : chosen;
}

// Each row keeps all its cells for the file of rows to correct: thousands of them would hold n8n for minutes.
const MOST_COLUMNS = 200;

// Why no letter can be made of its rows.
function refuse({ table, headings, rows, hidden }: Found, { reading }: Words): string | undefined {
	if (headings.filter(Boolean).length > MOST_COLUMNS) return reading.tooWide(MOST_COLUMNS);
	if (table.open) return reading.openQuote(table.open);
	const tooLong = rows.filter(({ cells }) => cells.slice(headings.length).some(Boolean));
	if (rows.length === 0) return reading.noRows + (hidden > 0 ? `<p>${reading.hidden(hidden)}</p>` : '');
	return tooLong.length > 0 ? reading.tooLong(tooLong.map(({ row_number }) => row_number)) : undefined;
}

export async function readTheRows(input: Input, words: Words): Promise<Array<Item<Row | Page>>> {
	const { $ } = input;
	const reading = words.reading;
	const answer = (page: string) => [{ json: { page } }];
	const upload = $('Upload the Sheet').first();
	const fileName = upload.binary?.[words.sheet.file]?.fileName ?? '';

	const read = await readInput(input, fileName, words);
	const { tables, open } = read;
	const chosen = chooseTable(read, fileName, words);
	if (typeof chosen === 'string') return answer(chosen);
	const { table, headings, rows, hidden } = chosen;
	const { columns, doubled } = findColumns(chosen);
	if (doubled.length > 0) {
		const named = doubled.map(({ field, headings: both }) => ({
			field: field && (reading.fields as Record<string, string>)[field],
			headings: both.map(escapeHtml),
		}));
		return answer(reading.doubled(named));
	}
	const { remarks, missing } = judgeColumns(chosen, columns, words);
	if (missing.length > 0) return answer(reading.missing(missing, escapeHtml(remarks.join(' '))));

	const refusal = refuse(chosen, words);
	if (refusal !== undefined) return answer(refusal);
	const isText = table.open !== undefined;

	const settings = $('Settings').first().json;
	const others = isText ? [] : tables.filter(({ name }) => name !== table.name);
	const source = reading.source({
		name: table.name,
		isFile: isText || open === undefined,
		rows: rows.length,
		hidden,
		others: others.map(({ name, isHidden }) => (isHidden ? reading.hiddenSheet(name) : name)),
		isStored: !isText && open === undefined,
	});
	const about = [source, ...remarks];
	const judge = judgeRows(chosen, columns, words);
	const letters = rows.map((row): Row => ({
		row_number: row.row_number,
		about,
		...judge(row),
		...toFields(row.cells, columns, settings.country),
		source: headings.map((heading, index) => [heading || letterOf(index), row.cells[index] ?? '']),
	}));
	const sentAt = upload.json.submittedAt.replace(/\D/g, '').slice(0, 14);
	const toMe = letterToMe(letters, settings, `${reading.trialId}-${sentAt}`);
	return [...letters, ...toMe].map((json) => ({ json }));
}
