/** `npm run bench:sandbox`: how many letters the sandbox takes, how fast, and what it keeps of them. */
import { parseArgs } from 'node:util';

import { SandboxClient } from '../tools/sandboxClient';
import { ChildProgram } from './childProgram';
import { runProgram } from './program';
import type { Load, Order } from './sandbox/loadMain';
import type { Run } from './sandbox/report';
import { LETTERS, reportSandbox, STEP } from './sandbox/report';
import type { Usage } from './sandbox/serverMain';

const QUICK_LETTERS = 40_000;

const USAGE = `Usage: npm run bench:sandbox -- [options]

  --quick   ${QUICK_LETTERS.toLocaleString('en')} letters instead of ${LETTERS.toLocaleString('en')}, to try it out; writes nothing
  --help`;

const WARM_UP_LETTERS = 5000;
const LONGEST_RUN_MS = 10 * 60_000;

const say = (line: string): void => console.log(line);

async function measure(wanted: number): Promise<Run> {
	const server = ChildProgram.start('sandbox/serverMain.js', [], ['--expose-gc']);
	const sandbox = SandboxClient.at(await server.next<string>(), () => server.stop());
	const client = ChildProgram.start('sandbox/loadMain.js', [sandbox.origin]);
	const reset = (): Promise<unknown> => sandbox.control('POST', '/reset');
	const load = (order: Order): Promise<Load> => client.ask<Load>(order);
	const usage = (): Promise<Usage> => server.ask<Usage>('measure');

	await load({ does: 'warm up', count: WARM_UP_LETTERS });
	await reset();
	const before = await usage();
	const steps: Run['steps'] = [];
	for (let done = STEP; done <= wanted; done += STEP) {
		const step = { ...(await load({ does: 'create', count: STEP })), ...(await usage()) };
		steps.push(step);
		say(
			`${done} letters: ${Math.round(STEP / step.seconds)}/s, p99 ${step.p99.toFixed(1)} ms, heap ${Math.round(step.heapBytes / 2 ** 20)} MB`,
		);
	}
	const accepted = await sandbox.letters();
	const reads = await load({ does: 'read', count: STEP });
	await reset();
	const after = await usage();
	await client.stop();
	await sandbox.close();
	if (accepted !== wanted) throw new Error(`${wanted} letters were sent, ${accepted} accepted.`);
	return { before, steps, reads, after };
}

async function main(): Promise<void> {
	const { values } = parseArgs({ options: { quick: { type: 'boolean' }, help: { type: 'boolean' } } });
	if (values.help) {
		say(USAGE);
		return;
	}
	const run = await measure(values.quick ? QUICK_LETTERS : LETTERS);
	say(`\n${await reportSandbox(run, { write: !values.quick })}`);
}

runProgram(main, LONGEST_RUN_MS);
