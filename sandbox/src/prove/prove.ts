/**
 * The verb `prove`: runs a command once to learn its calls, then once for each call and fault, each in
 * a fresh sandbox, and reports letters doubled or lost and events wrongly taken or refused.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { lettersIn } from '../cli/seed';
import { PROVE_RETRY_SECONDS, PROVE_SETTINGS, readStart } from '../cli/startOptions';
import type { Scene, Verb } from '../cli/verb';
import { numberOption, option } from '../cli/verb';
import { ClientError } from '../client/controlClient';
import { endAll } from './command';
import { COMMAND, VARIABLES } from './exec';
import { judge } from './judge';
import type { Result } from './report';
import { reportJunit, reportOf, reportText } from './report';
import type { Outcome, Setting } from './run';
import { runOnce, wasReached } from './run';
import type { Trial } from './trials';
import { chosen, trialsOf } from './trials';

const DEFAULT_TIMEOUT_SECONDS = 60;
const PROGRESS_EVERY_MS = 5000;
/** The run without a fault; `--only` may name it, too. */
const BASELINE = 'baseline';

const OWN_OPTIONS = [
	option('--only <TEXT>', 'the one run of this name, or all whose names hold the text'),
	numberOption(
		'--jobs <N>',
		'runs at once; the command must not need a port or file of its own (default: 1)',
	),
	option('--bail', 'stops at the first run that has found something'),
	option('--junit <FILE>', 'writes the report as JUnit XML, too'),
	option('--json', 'print the report as JSON'),
];
const TIMEOUT = numberOption(
	'--timeout <SECONDS>',
	`ends a command that takes longer (default: ${String(DEFAULT_TIMEOUT_SECONDS)})`,
);

/** As a POSIX shell reads it. */
const quoted = (word: string): string =>
	/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

function againOf({ given }: Scene, name: string): string {
	const [, file = ''] = process.argv;
	const isInstalled = path.basename(file) === 'handwritten-letters-sandbox';
	const program = isInstalled ? ['npx', 'handwritten-letters-sandbox'] : ['node', file];
	const said = [...PROVE_SETTINGS, TIMEOUT].flatMap((one) => given.said(one));
	return [...program, 'prove', ...said, '--only', name, '--', ...given.positionals].map(quoted).join(' ');
}

async function settingOf({ given, env }: Scene): Promise<Setting> {
	const flags = { webhookRetrySeconds: PROVE_RETRY_SECONDS, ...given.flags, port: '0' };
	const { settings, seed } = readStart(flags, { ...env, SANDBOX_DATA: '' });
	return {
		command: given.positionals,
		options: { ...settings, seed: await lettersIn(seed) },
		env,
		timeoutMs: (given.number('timeout') ?? DEFAULT_TIMEOUT_SECONDS) * 1000,
		isShown: false,
	};
}

/** @throws where it teaches nothing */
async function baselineOf(setting: Setting): Promise<Outcome> {
	const baseline = await runOnce(setting, null);
	const [end] = baseline.ends;
	if (end !== undefined && end.code !== 0) {
		const head = `Without any fault, the command ends with ${String(end.code)}: prove needs one that succeeds`;
		throw new ClientError(`${head}\n${end.output}`.trimEnd());
	}
	if (baseline.calls.length > 0) return baseline;
	throw new ClientError('The command has not called the sandbox: does it read SANDBOX_BASE_URL?');
}

/** A line where something was found, and one now and then. */
function progressOf(total: number): (result: Result) => void {
	let done = 0;
	let toldAt = performance.now();
	return ({ name, found }) => {
		done += 1;
		const isFound = found.length > 0;
		if (!isFound && performance.now() - toldAt < PROGRESS_EVERY_MS) return;
		toldAt = performance.now();
		const kinds = isFound ? found.map(({ kind }) => kind).join(', ') : 'nothing found';
		console.error(`[${String(done)}/${String(total)}] ${name}: ${kinds}`);
	};
}

const secondsSince = (start: number): number => Math.round((performance.now() - start) / 100) / 10;

/** The results in the order of the trials, however many run at once. */
async function runAll(
	trials: readonly Trial[],
	run: (trial: Trial) => Promise<Result>,
	{ jobs, isBail }: { readonly jobs: number; readonly isBail: boolean },
): Promise<Result[]> {
	const results: Result[] = [];
	const waiting = trials.entries();
	let isOver = false;
	const tell = progressOf(trials.length);
	const work = async () => {
		for (const [i, trial] of waiting) {
			if (isOver) return;
			const result = await run(trial);
			results[i] = result;
			tell(result);
			isOver ||= isBail && result.found.length > 0;
		}
	};
	await Promise.all(Array.from({ length: jobs }, work));
	return Object.values(results);
}

async function run(scene: Scene): Promise<number> {
	const { given, output } = scene;
	const start = performance.now();
	const setting = await settingOf(scene);
	const baseline = await baselineOf(setting);
	const { calls, deliveries, letters } = baseline;
	const only = given.text('only');
	const trials = chosen(trialsOf(calls, deliveries), only);
	if (trials.length === 0 && only !== BASELINE) throw new ClientError('No run has a name like that');
	console.error(`${String(trials.length)} runs, each in a fresh sandbox …`);

	const resultOf = (name: string, outcome: Outcome, since: number): Result => ({
		name,
		reached: outcome === baseline || wasReached(outcome),
		exitCodes: outcome.ends.map(({ code }) => code),
		found: judge(baseline, outcome),
		again: againOf(scene, name),
		seconds: secondsSince(since),
	});
	const isShown = trials.length === 1;
	const results = await runAll(
		trials,
		async ({ name, rule }) => {
			const since = performance.now();
			return resultOf(name, await runOnce({ ...setting, isShown }, rule), since);
		},
		{ jobs: Math.max(given.number('jobs') ?? 1, 1), isBail: given.has('bail') },
	);
	const ownFaults = resultOf(BASELINE, baseline, start);
	const all = ownFaults.found.length > 0 ? [ownFaults, ...results] : results;
	const refused = calls.filter(({ error }) => error !== null).length;
	const counts = { letters: letters.length, calls: calls.length, refused, events: deliveries.length };
	const report = reportOf(counts, all, secondsSince(start));
	const junit = given.text('junit');
	if (junit !== undefined) await writeFile(junit, reportJunit(report));
	output.show(report, reportText);
	return report.found > 0 ? 1 : 0;
}

/** Nothing that was started goes on when the program is told to end. */
function endWithSignal(): () => void {
	const stop = () => {
		endAll();
		process.exit(130);
	};
	process.once('SIGINT', stop).once('SIGTERM', stop);
	return () => process.off('SIGINT', stop).off('SIGTERM', stop);
}

export const prove: Verb = {
	arguments: [COMMAND],
	help: 'Finds out whether a command orders each letter once when calls and events fail. Runs it once to learn its calls and events, then once for each fault of each, in a fresh sandbox. Exit code 1 if something was found.',
	options: [...OWN_OPTIONS, TIMEOUT, ...PROVE_SETTINGS],
	isAlone: true,
	appendix: VARIABLES,
	run: async (scene) => {
		const goOn = endWithSignal();
		try {
			return await run(scene);
		} finally {
			goOn();
		}
	},
};
