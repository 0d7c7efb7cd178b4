/** Several processes that know nothing of each other share one account's limit. */
import { ChildProgram } from '../childProgram';
import type { Target } from '../report';
import { format, median, table } from '../report';
import type { Sent, Share } from './children/workerMain';
import type { BenchSandbox } from './sandbox';
import { LIMIT } from './scenarios';
import { limitSeconds } from './targets';

const PROCESSES = 4;
const LETTERS_EACH = 90;
/** Short, so that there is time for several rounds. */
const WINDOW_SECONDS = 6;
const MOST_TIMES_SLOWER = 1.3;
const ROUNDS = 5;
const WARM_UP_LETTERS = 20;

export const processTitle = `### (e) ${PROCESSES} processes with ${LETTERS_EACH} letters each, one limit of ${LIMIT} per ${WINDOW_SECONDS} s`;

export interface SharedRun {
	letters: number;
	ids: number;
	requests: number;
	throttled: number;
	/** From the common start to the end of the last process. */
	seconds: number;
}

/** @param takeKey Accounts nobody has used: a fresh one per round. */
export async function measureProcesses(
	sandbox: BenchSandbox,
	takeKey: () => string,
	say: (line: string) => void,
): Promise<SharedRun[]> {
	const processes = Array.from({ length: PROCESSES }, () =>
		ChildProgram.start('send/children/workerMain.js'),
	);
	try {
		await Promise.all(processes.map((child) => child.next()));
		const sendAll = async (letters: number): Promise<Sent[]> => {
			const apiKey = takeKey();
			const shares = processes.map((_child, index): Share => ({
				apiKey,
				baseUrl: sandbox.baseUrl,
				first: index * letters,
				letters,
			}));
			return await Promise.all(processes.map((child, index) => child.ask<Sent>(shares[index] as Share)));
		};
		await sandbox.prepare({ limit: null, rules: [] });
		await sendAll(WARM_UP_LETTERS);

		const runs: SharedRun[] = [];
		for (let round = 0; round < ROUNDS; round += 1) {
			await sandbox.prepare({ limit: LIMIT, windowSeconds: WINDOW_SECONDS, rules: [] });
			const start = performance.now();
			const sent = await sendAll(LETTERS_EACH);
			const seconds = (performance.now() - start) / 1000;
			const { requests, throttled } = await sandbox.traffic();
			const ids = new Set(sent.flatMap((one) => one.ids)).size;
			runs.push({ letters: PROCESSES * LETTERS_EACH, ids, requests, throttled, seconds });
			say(`  ${ids} ids, ${requests} requests, ${throttled} times 429, ${seconds.toFixed(2)} s`);
		}
		return runs;
	} finally {
		await Promise.all(processes.map((child) => child.stop()));
	}
}

/** What this project asks of processes that share a limit, in the median of the rounds. */
export function processTargets(runs: SharedRun[]): Target[] {
	const name = `(e) ${PROCESSES} processes with ${LETTERS_EACH} letters each, one limit`;
	const needed = limitSeconds(PROCESSES * LETTERS_EACH, WINDOW_SECONDS);
	const seconds = median(runs.map((run) => run.seconds));
	return [
		{
			what: `${name}: ids`,
			measured: runs.map(({ ids }) => ids).join(' / '),
			wanted: String(PROCESSES * LETTERS_EACH),
			met: runs.every(({ ids, letters }) => ids === letters),
		},
		{
			what: `${name}: time, against what the limit needs`,
			measured: `${format(seconds)} s against ${format(needed)} s: ${(seconds / needed).toFixed(2)} ×`,
			wanted: `at most ${MOST_TIMES_SLOWER} ×`,
			met: seconds / needed <= MOST_TIMES_SLOWER,
		},
	];
}

export function processTable(runs: SharedRun[]): string {
	const rows = runs.map(({ ids, requests, throttled, seconds }, round) => [
		String(round + 1),
		...[ids, requests, throttled].map(format),
		seconds.toFixed(2),
	]);
	return `${processTitle}

${table(['Round', 'Ids output', 'Requests', '429s', 'Seconds'], rows)}`;
}
