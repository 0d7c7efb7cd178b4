/** `npm run bench:receive`: this trigger and other ways to receive an event, in the same real n8n. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { runProgram } from '../tools/boundedProgram';
import { Cleanups } from '../tools/cleanup';
import { ensureN8n } from '../tools/n8n/install/install';
import { packPackage } from '../tools/n8n/install/npm';
import type { Case, Measurement, Result } from './receive/cases';
import { cases, titleOf } from './receive/cases';
import { receiveChart } from './receive/chart';
import type { Engine } from './receive/engines';
import { engines } from './receive/engines';
import { Load } from './receive/load';
import { receiveResults, receiveSection, receiveTables } from './receive/report';
import { ReceiveRig } from './receive/rig';
import { targets } from './receive/targets';
import {
	describeMachine,
	picture,
	results as resultsOf,
	targetTable,
	writeSection,
	writeText,
} from './report';

const USAGE = `Usage: npm run bench:receive -- [options]

  --quick                      shorter and fewer rounds, to try it out; writes nothing
  --only default,lazy,legacy   some of n8n's settings; writes nothing
  --subjects own,equal,bare,webhook,chain
                               some of the subjects; writes nothing
  --help`;

const FULL = { rounds: 5, seconds: 5, warmUpSeconds: 3, settleSeconds: 2 };
const QUICK = { rounds: 2, seconds: 2, warmUpSeconds: 2, settleSeconds: 1 };
const LONGEST_RUN_MS = 25 * 60_000;

const say = (line: string): void => console.log(line);

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			quick: { type: 'boolean' },
			only: { type: 'string' },
			subjects: { type: 'string' },
			help: { type: 'boolean' },
		},
	});
	if (values.help) {
		say(USAGE);
		return;
	}
	const { quick, only, subjects } = values;
	const chosenEngines = engines.filter(({ id }) => !only || only.split(',').includes(id));
	const chosenCases = cases.filter(({ subject }) => !subjects || subjects.split(',').includes(subject.id));

	const ends = new Cleanups();
	try {
		const installation = await ensureN8n({ report: say });
		const folder = await mkdtemp(join(tmpdir(), 'handwritten-letters-bench-'));
		ends.add(() => rm(folder, { recursive: true, force: true }));
		const tarball = await packPackage(folder);
		const load = new Load();
		ends.add(() => load.stop());

		const results: Result[] = [];
		for (const engine of chosenEngines) {
			const rig = await ReceiveRig.start({ installation, tarball, engine, load });
			try {
				results.push(...(await runEngine(engine, rig, chosenCases, quick ? QUICK : FULL)));
			} finally {
				await rig.stop();
			}
		}
		say(`\n${targetTable(targets(results))}\n\n${receiveTables(results)}`);
		if (quick || only || subjects) return;
		const machine = await describeMachine(installation, join(folder, 'node-version.log'), 'the sender');
		const surroundings = { machine, ...FULL };
		await writeSection('receive', receiveSection(results, surroundings));
		await writeText(resultsOf('receive').file, receiveResults(results, surroundings));
		await writeText(picture('receive').file, receiveChart(results));
	} finally {
		await ends.run();
	}
}

/** Every subject once per round, so that a round's figures compare; every other round backwards. */
async function runEngine(
	engine: Engine,
	rig: ReceiveRig,
	chosen: Case[],
	{ rounds, seconds, warmUpSeconds, settleSeconds }: typeof FULL,
): Promise<Result[]> {
	say(`\n${engine.title}`);
	const results = chosen.map((one): Result => ({ ...one, engine, runs: [] }));
	for (const result of results) await rig.measure(result, warmUpSeconds);
	for (let round = 0; round < rounds; round += 1) {
		for (const result of round % 2 === 0 ? results : results.toReversed()) {
			// n8n is still at work on what the subject before has left, such as isolates.
			await rig.measure(result, settleSeconds);
			const run = await rig.measure(result, seconds);
			say(`  ${titleOf(result)}: ${describe(run)}`);
			result.runs.push(run);
		}
	}
	return results;
}

function describe({ perSecond, p50, p99, answered, executions, cpuMs }: Measurement): string {
	return [
		`${perSecond.toFixed(1)} per second`,
		`p50 ${p50.toFixed(1)} ms`,
		`p99 ${p99.toFixed(1)} ms`,
		`${cpuMs.toFixed(1)} ms of CPU each`,
		`${answered} deliveries`,
		`${executions} executions`,
	].join(', ');
}

runProgram(main, LONGEST_RUN_MS);
