/** `npm run bench:sandbox`: what the sandbox costs, how many letters it takes, and what it keeps of them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { runProgram } from '../tools/boundedProgram';
import { targetTable } from './report';
import { measureFile, measureGrowth } from './sandbox/growth';
import type { Run } from './sandbox/report';
import { reportSandbox } from './sandbox/report';
import { measureRounds } from './sandbox/rounds';
import { targets } from './sandbox/targets';

interface Size {
	rounds: number;
	/** Of each kind in each round. */
	roundLetters: number;
	letters: number;
	fileLetters: number;
	stepLetters: number;
}

const FULL: Size = {
	rounds: 5,
	roundLetters: 20_000,
	letters: 100_000,
	fileLetters: 200_000,
	stepLetters: 10_000,
};
const QUICK: Size = { ...FULL, rounds: 3, roundLetters: 10_000, letters: 40_000, fileLetters: 20_000 };

const USAGE = `Usage: npm run bench:sandbox -- [options]

  --quick   fewer and shorter runs, to try it out; writes nothing
  --help`;

const LONGEST_RUN_MS = 15 * 60_000;

const say = (line: string): void => console.log(line);

async function measure({ rounds, roundLetters, letters, fileLetters, stepLetters }: Size): Promise<Run> {
	const folder = await mkdtemp(join(tmpdir(), 'bench-sandbox-'));
	try {
		return {
			rounds: await measureRounds(folder, { rounds, letters: roundLetters }, say),
			roundLetters,
			growth: await measureGrowth(letters, stepLetters, say),
			file: await measureFile(join(folder, 'letters.data'), fileLetters, stepLetters, say),
		};
	} finally {
		await rm(folder, { recursive: true });
	}
}

async function main(): Promise<void> {
	const { values } = parseArgs({ options: { quick: { type: 'boolean' }, help: { type: 'boolean' } } });
	if (values.help) {
		say(USAGE);
		return;
	}
	const run = await measure(values.quick ? QUICK : FULL);
	say(`\n${targetTable(targets(run))}\n\n${await reportSandbox(run, { write: !values.quick })}`);
}

runProgram(main, LONGEST_RUN_MS);
