/** What a program gets whose types are generated from the OpenAPI document. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

import ts from 'typescript';

import { TestSandbox } from './support';

const TO = `const to = { name: 'Ana', address_line1: 'Rua A, 1', city: 'São Paulo', state: 'SP', zip: '01310-100' };`;

const GOOD = {
	'a message': `{ to, message: 'Oi' }`,
	'a template': `{ to, template: 'tpl_thank_you', style: 'sty_casual' }`,
	'both, and a country': `{ to: { ...to, country: 'PT' }, message: 'Oi', template: 'tpl_thank_you' }`,
};
const WRONG = {
	'without message and template': '{ to }',
	'without to': `{ message: 'Oi' }`,
	'with a number for a name': `{ to: { ...to, name: 7 }, message: 'Oi' }`,
	'with a field that the API does not know': `{ to, message: 'Oi', colour: 'blue' }`,
};

const fileOf = (name: string): string => `/${name}.ts`;

/** What the compiler says of each order in strict mode, by its file; of all in one go, which reads its libraries once. */
const complaints = new Map<string | undefined, string[]>();

beforeAll(async () => {
	const { sandbox } = await TestSandbox.start();
	const generator = path.join(path.dirname(require.resolve('openapi-typescript/package.json')), 'bin/cli.js');
	const { stdout } = await promisify(execFile)(process.execPath, [
		generator,
		`${sandbox.origin}/openapi.json`,
	]);
	await sandbox.close();
	const programs = Object.entries({ ...GOOD, ...WRONG }).map(([name, order]): [string, string] => [
		fileOf(name),
		`import type { components } from './types';\ntype Order = components['schemas']['CardCreateRequest'];\n${TO} export const order: Order = ${order};`,
	]);
	const files = new Map([['/types.ts', stdout], ...programs]);
	const options: ts.CompilerOptions = {
		strict: true,
		noEmit: true,
		target: ts.ScriptTarget.ES2022,
		types: [],
	};
	const host = ts.createCompilerHost(options);
	const getSourceFile = host.getSourceFile.bind(host);
	const fileExists = host.fileExists.bind(host);
	host.fileExists = (name) => files.has(name) || fileExists(name);
	host.getSourceFile = (name, version) => {
		const text = files.get(name);
		return text === undefined ? getSourceFile(name, version) : ts.createSourceFile(name, text, version);
	};
	const program = ts.createProgram([...files.keys()], options, host);
	for (const { file, messageText } of ts.getPreEmitDiagnostics(program)) {
		const said = complaints.get(file?.fileName) ?? [];
		complaints.set(file?.fileName, [...said, ts.flattenDiagnosticMessageText(messageText, '\n')]);
	}
});

it.each(Object.keys(GOOD))('an order with %s compiles', (name) => {
	expect(complaints.get(fileOf(name))).toBeUndefined();
});

it.each(Object.keys(WRONG))('an order %s does not compile', (name) => {
	expect(complaints.get(fileOf(name))).toEqual([
		expect.stringMatching(/not assignable|may only specify known properties/),
	]);
});

it('nothing else is wrong, such as the types themselves', () => {
	expect(new Set(complaints.keys())).toEqual(new Set(Object.keys(WRONG).map(fileOf)));
});
