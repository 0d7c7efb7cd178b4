/** What a program gets whose types are generated from the OpenAPI document. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { temporaryFolder, TestSandbox } from './support';

// It starts two compilers.
const ORDERS = `
	import type { components } from './types';
	type Order = components['schemas']['CardCreateRequest'];
	const to = { name: 'Ana', address_line1: 'Rua A, 1', city: 'São Paulo', state: 'SP', zip: '01310-100' };
	export const right: Order[] = [
		{ to, message: 'Oi' },
		{ to, template: 'tpl_thank_you', style: 'sty_casual' },
		{ to: { ...to, country: 'PT' }, message: 'Oi', template: 'tpl_thank_you' },
	];
	// @ts-expect-error: neither message nor template
	export const noText: Order = { to };
	// @ts-expect-error: no recipient
	export const noRecipient: Order = { message: 'Oi' };
	// @ts-expect-error: a number for a name
	export const wrongType: Order = { to: { ...to, name: 7 }, message: 'Oi' };
	// @ts-expect-error: a field that the API does not know
	export const unknownField: Order = { to, message: 'Oi', colour: 'blue' };`;

it('right orders compile in strict mode, and wrong ones do not', async () => {
	const folder = temporaryFolder();
	const { sandbox } = await TestSandbox.start();
	const run = async (name: string, ...args: string[]) => {
		const program = path.resolve(__dirname, '../../../node_modules', name);
		const ran = promisify(execFile)(process.execPath, [program, ...args], { cwd: folder });
		return (await ran.catch((error: unknown) => error as { stdout: string })).stdout;
	};
	const types = await run('openapi-typescript/bin/cli.js', `${sandbox.origin}/openapi.json`);
	writeFileSync(path.join(folder, 'types.ts'), types);
	writeFileSync(path.join(folder, 'orders.ts'), ORDERS);
	const compilerOptions = { strict: true, noEmit: true, target: 'es2022', types: [] };
	writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
	expect(await run('typescript/bin/tsc', '--project', folder)).toBe('');
});
