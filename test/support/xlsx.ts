/** The smallest workbook that Excel would write: one sheet, every cell a text. */
import { crc32 } from 'node:zlib';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SHEETS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const relation = (id: string, kind: string, target: string): string =>
	`${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/></Relationships>`;

const text = (cell: string): string => cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export function toXlsx(rows: string[][]): Buffer {
	const lines = rows.map(
		(cells) =>
			`<row>${cells.map((cell) => `<c t="inlineStr"><is><t xml:space="preserve">${text(cell)}</t></is></c>`).join('')}</row>`,
	);
	return zip({
		'[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/></Types>`,
		'_rels/.rels': relation('rId1', 'officeDocument', 'xl/workbook.xml'),
		'xl/workbook.xml': `${XML}<workbook xmlns="${SHEETS}" xmlns:r="${OFFICE}"><sheets><sheet name="Cartas" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		'xl/_rels/workbook.xml.rels': relation('rId1', 'worksheet', 'worksheets/sheet1.xml'),
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
