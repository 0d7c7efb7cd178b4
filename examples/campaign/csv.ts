// One that holds a character with a meaning stands in quotation marks.
const cell = (value: string): string =>
	/[";,\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;

// A link to the lines as a file. The mark at its beginning tells Excel that it is UTF-8.
export function csvLink(lines: string[][], delimiter: string): string {
	const csv = lines.map((line) => line.map(cell).join(delimiter)).join('\r\n');
	return `data:text/csv;charset=utf-8,${encodeURIComponent(`\ufeff${csv}`)}`;
}
