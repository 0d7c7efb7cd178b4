/** What a program gets whose types are generated from the OpenAPI document. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

import ts from 'typescript';

import { TestSandbox } from './support';

let types: string;
beforeAll(async () => {
	const { sandbox } = await TestSandbox.start();
	const program = path.join(path.dirname(require.resolve('openapi-typescript/package.json')), 'bin/cli.js');
	const { stdout } = await promisify(execFile)(process.execPath, [program, `${sandbox.origin}/openapi.json`]);
	types = stdout;
	await sandbox.close();
});

/** What the compiler says of a program in strict mode. */
function complaints(program: string): string[] {
	const files = new Map([
		['/types.ts', types],
		[
			'/program.ts',
			`import type { components } from './types';\ntype Order = components['schemas']['CardCreateRequest'];\n${program}`,
		],
	]);
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
	const compiled = ts.createProgram(['/program.ts'], options, host);
	return ts
		.getPreEmitDiagnostics(compiled)
		.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

const TO = `const to = { name: 'Ana', address_line1: 'Rua A, 1', city: 'São Paulo', state: 'SP', zip: '01310-100' };`;

it.each([
	['a message', `{ to, message: 'Oi' }`],
	['a template', `{ to, template: 'tpl_thank_you', style: 'sty_casual' }`],
	['both, and a country', `{ to: { ...to, country: 'PT' }, message: 'Oi', template: 'tpl_thank_you' }`],
])('an order with %s compiles', (_, order) => {
	expect(complaints(`${TO} export const order: Order = ${order};`)).toEqual([]);
});

it.each([
	['without message and template', '{ to }'],
	['without to', `{ message: 'Oi' }`],
	['with a number for a name', `{ to: { ...to, name: 7 }, message: 'Oi' }`],
	['with a field that the API does not know', `{ to, message: 'Oi', colour: 'blue' }`],
])('an order %s does not compile', (_, order) => {
	expect(complaints(`${TO} export const order: Order = ${order};`)).toEqual([
		expect.stringMatching(/not assignable|may only specify known properties/),
	]);
});
