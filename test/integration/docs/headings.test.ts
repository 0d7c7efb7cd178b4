/** The headings that the guides to a sheet name are those that the example `campaign` finds. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { HEADINGS } from '../../../examples/campaign/findTable';

const ROOT = path.resolve(__dirname, '../../..');
const plain = (heading: string): string =>
	heading
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[^a-z0-9]/g, '');

it.each([
	['docs/quick-start.md', 'Heading'],
	['docs/planilha.pt-BR.md', 'Título'],
])('%s', (file, head) => {
	const known = Object.values(HEADINGS).flatMap((headings) => headings.split(' '));
	const text = readFileSync(path.join(ROOT, file), 'utf8');
	const [, rows = ''] = new RegExp(`^\\| ${head} \\|.*\\n\\|.*\\n((?:\\|.*\\n)+)`, 'm').exec(text) ?? [];
	const named = [...rows.matchAll(/`(.+?)`/g)].map(([, heading = '']) => heading);
	expect(named.length).toBeGreaterThan(10);
	expect(named.filter((heading) => !known.includes(plain(heading)))).toEqual([]);
});
