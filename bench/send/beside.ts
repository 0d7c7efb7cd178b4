/** A run of one letter while a large run of the same account sends. */
import type { Target } from '../report';
import { format, median, table } from '../report';
import type { Other } from './results';
import { spreadOf } from './results';
import type { Beside } from './rig';
import { LATENCY_MS, scenarios } from './scenarios';
import type { SetUp } from './setUps';
import { oneAtATime, ownNode } from './setUps';

const LETTERS = 4000;
const ROUNDS = 3;
const MOST_SECONDS = 2;

interface BesideResult {
	setUp: SetUp;
	runs: Beside[];
}

export const beside: Other = {
	letter: 'f',
	title: `(f) A run of one letter beside ${format(LETTERS)} of the same account, ${LATENCY_MS} ms latency`,
	measure: async ({ fresh, say }) => {
		const rig = await fresh();
		const service = scenarios(false).find(({ id }) => id === 'latency')?.service;
		if (!service) throw new Error('No scenario has a latency.');
		const results = [ownNode, oneAtATime].map((setUp): BesideResult => ({ setUp, runs: [] }));
		await rig.besideMany(ownNode, LETTERS / 10, ownNode, service);
		for (let round = 0; round < ROUNDS; round += 1) {
			for (const { setUp, runs } of results) {
				const run = await rig.besideMany(ownNode, LETTERS, setUp, service);
				say(`  ${setUp.title}: ${run.oneSeconds.toFixed(2)} s, beside ${run.manySeconds.toFixed(2)} s`);
				runs.push(run);
			}
		}
		const rows = results.map(({ setUp, runs }) => [
			`**${setUp.title}**`,
			spreadOf(runs.map(({ oneSeconds }) => oneSeconds)),
			spreadOf(runs.map(({ manySeconds }) => manySeconds)),
		]);
		return {
			table: table(['Set-up of the one letter', 'Seconds, its run', 'Seconds, the large run'], rows),
			targets: results.map(targetOf),
		};
	},
};

function targetOf({ setUp, runs }: BesideResult): Target {
	const seconds = runs.map(({ oneSeconds }) => oneSeconds);
	const whole = runs.every(({ stillRunning, created }) => stillRunning && created === LETTERS + 1);
	return {
		what: `(f) One letter beside ${format(LETTERS)}, ${setUp.title}`,
		measured: `${format(median(seconds))} s, at most ${format(Math.max(...seconds))} s${whole ? '' : ', but letters are missing or the large run had ended'}`,
		wanted: `at most ${MOST_SECONDS} s`,
		met: whole && Math.max(...seconds) <= MOST_SECONDS,
	};
}
