export type Cell = string | number | boolean | null | undefined;

// Rows of cells, and the row in which a quotation mark opens that never closes.
export interface Table {
	rows: Array<Cell[] | undefined>;
	open: number;
}

// Excel in Brazil and in much of Europe saves Windows-1252: Latin-1 with other characters in 32 places.
const WINDOWS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
function decode(bytes: Buffer): string {
	if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le');
	const file = bytes.toString('utf8');
	if (!file.includes('\ufffd')) return file;
	return bytes
		.toString('latin1')
		.replace(/[\x80-\x9f]/g, (char) => WINDOWS[char.charCodeAt(0) - 0x80] ?? char);
}

// A cell in quotation marks may hold the delimiter, line breaks, and "" for one of them.
function parse(file: string, delimiter: string): Table {
	const rows: string[][] = [];
	let row: string[] = [];
	let cell = '';
	let quoted = false;
	let opened = 0;
	for (let at = 0; at < file.length; at += 1) {
		const char = file.charAt(at);
		const isQuote = char === '"';
		if (quoted && isQuote && file[at + 1] === '"') {
			cell += char;
			at += 1;
		} else if (quoted) {
			if (isQuote) quoted = false;
			else cell += char;
		} else if (isQuote && cell === '') {
			quoted = true;
			opened = rows.length + 1;
		} else if (char === delimiter || char === '\n') {
			row.push(cell);
			cell = '';
			if (char === '\n') {
				rows.push(row);
				row = [];
			}
		} else {
			cell += char;
		}
	}
	rows.push([...row, cell]);
	return { rows, open: quoted ? opened : 0 };
}

// The file as a table, for each character that may stand between its cells.
export function readTables(file: Buffer): Table[] {
	const lines = decode(file)
		.replace(/^\ufeff/, '')
		.replace(/\r\n?/g, '\n');
	return [';', ',', '\t'].map((delimiter) => parse(lines, delimiter));
}
