/** The README in Portuguese follows the English one: what is no prose stands in both, in one order. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../../..');
const ENGLISH = 'README.md';
const PORTUGUESE = 'docs/README.pt-BR.md';

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** What there is in Portuguese too, without the sections, which have names of their own. */
const TRANSLATED: Record<string, string> = {
	'docs/planilha.pt-BR.md#lgpd': 'docs/data-protection.md',
	'docs/planilha.pt-BR.md#com-docker': 'docs/compatibility.md#with-docker',
	'docs/planilha.pt-BR.md#o-sandbox': 'sandbox/README.md#from-a-container',
	'docs/planilha.pt-BR.md': 'docs/quick-start.md',
	'docs/campos.pt-BR.md': 'docs/fields.md',
	'docs/erros.pt-BR.md': 'docs/troubleshooting.md',
};

const withoutSection = (target: string): string => target.replace(/#.*/, '');
const inEnglish = (page: string): string => TRANSLATED[page] ?? TRANSLATED[withoutSection(page)] ?? page;

/** Each page once: the one in Portuguese also says at its head what there is in Portuguese. */
function links(file: string): string[] {
	const targets = [...read(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
	const pages = targets
		.filter((target) => !/^(?:docs\/|\.\.\/)?README/.test(target))
		.map((target) => (target.includes('://') ? target : path.join(path.dirname(file), target)))
		.map(inEnglish)
		.map((page) => (Object.values(TRANSLATED).includes(withoutSection(page)) ? withoutSection(page) : page));
	return [...new Set(pages)].sort();
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
