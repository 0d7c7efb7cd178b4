import type { Table } from './types';

// Excel in Brazil and in much of Europe saves Windows-1252: Latin-1 with other characters in 32 places.
const WINDOWS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

// What letters of DOS (CP850) and of old Macs become where they are taken for Windows-1252: a place in it that
// has no character, a sign inside of a word, before it or behind it, a capital between small letters or the
// reverse, and letters that no word has side by side. Behind Ã and Â, signs are UTF-8 that was read so before: the
// check says that of its row.
const MISREAD = new RegExp(
	[
		'[\\x81\\x8d\\x8f\\x90\\x9d]',
		'\\p{L}(?<![ÃÂ])[€‚ƒ„†‡ˆ‰‹›“”˜™¡¢£¤¥¦§©«¬®¯±²³µ¶¸¹»¼½¾¿×÷]\\p{L}',
		'\\p{Ll}[¡¢£¤¥¦¬µ¶]|\\p{L}(?<![ÃÂ])[‚ƒ‡ˆ‰‹](?!\\p{L})|(?<![ÃÂ])[¢£¤¥¶]\\p{Ll}',
		'\\p{L}[ÆŽ]\\p{Ll}|\\p{Ll}[ÆŽ](?!\\p{L})|\\p{Lu}[à-öø-ÿ]\\p{Lu}',
		'\\p{Ll}{3}’(?!hui)\\p{Ll}{3}|\\p{L}œ[bfgjlmprvz]|\\p{Ll}äes(?!\\p{L})|(?<!\\p{L})(?:S|JO)[ÇÌ]O(?!\\p{L})|Ol\\xa0',
	].join('|'),
	'u',
);

/** The text of a file; it is unsure where its characters are none that anybody has written. */
export function decode(bytes: Buffer): { text: string; isUnsure: boolean } {
	if (bytes[0] === 0xff && bytes[1] === 0xfe)
		return { text: bytes.toString('utf16le').slice(1), isUnsure: false };
	if (bytes[0] === 0xfe && bytes[1] === 0xff) {
		const swapped = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2))).swap16();
		return { text: swapped.toString('utf16le').slice(1), isUnsure: false };
	}
	const file = bytes.toString('utf8');
	if (!file.includes('\ufffd')) return { text: file.replace(/^\ufeff/, ''), isUnsure: file.includes('\0') };
	const text = bytes
		.toString('latin1')
		.replace(/[\x80-\x9f]/g, (char) => WINDOWS[char.charCodeAt(0) - 0x80] ?? char);
	return { text, isUnsure: text.includes('\0') || MISREAD.test(text) };
}

// A cell in quotation marks may hold the delimiter, line breaks, and "" for one of them.
function parse(file: string, delimiter: string, name: string): Table {
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
	return {
		name,
		isHidden: false,
		open: quoted ? opened : 0,
		rows: rows.map((cells, index) => ({
			row_number: index + 1,
			cells,
			dates: [],
			unknown: [],
			isHidden: false,
		})),
	};
}

// The file as a table, for each character that may stand between its cells. Its first line may name that one,
// and is then no row.
export function readTables(text: string, name: string): Table[] {
	const lines = text.replace(/\r\n?/g, '\n');
	const [first = '', named] = /^"?sep=(.)"?\n/i.exec(lines) ?? [];
	const delimiters = named === undefined ? [';', ',', '\t', '|'] : [named];
	return delimiters.map((delimiter) => parse(lines.slice(first.length), delimiter, name));
}
