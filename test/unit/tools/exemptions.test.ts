/** Few files are exempt from a limit of eslint.config.mjs, each only as long as it is over that limit. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { Linter } from 'eslint';
import { parser } from 'typescript-eslint';

import { projectRoot } from '../../../tools/n8n/paths';

const read = (file: string): string => readFileSync(path.join(projectRoot, file), 'utf8');

const config = read('eslint.config.mjs');

function exempt(list: string): string[] {
	const [, files = ''] = new RegExp(`const ${list} = \\[(.*?)\\];`, 's').exec(config) ?? [];
	return [...files.matchAll(/'(.+?)'/g)].map(([, file = '']) => file);
}

it('at most four files are exempt', () => {
	expect([...exempt('longFiles'), ...exempt('longFunctions')].length).toBeLessThanOrEqual(4);
});

it.each([
	['longFiles', 'max-lines'],
	['longFunctions', 'max-lines-per-function'],
])('each of the %s is over %s', (list, rule) => {
	const limit = Number(new RegExp(`'${rule}': \\['error', (\\d+)\\]`).exec(config)?.[1]);
	const rules = { files: ['**/*.ts'], languageOptions: { parser }, rules: { [rule]: ['error', limit] } };
	const isOver = (file: string): boolean =>
		new Linter().verify(read(file), [rules as Linter.Config], { filename: file }).length > 0;
	expect(exempt(list)).not.toEqual([]);
	expect(exempt(list).filter((file) => !isOver(file))).toEqual([]);
});
