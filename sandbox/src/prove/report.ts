/** What `prove` has found, for a person, a program and a CI server. */
import type { Finding } from './judge';

/** One run as the report has it. */
export interface Result {
	readonly name: string;
	/** False: the call or event did not come this time. */
	readonly reached: boolean;
	readonly exitCodes: readonly number[];
	readonly found: readonly Finding[];
	/** The command that shows it again. */
	readonly again: string;
	readonly seconds: number;
}

export interface Report {
	/** Refused: calls that were answered with an error although no fault was there. */
	readonly baseline: Readonly<Record<'letters' | 'calls' | 'refused' | 'events', number>>;
	readonly runs: readonly Result[];
	/** How many runs have found something. */
	readonly found: number;
	readonly notReached: number;
	/** How many ended with an error, also when they were run again. */
	readonly failed: number;
	readonly seconds: number;
}

export function reportOf(baseline: Report['baseline'], runs: readonly Result[], seconds: number): Report {
	return {
		baseline,
		runs,
		found: runs.filter(({ found }) => found.length > 0).length,
		notReached: runs.filter(({ reached }) => !reached).length,
		failed: runs.filter(({ exitCodes }) => exitCodes.at(-1) !== 0).length,
		seconds,
	};
}

const indented = (lines: readonly string[], by: string): string[] => lines.map((line) => by + line);

function findingLines({ kind, what, evidence }: Finding): string[] {
	return [`  ${kind}: ${what}`, ...indented(evidence, '    ')];
}

/** Only the runs that have found something, and the sum of all. */
export function reportText({ baseline, runs, found, notReached, failed, seconds }: Report): string {
	const { letters, calls, refused, events } = baseline;
	const blocks = runs
		.filter((run) => run.found.length > 0)
		.flatMap((run) => [run.name, ...run.found.flatMap(findingLines), `  Again: ${run.again}`, '']);
	return [
		...blocks,
		`Baseline: calls ${String(calls)}, of them refused ${String(refused)}, events ${String(events)}, letters ${String(letters)}`,
		`${String(runs.length)} runs in ${String(seconds)} s: ${String(found)} found something, ` +
			`in ${String(notReached)} the fault was not reached, ${String(failed)} ended with an error also when run again.`,
	].join('\n');
}

const escaped = (text: string): string =>
	text
		// No XML may hold them.
		.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '\ufffd')
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;');

function testCase({ name, reached, found, again, seconds }: Result): string {
	const head = `    <testcase classname="prove" name="${escaped(name)}" time="${String(seconds)}"`;
	if (found.length > 0) {
		const kinds = [...new Set(found.map(({ kind }) => kind))].join(', ');
		const text = [...found.flatMap(findingLines), `  Again: ${again}`].join('\n');
		return `${head}>\n      <failure message="${kinds}">${escaped(text)}</failure>\n    </testcase>`;
	}
	return reached ? `${head}/>` : `${head}><skipped message="The fault was not reached"/></testcase>`;
}

export function reportJunit({ runs, found, notReached, seconds }: Report): string {
	const counts = `tests="${String(runs.length)}" failures="${String(found)}" skipped="${String(notReached)}"`;
	return [
		'<?xml version="1.0" encoding="UTF-8"?>',
		'<testsuites>',
		`  <testsuite name="prove" ${counts} time="${String(seconds)}">`,
		...runs.map(testCase),
		'  </testsuite>',
		'</testsuites>',
		'',
	].join('\n');
}
