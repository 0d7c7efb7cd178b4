/** The code states a default once. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { DEFAULTS } from '../../../sandbox/src/defaults';

const ROOT = path.resolve(__dirname, '../../..');

const code = ['bench', 'credentials', 'demo', 'nodes', 'sandbox/console', 'sandbox/src', 'tools'].flatMap(
	(folder) =>
		readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
			.filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules'))
			.map((name) => `${folder}/${name}`),
);

const isComment = (line: string): boolean => /^\s*(\/?\*|\/\/)/.test(line);

it.each([
	[DEFAULTS.apiKey, ['sandbox/src/defaults.ts']],
	[DEFAULTS.webhookSecret, ['sandbox/src/defaults.ts']],
	[DEFAULTS.headerPrefix, ['nodes/contract/vocabulary.ts']],
	[String(DEFAULTS.port), ['nodes/contract/vocabulary.ts']],
])('%s is written in one place of the code only', (value, places) => {
	const lines = code.flatMap((file) =>
		readFileSync(path.join(ROOT, file), 'utf8')
			.split('\n')
			.filter((line) => line.includes(value) && !isComment(line))
			.map(() => file),
	);
	expect(lines).toEqual(places);
});
