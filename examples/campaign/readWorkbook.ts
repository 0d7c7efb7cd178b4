import type { Manner, Shown } from './numberFormat';
import { formatOf } from './numberFormat';
import { decode } from './readTables';
import { showCell, showText } from './showCell';
import type { SheetRow, Table } from './types';

/** A part of the workbook, by its path. */
export type ReadPart = (path: string) => Promise<Buffer | undefined>;

export interface Workbook {
	sheets: Table[];
	/** The sheet that was open when it was saved. */
	open: number;
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const unescape = (text: string): string =>
	text.replace(
		/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi,
		(all, hex?: string, code?: string, name = '') => {
			const point = hex === undefined ? Number(code) : parseInt(hex, 16);
			return ENTITIES[name as string] ?? (point <= 0x10ffff ? String.fromCodePoint(point) : all);
		},
	);

// Without comments, and with sections of plain characters written as others are.
const plainXml = (part: Buffer): string =>
	decode(part)
		.text.replace(/<!--[^]*?-->/g, '')
		.replace(/<!\[CDATA\[([^]*?)\]\]>/g, (_all, text: string) =>
			text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
		);

interface Element {
	attributes: string;
	inner: string;
}

// Of elements that have none of their own name in them; a program may put a prefix before the name.
function elements(xml: string, name: string): Element[] {
	const tag = new RegExp(
		`<([\\w.-]+:)?${name}(?=[\\s/>])((?:[^<>"']|"[^"<]*"|'[^'<]*')*?)(?:/>|>([^]*?)</\\1?${name}\\s*>)`,
		'g',
	);
	return [...xml.matchAll(tag)].map(([, , attributes = '', inner = '']) => ({ attributes, inner }));
}

function attribute({ attributes }: Element, name: string): string | undefined {
	const [, double, single] =
		new RegExp(`[\\s:]${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes) ?? [];
	const value = double ?? single;
	return value === undefined ? undefined : unescape(value);
}
const isOn = (element: Element, name: string): boolean =>
	['1', 'true'].includes(attribute(element, name) ?? '');

// A text may be in several runs; how it is read aloud is none of it.
const textOf = (xml: string): string =>
	elements(xml.replace(/<(?:[\w.-]+:)?rPh[\s>][^]*?<\/(?:[\w.-]+:)?rPh>/g, ''), 't')
		.map(({ inner }) => unescape(inner))
		.join('')
		.replace(/_x([\da-f]{4})_/gi, (_all, code: string) => String.fromCharCode(parseInt(code, 16)))
		.replace(/\r\n?/g, '\n');

// "AB12" as the number of its column, and of its row.
function placeOf(reference: string): { column: number; row: number } {
	const [, letters = '', row] = /^\$?([A-Z]{1,3})\$?(\d+)$/i.exec(reference) ?? [];
	const column = Array.from(letters.toUpperCase()).reduce(
		(sum, letter) => sum * 26 + letter.charCodeAt(0) - 64,
		0,
	);
	return { column: column - 1, row: Number(row) };
}

const resolve = (from: string, target: string): string => {
	const path = target.startsWith('/') ? target : `${from.replace(/[^/]*$/, '')}${target}`;
	return path
		.split('/')
		.reduce<string[]>(
			(parts, part) =>
				part === '..' ? parts.slice(0, -1) : ['', '.'].includes(part) ? parts : [...parts, part],
			[],
		)
		.join('/');
};

interface Styles {
	texts: string[];
	/** The format of each style. */
	formats: string[];
	manner: Manner;
}

function readStyles(part: Buffer | undefined, manner: Manner): string[] {
	const xml = part === undefined ? '' : plainXml(part);
	const own = new Map(
		elements(xml, 'numFmt').map((one) => [
			attribute(one, 'numFmtId'),
			attribute(one, 'formatCode') ?? 'General',
		]),
	);
	const [styles] = elements(xml, 'cellXfs');
	return elements(styles?.inner ?? '', 'xf').map((one) => {
		const id = attribute(one, 'numFmtId') ?? '0';
		return own.get(id) ?? formatOf(Number(id), manner);
	});
}

// A day may be stored as its text.
const daysOf = (text: string, { is1904 }: Manner): number =>
	Date.parse(/T/.test(text) ? text.replace(/Z?$/, 'Z') : text) / 86_400_000 + (is1904 ? 24_107 : 25_569);

function readValue(cell: Element, { texts, formats, manner }: Styles): Shown & { isUnknown?: boolean } {
	const type = attribute(cell, 't') ?? 'n';
	const format = formats[Number(attribute(cell, 's') ?? 0)] ?? 'General';
	const [value] = elements(cell.inner, 'v');
	const stored = unescape(value?.inner ?? '');
	const plain = (text: string): Shown => ({ text: showText(text, format), isDate: false });
	if (type === 's') return plain(texts[Number(stored)] ?? '');
	if (type === 'inlineStr') return plain(textOf(elements(cell.inner, 'is')[0]?.inner ?? '') || stored);
	if (type === 'str') return plain(textOf(`<t>${value?.inner ?? ''}</t>`));
	if (type === 'b')
		return { text: manner.truths[Number(stored) === 1 || stored === 'true' ? 0 : 1], isDate: false };
	if (type === 'e') return { text: stored, isDate: false };
	// A formula that no spreadsheet has calculated.
	if (stored.trim() === '')
		return { text: '', isDate: false, isUnknown: /<(?:[\w.-]+:)?f[\s/>]/.test(cell.inner) };
	const number = type === 'd' ? daysOf(stored, manner) : Number(stored);
	if (!Number.isFinite(number)) return { text: stored, isDate: type === 'd' };
	return showCell(number, type === 'd' && format === 'General' ? formatOf(14, manner) : format, manner);
}

function readRow(row: Element, row_number: number, styles: Styles): SheetRow {
	const read: SheetRow = { row_number, cells: [], dates: [], unknown: [], isHidden: isOn(row, 'hidden') };
	let column = -1;
	for (const cell of elements(row.inner, 'c')) {
		const reference = attribute(cell, 'r');
		column = reference === undefined ? column + 1 : placeOf(reference).column;
		const { text, isDate, isUnknown } = readValue(cell, styles);
		read.cells[column] = text;
		if (isDate) read.dates.push(column);
		if (isUnknown) read.unknown.push(column);
	}
	// Cells that a row does not have are gaps.
	return { ...read, cells: Array.from(read.cells, (cell?: string) => cell ?? '') };
}

// A cell that several rows share is seen in each of them.
function fillMerged(rows: SheetRow[], xml: string): void {
	const byNumber = new Map(rows.map((row) => [row.row_number, row]));
	for (const merged of elements(xml, 'mergeCell')) {
		const [from, to] = (attribute(merged, 'ref') ?? '').split(':').map(placeOf);
		if (from === undefined || to === undefined) continue;
		const text = byNumber.get(from.row)?.cells[from.column] ?? '';
		for (const row of rows) {
			if (row.row_number <= from.row || row.row_number > to.row || text === '') continue;
			while (row.cells.length < from.column) row.cells.push('');
			row.cells[from.column] = text;
		}
	}
}

function readSheet(xml: string, styles: Styles): SheetRow[] {
	const [data] = elements(xml, 'sheetData');
	let number = 0;
	const rows = elements(data?.inner ?? '', 'row').map((row) => {
		number = Number(attribute(row, 'r') ?? number + 1);
		return readRow(row, number, styles);
	});
	fillMerged(rows, xml.slice(xml.indexOf('sheetData')));
	return rows;
}

/** The sheets of a workbook as the person sees them, or nothing where it is none. */
export async function readWorkbook(
	read: ReadPart,
	locale: Omit<Manner, 'is1904'>,
): Promise<Workbook | undefined> {
	const relations = async (path: string) => {
		const part = await read(path.replace(/([^/]*)$/, '_rels/$1.rels'));
		return elements(part === undefined ? '' : plainXml(part), 'Relationship').map((one) => ({
			id: attribute(one, 'Id'),
			type: (attribute(one, 'Type') ?? '').replace(/.*\//, ''),
			path: resolve(path, attribute(one, 'Target') ?? ''),
		}));
	};
	const main = (await relations('')).find(({ type }) => type === 'officeDocument')?.path ?? 'xl/workbook.xml';
	const part = await read(main);
	if (part === undefined) return undefined;
	const xml = plainXml(part);
	const parts = await relations(main);
	const pathOf = (type: string) => parts.find((one) => one.type === type)?.path ?? '';
	const properties = elements(xml, 'workbookPr')[0];
	const manner = { ...locale, is1904: properties !== undefined && isOn(properties, 'date1904') };
	const strings = await read(pathOf('sharedStrings'));
	const styles: Styles = {
		texts: elements(strings === undefined ? '' : plainXml(strings), 'si').map(({ inner }) => textOf(inner)),
		formats: readStyles(await read(pathOf('styles')), manner),
		manner,
	};
	const [list] = elements(xml, 'sheets');
	const sheets: Table[] = [];
	for (const sheet of elements(list?.inner ?? '', 'sheet')) {
		const own = parts.find(({ id }) => id === attribute(sheet, 'id'));
		const isHidden = (attribute(sheet, 'state') ?? 'visible') !== 'visible';
		const isOfRows = own?.type === 'worksheet' && !isHidden;
		const found = isOfRows ? await read(own.path) : undefined;
		const content = found === undefined ? '' : plainXml(found);
		const hiddenColumns = elements(content, 'col')
			.filter((column) => isOn(column, 'hidden'))
			.map((column): [number, number] => [
				Number(attribute(column, 'min')) - 1,
				Number(attribute(column, 'max')) - 1,
			]);
		const rows = readSheet(content, styles);
		sheets.push({ name: attribute(sheet, 'name') ?? '', isHidden, rows, hiddenColumns });
	}
	const [view] = elements(xml, 'workbookView');
	return { sheets, open: view === undefined ? 0 : Number(attribute(view, 'activeTab') ?? 0) };
}
