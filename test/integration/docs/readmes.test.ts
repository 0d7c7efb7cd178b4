/** The README in Portuguese follows the English one: what is no prose stands in both, in one order. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../../..');
const ENGLISH = 'README.md';
const PORTUGUESE = 'docs/README.pt-BR.md';

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** To other pages, from the root of the repository; a picture may be one in Portuguese. */
function links(file: string): string[] {
	const targets = [...read(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
	return targets
		.filter((target) => !/README|^#/.test(target))
		.map((target) => (target.includes('://') ? target : path.join(path.dirname(file), target)))
		.map((target) => target.replace(/-pt\.png$/, '.png'));
}

const blocks = (file: string): string[] => read(file).match(/^ *```.*?^ *```/gms) ?? [];

function literals(file: string): string[] {
	const prose = read(file).replace(/^ *```.*?^ *```/gms, '');
	return [...new Set(prose.match(/`[^`\n]+`/g) ?? [])].sort();
}

/** Headings by their level, and how many rows each table has. */
function shape(file: string): string[] {
	const lines = read(file)
		.replace(/^ *```.*?^ *```/gms, '')
		.split('\n');
	return lines.map((line) => /^(#+ |\||- |!\[|\*\*)/.exec(line)?.[0] ?? '').filter(Boolean);
}

it.each([
	['sections, tables, lists and pictures', shape],
	['links', links],
	['commands', blocks],
	['names of fields, files and values', literals],
])('both have the same %s', (_what, of) => {
	expect(of(ENGLISH).length).toBeGreaterThan(1);
	expect(of(PORTUGUESE)).toEqual(of(ENGLISH));
});
