/** `npm run bench:send`: this node against n8n's HTTP Request node, in the same real n8n. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { DEFAULTS } from '../sandbox/src/defaults';
import { runProgram } from '../tools/boundedProgram';
import { Cleanups } from '../tools/cleanup';
import { ensureN8n } from '../tools/n8n/install/install';
import { installTarball, packPackage } from '../tools/n8n/install/npm';
import type { Target } from './report';
import {
	describeMachine,
	picture,
	results as resultsOf,
	targetTable,
	writeSection,
	writeText,
} from './report';
import { beside } from './send/beside';
import { sendChart } from './send/chart';
import { checking } from './send/checking';
import { measureLatency } from './send/latency';
import { processes } from './send/processes';
import { sendResults, sendSection, sendTables } from './send/report';
import type { Result } from './send/results';
import { MEGABYTE } from './send/results';
import type { Measurement } from './send/rig';
import { Rig } from './send/rig';
import { BenchSandbox } from './send/sandbox';
import type { Scenario } from './send/scenarios';
import { scenarios } from './send/scenarios';
import { targets } from './send/targets';

const USAGE = `Usage: npm run bench:send -- [options]

  --quick          fewer letters and rounds, to try it out; writes nothing
  --only a,b,c,d,e,f,g
                   some of the scenarios; writes nothing
  --help

BENCH_N8N_NODE_OPTIONS gives n8n's Node further options, for example to profile it.`;

const WARM_UP_LETTERS = 50;
/** Far above what the runs need. */
const ACCOUNTS = 200;
const LONGEST_RUN_MS = 40 * 60_000;

const say = (line: string): void => console.log(line);

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: { quick: { type: 'boolean' }, only: { type: 'string' }, help: { type: 'boolean' } },
	});
	if (values.help) {
		say(USAGE);
		return;
	}
	const isChosen = (letter: string): boolean => !values.only || values.only.split(',').includes(letter);
	const chosen = scenarios(values.quick ?? false).filter(({ letter }) => isChosen(letter));

	const ends = new Cleanups();
	try {
		const installation = await ensureN8n({ report: say });
		const userFolder = await mkdtemp(join(tmpdir(), 'handwritten-letters-bench-'));
		ends.add(() => rm(userFolder, { recursive: true, force: true }));
		await installTarball(userFolder, await packPackage(userFolder));
		const apiKeys = Array.from({ length: ACCOUNTS }, (_, index) => `bench_${index}`);
		const takeKey = (): string => apiKeys.pop() ?? 'none_left';
		const sandbox = await BenchSandbox.start({ apiKeys: [...apiKeys, DEFAULTS.apiKey] });
		ends.add(() => sandbox.stop());
		const latency = await measureLatency(sandbox);
		say(
			`One request alone: ${latency.without.toFixed(1)} ms, with the latency ${latency.with.toFixed(1)} ms`,
		);

		let rig: Rig | undefined;
		let firstTime = true;
		ends.add(async () => rig?.stop());
		const fresh = async (): Promise<Rig> => {
			await rig?.stop();
			rig = await Rig.start({ installation, userFolder, sandbox, takeKey }, firstTime);
			firstTime = false;
			return rig;
		};

		const results: Result[] = [];
		for (const scenario of chosen) results.push(...(await runScenario(scenario, fresh)));
		const means = { sandbox, takeKey, fresh, n8nFolder: installation.folder, say };
		const further: Array<{ table: string; targets: Target[] }> = [];
		for (const { letter, title, measure } of [processes, beside, checking]) {
			if (!isChosen(letter)) continue;
			say(`\n${title}`);
			const { table, targets: wanted } = await measure(means);
			further.push({ table: `### ${title}\n\n${table}`, targets: wanted });
		}
		const all = [...targets(results), ...further.flatMap((one) => one.targets)];
		const tables = further.map(({ table }) => table);
		say(`\n${targetTable(all)}\n\n${[sendTables(results), ...tables].filter(Boolean).join('\n\n')}`);
		if (values.quick || values.only) return;
		const machine = await describeMachine(installation, join(userFolder, 'node-version.log'));
		const surroundings = { machine, latency };
		await writeSection('send', sendSection(results, tables, surroundings));
		await writeText(resultsOf('send').file, sendResults(results, tables, surroundings));
		await writeText(picture('send').file, sendChart(results));
	} finally {
		await ends.run().catch((error: unknown) => console.error(error));
	}
}

async function runScenario(scenario: Scenario, fresh: () => Promise<Rig>): Promise<Result[]> {
	say(`\n${scenario.title}`);
	const { setUps, rounds, freshN8n, letters, service } = scenario;
	const results = setUps.map((setUp): Result => ({ scenario, setUp, runs: [] }));
	let rig = freshN8n ? undefined : await fresh();
	if (rig) for (const { setUp } of results) await warmUp(rig, setUp);
	for (let round = 0; round < rounds; round += 1) {
		const order = round % 2 === 0 ? results : results.toReversed();
		for (const { setUp, runs } of order) {
			if (freshN8n) {
				rig = await fresh();
				await warmUp(rig, setUp);
			}
			if (!rig) throw new Error('There is no n8n.');
			const run = await rig.measure(setUp, letters, service);
			say(`  ${setUp.title}: ${describe(run)}`);
			runs.push(run);
		}
	}
	return results;
}

async function warmUp(rig: Rig, setUp: Result['setUp']): Promise<void> {
	await rig.measure(setUp, WARM_UP_LETTERS, { limit: null, rules: [] });
}

function describe(run: Measurement): string {
	return [
		run.status,
		`${run.created} letters`,
		`${run.created - run.distinct} duplicates`,
		`${run.ids} ids`,
		`${run.requests} requests`,
		`${run.throttled} times 429`,
		`${run.mostInFlight} in flight`,
		`${run.seconds.toFixed(2)} s`,
		`${run.cpuSeconds.toFixed(2)} s of CPU`,
		`+${Math.round(run.grownBytes / MEGABYTE)} MB`,
	].join(', ');
}

runProgram(main, LONGEST_RUN_MS);
