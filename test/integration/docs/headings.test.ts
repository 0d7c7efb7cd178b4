/** The headings that the guides to a sheet name are those that the example `campaign` finds. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { nodeNamed, readExample } from '../../../tools/n8n/examples';

const ROOT = path.resolve(__dirname, '../../..');
const plain = (heading: string): string =>
	heading
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[^a-z0-9]/g, '');

it.each([
	['docs/quick-start.md', 'campaign', 'Heading'],
	['docs/planilha.pt-BR.md', 'campaign.pt-BR', 'Título'],
])('%s', async (file, example, head) => {
	const { jsCode } = nodeNamed(await readExample(example), 'Read the Rows').parameters;
	const [, known = ''] = /^const HEADINGS = \{\n(.*?)^\};/ms.exec(String(jsCode)) ?? [];
	const text = readFileSync(path.join(ROOT, file), 'utf8');
	const [, rows = ''] = new RegExp(`^\\| ${head} \\|.*\\n\\|.*\\n((?:\\|.*\\n)+)`, 'm').exec(text) ?? [];
	const named = [...rows.matchAll(/`(.+?)`/g)].map(([, heading = '']) => heading);
	expect(named.length).toBeGreaterThan(10);
	expect(named.filter((heading) => !known.includes(`'${plain(heading)}'`))).toEqual([]);
});
