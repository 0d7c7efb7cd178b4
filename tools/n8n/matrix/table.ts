/** The table of tested versions in docs/compatibility.md: rows by version, newest first. */
import type { N8nMajor } from '../paths';
import { majorOf } from './manifest';
import { compareVersions } from './published';

export interface Row {
	version: string;
	node: string;
	result: string;
	/** Day of the run, YYYY-MM-DD. */
	date: string;
}

const BEGIN = '<!-- tested versions: written by npm run test:n8n -->';
const END = '<!-- end of tested versions -->';
const HEAD = ['| n8n | Node.js | Result | Tested |', '|---|---|---|---|'];

/** @throws when the document has no place for the table */
export function withRows(document: string, rows: readonly Row[]): string {
	const { before, known, after } = parse(document);
	const merged = new Map([...known, ...rows].map((row) => [row.version, row]));
	const lines = [...merged.values()].sort((a, b) => compareVersions(b.version, a.version)).map(writeRow);
	return [before + BEGIN, ...HEAD, ...lines, END + after].join('\n');
}

/** The newest version of that generation that passed all tests. */
export function newestGood(document: string, major: N8nMajor): Row | undefined {
	return parse(document)
		.known.filter(({ version, result }) => majorOf(version) === major && /^all \d+ tests passed/.test(result))
		.sort((a, b) => compareVersions(a.version, b.version))
		.at(-1);
}

function parse(document: string): { before: string; known: Row[]; after: string } {
	const [before, rest] = splitOnce(document, BEGIN);
	const [table, after] = splitOnce(rest, END);
	return { before, known: table.split('\n').flatMap((line) => parseRow(line) ?? []), after };
}

function splitOnce(text: string, mark: string): [string, string] {
	const at = text.indexOf(mark);
	if (at < 0) throw new Error(`The document has no line "${mark}".`);
	return [text.slice(0, at), text.slice(at + mark.length)];
}

function parseRow(line: string): Row | undefined {
	const cells = /^\| (\d+\.\d+\.\d+) \| (.*?) \| (.*) \| (\d{4}-\d\d-\d\d) \|$/.exec(line);
	if (!cells) return undefined;
	const [, version = '', node = '', result = '', date = ''] = cells;
	return { version, node, result: result.replaceAll('\\|', '|'), date };
}

const writeRow = ({ version, node, result, date }: Row): string =>
	`| ${version} | ${node} | ${result.replaceAll('|', '\\|')} | ${date} |`;
