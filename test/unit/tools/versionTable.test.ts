import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { Row } from '../../../tools/n8n/matrix/table';
import { newestGood, withRows } from '../../../tools/n8n/matrix/table';
import { projectRoot } from '../../../tools/n8n/paths';

const BEGIN = '<!-- tested versions: written by npm run test:n8n -->';
const END = '<!-- end of tested versions -->';
const document = `Before.\n\n${BEGIN}\n${END}\n\nAfter.\n`;

const row = (version: string, result = 'all 3 tests passed', date = '2026-11-22'): Row => ({
	version,
	node: '24',
	result,
	date,
});

const versions = (text: string): string[] =>
	[...text.matchAll(/^\| (\d\S+) \|/gm)].map(([, version = '']) => version);

it('the oldest versions that pass are named in the READMEs and above the table', () => {
	const read = (file: string): string => readFileSync(path.join(projectRoot, file), 'utf8');
	const text = read('docs/compatibility.md');
	const passed = versions(text.replaceAll(/^\| \d(?!.*\| all \d+ tests passed).*$/gm, ''));
	const oldest = passed.at(-1);
	const oldestOfN8n2 = passed.findLast((version) => version.startsWith('2.'));
	expect(text).toContain(
		`the oldest versions that pass the tests are ${oldest} and, of n8n 2, ${oldestOfN8n2}.`,
	);
	for (const file of ['README.md', 'docs/README.pt-BR.md']) expect(read(file)).toContain(` ${oldest}`);
});

describe('the table of tested versions', () => {
	it('stands between its marks, newest version first, sorted by number and not by letter', () => {
		const text = withRows(document, [row('2.4.8'), row('2.40.7'), row('1.123.81')]);
		expect(versions(text)).toEqual(['2.40.7', '2.4.8', '1.123.81']);
		expect(text.startsWith(`Before.\n\n${BEGIN}\n| n8n |`)).toBe(true);
		expect(text.endsWith(`${END}\n\nAfter.\n`)).toBe(true);
	});

	it('keeps the rows of other versions and replaces those run again', () => {
		const first = withRows(document, [row('2.0.3'), row('2.40.7', '2 tests passed, 1 failed')]);
		const second = withRows(first, [row('2.40.7', 'all 3 tests passed', '2026-12-01')]);
		expect(versions(second)).toEqual(['2.40.7', '2.0.3']);
		expect(second).toContain('| 2.40.7 | 24 | all 3 tests passed | 2026-12-01 |');
		expect(second).not.toContain('1 failed');
	});

	it('reads back a result that holds a pipe', () => {
		const first = withRows(document, [row('2.0.3', 'failed: a | b')]);
		const second = withRows(first, [row('2.8.4')]);
		expect(versions(second)).toEqual(['2.8.4', '2.0.3']);
		expect(second).toContain('| failed: a \\| b |');
	});

	it('gives the newest version of a generation that passed', () => {
		const text = withRows(document, [
			row('2.42.0', '2 tests passed, 1 failed; the first: all 3 tests passed'),
			row('2.9.0'),
			row('2.40.7'),
			row('1.123.81'),
		]);
		expect(newestGood(text, 2)).toEqual(row('2.40.7'));
		expect(newestGood(text, 1)?.version).toBe('1.123.81');
		expect(newestGood(document, 2)).toBeUndefined();
	});

	it('refuses a document without a place for it', () => {
		expect(() => withRows('Nothing here.', [])).toThrow('The document has no line');
	});
});
