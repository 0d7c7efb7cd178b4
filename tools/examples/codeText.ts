/**
 * The text of a Code node, from TypeScript: its words, the modules it imports, itself, and the call. Types go;
 * comments, names and blank lines stay, because people read and change the code in n8n.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import * as babel from 'prettier/plugins/babel';
import * as estree from 'prettier/plugins/estree';
import { format } from 'prettier/standalone';
import ts from 'typescript';

const IMPORT = /^import (type )?[^;]*? from '([^']+)';\n/gm;
/** TypeScript drops blank lines and keeps comments. */
const BLANK = '//-';

/** The files a module needs, each behind those it imports; the module itself is last. */
function filesOf(file: string, known: string[] = []): string[] {
	for (const [, isType, from = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
		// Others, such as luxon, n8n gives to the code under the same names.
		if (isType || !from.startsWith('.')) continue;
		const imported = `${join(dirname(file), from)}.ts`;
		if (!known.includes(imported)) filesOf(imported, known);
	}
	known.push(file);
	return known;
}

const bodyOf = (file: string): string =>
	readFileSync(file, 'utf8')
		.replace(IMPORT, '')
		.replace(/^export /gm, '')
		.trim();

/** What a language says of a sheet stands beside the rest. */
const wordFiles = (file: string): string[] =>
	[file, file.replace(/\.ts$/, 'Sheet.ts')].filter((one) => existsSync(one));

/** Of the words of a language, as they are written, the groups that the code names. */
function wordsFor(code: string, file: string): string {
	const statements = wordFiles(file).flatMap((one) => [
		...ts.createSourceFile(one, readFileSync(one, 'utf8'), ts.ScriptTarget.ES2022, true).statements,
	]);
	const groups = statements
		.filter(ts.isVariableStatement)
		.flatMap(({ declarationList }) => [...declarationList.declarations])
		.flatMap(({ initializer }) =>
			initializer && ts.isObjectLiteralExpression(initializer) ? [...initializer.properties] : [],
		);
	const used = new Set([...code.matchAll(/\bwords\.(\w+)/g)].map(([, name]) => name));
	const texts = groups.filter(({ name }) => used.has(name?.getText())).map((group) => group.getFullText());
	if (texts.length !== used.size)
		throw new Error(`${file} has not all of these words: ${[...used].join(', ')}`);
	return `const words = {${texts.map((text) => `${text},`).join('')}\n};`;
}

function withoutTypes(code: string): string {
	const marked = code.replace(/^\s*$/gm, BLANK);
	const { outputText } = ts.transpileModule(marked, {
		compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
	});
	return outputText.replaceAll(BLANK, '').replace(/^export \{\};$/m, '');
}

/**
 * @param file Exports a function of its own name, which takes what n8n gives to a Code node, and words if there
 * are any.
 */
export async function codeText(file: string, wordsFile?: string): Promise<string> {
	const code = filesOf(file).map(bodyOf).join('\n\n');
	const words = wordsFile === undefined ? [] : [wordsFor(code, wordsFile)];
	const text = withoutTypes([...words, code].join('\n\n'));
	const globals = '{ $input, $, helpers: this.helpers }';
	const call = `return ${basename(file, '.ts')}(${[globals, ...words.map(() => 'words')].join(', ')});`;
	// Outside of a function, Prettier takes no return.
	const laidOut = await format(text, {
		parser: 'babel',
		plugins: [babel, estree],
		singleQuote: true,
		printWidth: 110,
	});
	return `${laidOut}\n${call}`;
}
