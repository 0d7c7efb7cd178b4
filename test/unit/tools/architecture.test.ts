/** The page on the architecture and its picture name only what exists, and leave out no room. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../../..');
const NODE = 'nodes/HandwrittenLetters';
const TRIGGER = 'nodes/HandwrittenLettersTrigger';
const SANDBOX = 'sandbox/src';

/** Where the names of a section, or of the picture, begin, besides the root. */
const BASES: Record<string, string[]> = {
	'How a letter is ordered': ['nodes', NODE],
	'How an event is received': [TRIGGER],
	'Inside the sandbox': [SANDBOX],
	'What keeps a letter from being ordered': [NODE, 'nodes/n8n'],
};
const OUTCOMES = ['ordered', 'other_contents', 'unknown'];
const OTHER_NAMES = [...OUTCOMES, 'npm run lint', 'handwritten-letters-sandbox', '/v1', '/_sandbox', 'check'];

const page = readFileSync(path.join(ROOT, 'docs/architecture.md'), 'utf8');
const picture = readFileSync(path.join(ROOT, 'docs/images/architecture.svg'), 'utf8');

const sections = page.split(/^## /m).map((text) => ({
	title: text.slice(0, text.indexOf('\n')),
	names: [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
}));
const pictured = [...picture.matchAll(/<text[^>]*>([^<]*)</g)]
	.flatMap(([, text = '']) => text.split(/[\s,;]+/))
	.map((word) => word.replace(/\.$/, ''))
	.filter((word) => /\/|\.\w/.test(word));

/** A folder is named with a slash behind it, so that no file passes for one. */
function exists(name: string, bases: string[]): boolean {
	return ['', ...bases].some((base) => {
		const found = statSync(path.join(ROOT, base, name), { throwIfNoEntry: false });
		return found !== undefined && found.isDirectory() === name.endsWith('/');
	});
}

const foldersOf = (folder: string): string[] =>
	readdirSync(path.join(ROOT, folder), { withFileTypes: true })
		.filter((entry) => entry.isDirectory() && !entry.name.startsWith('__'))
		.map(({ name }) => `${name}/`);

describe('docs/architecture.md', () => {
	const named = sections.flatMap(({ title, names }) =>
		names.filter((name) => !OTHER_NAMES.includes(name)).map((name) => ({ name, title })),
	);

	it.each(named)('names $name under "$title", which exists', ({ name, title }) => {
		expect(exists(name, BASES[title] ?? [])).toBe(true);
	});

	it.each([
		['How a letter is ordered', NODE],
		['How an event is received', TRIGGER],
		['Inside the sandbox', SANDBOX],
	])('names under "%s" every folder of %s', (title, folder) => {
		const names = sections.find((section) => section.title === title)?.names ?? [];
		const missing = foldersOf(folder).filter((one) => !names.some((name) => name.startsWith(one)));
		expect(missing).toEqual([]);
	});
});

describe('docs/images/architecture.svg', () => {
	it.each(pictured)('names %s, which exists', (name) => {
		expect(exists(name, ['nodes', NODE, TRIGGER])).toBe(true);
	});

	it('names a file or folder in each of its eight boxes', () => {
		const small = [...picture.matchAll(/<text[^>]* font-size="11\.5"[^>]*>([^<]*)</g)];
		expect(small).toHaveLength(8);
		for (const [, text = ''] of small) expect(pictured).toContain(text.split(', ')[0]);
	});
});
