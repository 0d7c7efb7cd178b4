/** Several processes that know nothing of each other share one account's limit. */
import { ChildProgram } from '../childProgram';
import type { Target } from '../report';
import { format, median, ratioTarget, table } from '../report';
import type { Sent, Share } from './children/workerMain';
import type { Means, Other } from './results';
import { LIMIT } from './scenarios';
import { limitSeconds } from './targets';

const PROCESSES = 4;
const LETTERS_EACH = 90;
/** Short, so that there is time for several rounds. */
const WINDOW_SECONDS = 6;
const MOST_TIMES_SLOWER = 1.3;
const ROUNDS = 5;
const WARM_UP_LETTERS = 20;

const ALL_LETTERS = PROCESSES * LETTERS_EACH;

interface SharedRun {
	ids: number;
	requests: number;
	throttled: number;
	/** From the common start to the end of the last process. */
	seconds: number;
}

export const processes: Other = {
	letter: 'e',
	title: `(e) ${PROCESSES} processes with ${LETTERS_EACH} letters each, one limit of ${LIMIT} per ${WINDOW_SECONDS} s`,
	measure: async (means) => {
		const children = Array.from({ length: PROCESSES }, () =>
			ChildProgram.start('send/children/workerMain.js'),
		);
		try {
			await Promise.all(children.map((child) => child.next()));
			const runs = await measureRuns(children, means);
			const rows = runs.map(({ ids, requests, throttled, seconds }, round) => [
				String(round + 1),
				...[ids, requests, throttled].map(format),
				seconds.toFixed(2),
			]);
			const head = ['Round', 'Ids output', 'Requests', '429s', 'Seconds'];
			return { table: table(head, rows), targets: targetsOf(runs) };
		} finally {
			await Promise.all(children.map((child) => child.stop()));
		}
	},
};

async function measureRuns(children: ChildProgram[], { sandbox, takeKey, say }: Means): Promise<SharedRun[]> {
	/** A fresh account per round. */
	const sendAll = async (letters: number): Promise<Sent[]> => {
		const account = { apiKey: takeKey(), baseUrl: sandbox.baseUrl };
		return await Promise.all(
			children.map((child, index) => {
				const share: Share = { ...account, first: index * letters, letters };
				return child.ask<Sent>(share);
			}),
		);
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
		runs.push({ ids, requests, throttled, seconds });
		say(`  ${ids} ids, ${requests} requests, ${throttled} times 429, ${seconds.toFixed(2)} s`);
	}
	return runs;
}

/** What this project asks of processes that share a limit, in the median of the rounds. */
function targetsOf(runs: SharedRun[]): Target[] {
	const name = `(e) ${PROCESSES} processes with ${LETTERS_EACH} letters each, one limit`;
	return [
		{
			what: `${name}: ids`,
			measured: runs.map(({ ids }) => ids).join(' / '),
			wanted: String(ALL_LETTERS),
			met: runs.every(({ ids }) => ids === ALL_LETTERS),
		},
		ratioTarget(`${name}: time, against what the limit needs`, MOST_TIMES_SLOWER, 's', [
			median(runs.map((run) => run.seconds)),
			limitSeconds(ALL_LETTERS, WINDOW_SECONDS),
		]),
	];
}
