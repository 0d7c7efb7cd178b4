/**
 * `prove` as it is packed: on the example's client, with a command that shows a finding again, and on our
 * own nodes in n8n’s engine. Build first.
 */
import { execFile } from 'node:child_process';
import path from 'node:path';

import { projectRoot } from '../../tools/n8n/paths';

jest.setTimeout(600_000);

const PROGRAM = path.join(projectRoot, 'sandbox/dist/sandbox.js');

/** The exit code, and all it printed. */
async function shell(command: string): Promise<{ code: number; said: string }> {
	return await new Promise((resolve) => {
		execFile('sh', ['-c', command], { cwd: projectRoot }, (error, stdout, stderr) => {
			resolve({ code: Number(error?.code ?? 0), said: stdout + stderr });
		});
	});
}

it('the command that a finding names shows it again', async () => {
	const client = 'node sandbox/examples/client.mjs new-key';
	const first = await shell(`node ${PROGRAM} prove --bail --only lost-answer -- ${client}`);
	const [, again = ''] = /Again: (.*)/.exec(first.said) ?? [];
	const { code, said } = await shell(again);
	expect([first.code, code]).toEqual([1, 1]);
	expect(said).toMatch(/^POST \/cards#1 lost-answer\n {2}doubled: .*: 2 instead of 1$/m);
});

it('finds nothing in our own nodes, in n8n’s engine', async () => {
	const nodes = 'node build/tools/proven/inEngine.js';
	const { code, said } = await shell(`node ${PROGRAM} prove --jobs 2 -- ${nodes}`);
	expect(said).toMatch(/\n\d\d runs in [\d.]+ s: 0 found something, in 0 the fault was not reached, 0 ended/);
	expect(code).toBe(0);
});
