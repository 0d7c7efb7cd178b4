/** The errors that docs/troubleshooting.md and docs/erros.pt-BR.md quote are those that the action node gives. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../../..');

const sources = readdirSync(path.join(ROOT, 'nodes'), { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.ts'))
	.map((file) => readFileSync(path.join(ROOT, 'nodes', file), 'utf8'))
	.join('\n');

const sending = ['docs/troubleshooting.md', 'docs/erros.pt-BR.md']
	.map((file) => readFileSync(path.join(ROOT, file), 'utf8').split(/^## /m))
	.flatMap((sections) => sections.filter((section) => /^(?:Sending|Erros)\n/.test(section)))
	.join('\n');

const OF_N8N =
	/^(?:Authorization failed$|The resource you are requesting|This execution failed to be processed too many)/;

/** In italics in the first column. */
const quoted = [...sending.matchAll(/^\| (.*?) \|/gm)]
	.flatMap(([, cell = '']) => [...cell.matchAll(/\*(.+?)\*/g)].map(([, words = '']) => words))
	.filter((words) => !OF_N8N.test(words));

/** What stands still in a message: not its row, field, values and noun, and not what is left out. */
const fixedParts = (words: string): string[] =>
	words
		.split(/…|: |\b(?:letter|Item \d+)\b|^(?:Message|Name|State|Schedule At|External ID)\b|\{\{.*?\}\}/)
		.map((part) => part.trim())
		.filter((part) => part.length > 3);

it('there are some', () => {
	expect(quoted.length).toBeGreaterThan(5);
});

it.each(quoted)('%s', (words) => {
	const parts = fixedParts(words);
	expect(parts.join('').length).toBeGreaterThan(words.length / 2);
	expect(parts.filter((part) => !sources.includes(part))).toEqual([]);
});
