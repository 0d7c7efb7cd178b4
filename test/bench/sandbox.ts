/** `npm run bench:sandbox`: how many letters the sandbox takes, how fast, and what it keeps of them. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { request } from 'undici';

import type { Load, Order } from './sandboxLoad';
import { LETTERS, reportSandbox, type Run, STEP } from './sandboxReport';
import type { Usage } from './sandboxServer';

const QUICK_LETTERS = 40_000;

const USAGE = `Usage: npm run bench:sandbox -- [options]

  --quick   ${QUICK_LETTERS.toLocaleString('en')} letters instead of ${LETTERS.toLocaleString('en')}, to try it out; writes nothing
  --help`;

const WARM_UP_LETTERS = 5000;
/** By then something hangs: end rather than run on. */
const LONGEST_RUN_MS = 10 * 60_000;

const say = (line: string): void => console.log(line);

/** A child that answers each message with one of its own. */
class Worker {
	private constructor(private readonly child: ChildProcess) {
		child.once('exit', (code) => {
			if (code !== null && code !== 0) {
				console.error(`A process of the benchmark ended with code ${code}.`);
				process.exit(1);
			}
		});
	}

	static start(file: string, args: string[], execArgv: string[] = []): Worker {
		return new Worker(fork(join(__dirname, file), args, { execArgv }));
	}

	async ask<Answer>(question: unknown): Promise<Answer> {
		const answer = this.next<Answer>();
		this.child.send(question as object);
		return answer;
	}

	async next<Answer>(): Promise<Answer> {
		const [answer] = (await once(this.child, 'message')) as [Answer];
		return answer;
	}

	stop(): void {
		this.child.disconnect();
	}
}

async function letters(origin: string): Promise<number> {
	const { body } = await request(`${origin}/_sandbox/state`);
	return ((await body.json()) as { letters: number }).letters;
}

async function reset(origin: string): Promise<void> {
	const { body } = await request(`${origin}/_sandbox/reset`, { method: 'POST' });
	await body.dump();
}

async function measure(wanted: number): Promise<Run> {
	const server = Worker.start('sandboxServer.js', [], ['--expose-gc']);
	const origin = await server.next<string>();
	const client = Worker.start('sandboxLoad.js', [origin]);
	const load = (order: Order): Promise<Load> => client.ask<Load>(order);
	const usage = (): Promise<Usage> => server.ask<Usage>('measure');

	await load({ does: 'warm up', count: WARM_UP_LETTERS });
	await reset(origin);
	const before = await usage();
	const steps: Run['steps'] = [];
	for (let done = STEP; done <= wanted; done += STEP) {
		const step = { ...(await load({ does: 'create', count: STEP })), ...(await usage()) };
		steps.push(step);
		say(`${done} letters: ${Math.round(STEP / step.seconds)}/s, p99 ${step.p99.toFixed(1)} ms, heap ${Math.round(step.heapBytes / 2 ** 20)} MB`);
	}
	const accepted = await letters(origin);
	const reads = await load({ does: 'read', count: STEP });
	await reset(origin);
	const after = await usage();
	client.stop();
	server.stop();
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

const watchdog = setTimeout(() => {
	console.error(`The benchmark took longer than ${LONGEST_RUN_MS / 60_000} minutes and was ended.`);
	process.exit(1);
}, LONGEST_RUN_MS);

main().then(
	() => clearTimeout(watchdog),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
