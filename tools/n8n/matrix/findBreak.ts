/** Finds the version of n8n from which on a test fails, and says so in words. */
import type { Break, Verdict } from './bisect';
import { bisect } from './bisect';
import { between } from './published';
import type { FailedTest } from './runTests';
import type { Outcome } from './tryVersion';

export type Finding =
	| ({ kind: 'break' } & Break)
	/** The tests failed, and passed when they were run again. */
	| { kind: 'unsteady' }
	/** They fail again with the project's own lockfile, and pass with the newest dependencies. */
	| { kind: 'lockfile' }
	/** They do not pass on the version either that was taken for good: the cause is not n8n's. */
	| { kind: 'everywhere'; good: string; verdict: Verdict };

/** GitHub refuses an issue of more than 65,536 characters, and a broken n8n fails every test. */
const MOST_NAMED = 20;

interface Failure {
	version: string;
	/** The version that the search starts from, older or newer. */
	good: string;
	published: readonly string[];
	/** Judges the version with the project's own lockfile, where that is what failed. */
	again?: () => Promise<Verdict>;
}

/** @param judge with the newest dependencies, which all versions have in common */
export async function findBreak(
	{ version, good, published, again }: Failure,
	judge: (version: string) => Promise<Verdict>,
): Promise<Finding> {
	if ((await again?.()) === 'passes') return { kind: 'unsteady' };
	if ((await judge(version)) === 'passes') return { kind: again ? 'lockfile' : 'unsteady' };
	const verdict = version === good ? 'fails' : await judge(good);
	if (verdict !== 'passes') return { kind: 'everywhere', good, verdict };
	return { kind: 'break', ...(await bisect(between(published, good, version), judge)) };
}

/**
 * By the tests that failed on the version that the search is for. A version that does not run all of
 * them says nothing about them.
 */
export function judged(outcome: Outcome, wanted: readonly FailedTest[]): Verdict {
	if ('notInstalled' in outcome) return 'skipped';
	const failed = new Set(outcome.failed.map(({ test }) => test));
	if (wanted.some(({ test, file }) => failed.has(test) || failed.has(file))) return 'fails';
	const passed = new Set(outcome.passed);
	return wanted.every(({ test, file }) => test === file || passed.has(test)) ? 'passes' : 'skipped';
}

/** A failure counts when it repeats: one by chance would lead the search astray. */
export async function confirmed(judge: () => Promise<Verdict>): Promise<Verdict> {
	const verdict = await judge();
	return verdict === 'fails' ? judge() : verdict;
}

/** For an issue: its first line is the heading. */
export function describeFinding(version: string, failed: readonly FailedTest[], finding: Finding): string {
	const seenOn = finding.kind === 'break' ? finding.firstBad : version;
	return describe(heading(version, finding), explain(version, finding), version, failed, seenOn);
}

/** For an issue too, when the search itself failed. */
export function describeUnfinished(version: string, failed: readonly FailedTest[], error: unknown): string {
	const reason = error instanceof Error ? error.message : String(error);
	const text = `The search for the first bad version ended with an error: ${reason}`;
	return describe(`n8n ${version} fails`, text, version, failed, version);
}

function describe(
	title: string,
	text: string,
	version: string,
	failed: readonly FailedTest[],
	seenOn: string,
): string {
	const tests = failed
		.slice(0, MOST_NAMED)
		.map(({ test, reason, file }) => `- ${test} (\`${file}\`)\n  \`${reason}\``);
	if (failed.length > MOST_NAMED) tests.push(`- and ${failed.length - MOST_NAMED} more`);
	const files = [...new Set(failed.map(({ file }) => file))];
	const again = files.map((file) => `--test ${file} `).join('');
	return [
		`## ${title}`,
		text,
		`What failed on n8n ${version}:`,
		tests.join('\n'),
		`To see it: \`npm run test:n8n -- ${again}${seenOn}\``,
		'',
	].join('\n\n');
}

function heading(version: string, finding: Finding): string {
	if (finding.kind === 'break') return `n8n ${finding.lastGood} passes, n8n ${finding.firstBad} fails`;
	if (finding.kind === 'unsteady') return `n8n ${version} failed once and then passed`;
	if (finding.kind === 'lockfile') return `n8n ${version} fails, but only with this project's lockfile`;
	return `n8n ${version} fails, and n8n ${finding.good} does not pass either`;
}

function explain(version: string, finding: Finding): string {
	if (finding.kind === 'unsteady') {
		return `The tests below failed on n8n ${version}. Run again alone, they passed. A test or the machine is not steady, so no version was looked for.`;
	}
	if (finding.kind === 'lockfile') {
		return `The tests below fail with the dependencies that this project's lockfile names, and pass with the newest ones. The cause is one of the dependencies, so no version of n8n was looked for. Renewing the lockfile in tools/n8n/versions may be enough.`;
	}
	if (finding.kind === 'everywhere') {
		const why = { fails: 'fails the same tests', skipped: 'could not be tested', passes: 'passes' };
		return `n8n ${finding.good}, which the search starts from, ${why[finding.verdict]}. Look for the cause in this project or in the machine before looking in n8n.`;
	}
	const { lastGood, firstBad, untested } = finding;
	const found = `Last good version: **${lastGood}**. First bad version: **${firstBad}**.`;
	if (untested.length === 0) return found;
	return `${found} The versions between them could not be tested (${untested.join(', ')}), so the break may lie in any of them.`;
}
