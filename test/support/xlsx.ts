/** The smallest workbook that Excel would write: one sheet of texts, and of numbers in their formats. */
import { crc32 } from 'node:zlib';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SHEETS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const relation = (...all: Array<[kind: string, target: string]>): string =>
	`${XML}<Relationships xmlns="${PACKAGE}/relationships">${all.map(([kind, target], index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`).join('')}</Relationships>`;

const text = (cell: string): string => cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A text, a number in its format, or a formula with what it gave, if it was ever calculated. */
export type XlsxCell = string | { number: number; format: string } | { formula: string; gave?: string };

/** @param hidden numbers of rows that nobody sees */
export function toXlsx(rows: XlsxCell[][], hidden: number[] = []): Buffer {
	const formats: string[] = [];
	const styleOf = (format: string) => {
		if (!formats.includes(format)) formats.push(format);
		return formats.indexOf(format) + 1;
	};
	const toXml = (cell: XlsxCell): string => {
		if (typeof cell === 'string')
			return `<c t="inlineStr"><is><t xml:space="preserve">${text(cell)}</t></is></c>`;
		if ('number' in cell) return `<c s="${styleOf(cell.format)}"><v>${cell.number}</v></c>`;
		const gave = cell.gave === undefined ? '' : `<v>${text(cell.gave)}</v>`;
		return `<c${gave && ' t="str"'}><f>${text(cell.formula)}</f>${gave}</c>`;
	};
	const lines = rows.map(
		(cells, index) =>
			`<row r="${index + 1}"${hidden.includes(index + 1) ? ' hidden="1"' : ''}>${cells.map(toXml).join('')}</row>`,
	);
	const named = formats.map(
		(format, index) => [200 + index, text(format).replaceAll('"', '&quot;')] as const,
	);
	return zip({
		'[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/></Types>`,
		'_rels/.rels': relation(['officeDocument', 'xl/workbook.xml']),
		'xl/workbook.xml': `${XML}<workbook xmlns="${SHEETS}" xmlns:r="${OFFICE}"><sheets><sheet name="Cartas" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		'xl/_rels/workbook.xml.rels': relation(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml']),
		'xl/styles.xml': `${XML}<styleSheet xmlns="${SHEETS}"><numFmts>${named.map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`).join('')}</numFmts><cellXfs><xf numFmtId="0"/>${named.map(([id]) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`,
		'xl/worksheets/sheet1.xml': `${XML}<worksheet xmlns="${SHEETS}"><sheetData>${lines.join('')}</sheetData></worksheet>`,
	});
}

/** Stored, not compressed. */
function zip(files: Record<string, string>): Buffer {
	const bodies: Buffer[] = [];
	const directory: Buffer[] = [];
	let at = 0;
	for (const [path, content] of Object.entries(files)) {
		const name = Buffer.from(path);
		const data = Buffer.from(content);
		const fields = Buffer.alloc(26);
		fields.writeUInt16LE(20, 0);
		fields.writeUInt32LE(crc32(data), 10);
		fields.writeUInt32LE(data.length, 14);
		fields.writeUInt32LE(data.length, 18);
		fields.writeUInt16LE(name.length, 22);
		const place = Buffer.alloc(16);
		place.writeUInt32LE(at, 12);
		const body = Buffer.concat([Buffer.from('PK\x03\x04'), fields, name, data]);
		bodies.push(body);
		directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, place.subarray(2), name);
		at += body.length;
	}
	const entries = Buffer.concat(directory);
	const end = Buffer.alloc(22);
	end.write('PK\x05\x06', 'latin1');
	end.writeUInt16LE(bodies.length, 8);
	end.writeUInt16LE(bodies.length, 10);
	end.writeUInt32LE(entries.length, 12);
	end.writeUInt32LE(at, 16);
	return Buffer.concat([...bodies, entries, end]);
}
