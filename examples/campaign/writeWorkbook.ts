const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
// Names of the format, and no addresses that anybody calls.
const NAMES = 'http:' + '//schemas.openxmlformats.org';
const PACKAGE = `${NAMES}/package/2006`;
const OFFICE = `${NAMES}/officeDocument/2006/relationships`;
const MAIN = `${NAMES}/spreadsheetml/2006/main`;
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const relations = (...all: Array<[kind: string, target: string]>): string =>
	`${XML}<Relationships xmlns="${PACKAGE}/relationships">${all.map(([kind, target], index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`).join('')}</Relationships>`;

const partType = (path: string, kind: string): string =>
	`<Override PartName="/xl/${path}" ContentType="${TYPE}.${kind}+xml"/>`;

// Of half a character, and of a control character, XML has none.
const inXml = (text: string): string =>
	text
		.replace(/\p{Surrogate}|[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]/gu, '\ufffd')
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;');

// Each cell is a text, and what is typed into it stays one: 00123 keeps its zeros, and =A1 is no formula.
const partsOf = (lines: string[][]): Record<string, string> => ({
	'[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${partType('workbook.xml', 'sheet.main')}${partType('styles.xml', 'styles')}${partType('sheet.xml', 'worksheet')}</Types>`,
	'_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
	'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
	'xl/_rels/workbook.xml.rels': relations(['worksheet', 'sheet.xml'], ['styles', 'styles.xml']),
	'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>`,
	'xl/sheet.xml': `${XML}<worksheet xmlns="${MAIN}"><cols><col min="1" max="${Math.max(1, lines[0]?.length ?? 0)}" width="20" style="1" customWidth="1"/></cols><sheetData>${lines
		.map(
			(cells) =>
				`<row>${cells.map((cell) => `<c s="1" t="inlineStr"><is><t xml:space="preserve">${inXml(cell)}</t></is></c>`).join('')}</row>`,
		)
		.join('')}</sheetData></worksheet>`,
});

const CRC = Array.from({ length: 256 }, (_none, byte) => {
	let rest = byte;
	for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
	return rest;
});
const crc32 = (bytes: Buffer): number =>
	~bytes.reduce((sum, byte) => (CRC[(sum ^ byte) & 255] ?? 0) ^ (sum >>> 8), -1);

// A ZIP file whose parts are stored as they are.
function zip(parts: Record<string, string>): Buffer {
	const bodies: Buffer[] = [];
	const directory: Buffer[] = [];
	let at = 0;
	for (const [path, text] of Object.entries(parts)) {
		const [name, data] = [Buffer.from(path), Buffer.from(text)];
		const fields = Buffer.alloc(26);
		fields.writeUInt16LE(20, 0);
		// The first day that a ZIP file knows.
		fields.writeUInt16LE(33, 8);
		fields.writeInt32LE(crc32(data), 10);
		fields.writeUInt32LE(data.length, 14);
		fields.writeUInt32LE(data.length, 18);
		fields.writeUInt16LE(name.length, 22);
		const place = Buffer.alloc(14);
		place.writeUInt32LE(at, 10);
		const body = Buffer.concat([Buffer.from('PK\x03\x04'), fields, name, data]);
		bodies.push(body);
		directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, place, name);
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

/** A link to the lines as a workbook. */
export const workbookLink = (lines: string[][]): string =>
	`data:${TYPE}.sheet;base64,${zip(partsOf(lines)).toString('base64')}`;
