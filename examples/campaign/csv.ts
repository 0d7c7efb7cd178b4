// A spreadsheet would take a cell that begins with one of these for a formula.
const FORMULA = /^[=+@\t\r＝＋＠－-]/;

// One that holds a character with a meaning stands in quotation marks.
function writeCell(value: string): string {
	const safe = FORMULA.test(value) ? `'${value}` : value;
	return /[";,\t\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

// The text of a cell. `="00123"` is how a CSV keeps a text that a spreadsheet would take for a number, and half
// of a character is none.
export function readCell(value: string): string {
	const text = value.replace(/\p{Surrogate}/gu, '\ufffd').trim();
	const [, kept] = /^="((?:[^"]|"")*)"$/.exec(text) ?? [];
	return kept === undefined ? text : kept.replaceAll('""', '"').trim();
}

// A link to the lines as a file. The mark at its beginning tells Excel that it is UTF-8.
export function csvLink(lines: string[][], delimiter: string): string {
	const csv = lines.map((line) => line.map(writeCell).join(delimiter)).join('\r\n');
	return `data:text/csv;charset=utf-8,${encodeURIComponent(`\ufeff${csv.replace(/\p{Surrogate}/gu, '\ufffd')}`)}`;
}
