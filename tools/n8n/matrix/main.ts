/**
 * Tests the packed package on any versions of n8n, each installed beside the others in the user's
 * cache folder: `npm run test:n8n -- 2.41.1 2.20.12`. The results go into docs/compatibility.md. With
 * `--bisect`, a version that fails starts a search for the version where the failure begins.
 */
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { projectRoot } from '../paths';
import type { Verdict } from './bisect';
import { confirmed, describeFinding, describeUnfinished, findBreak, judged } from './findBreak';
import type { ManifestOptions } from './manifest';
import { hasLockfile, majorOf, pinned } from './manifest';
import { newestVersion } from './newest';
import { publishedVersions } from './published';
import type { FailedTest } from './runTests';
import type { Row } from './table';
import { withRows } from './table';
import type { TryOptions } from './tryVersion';
import { inWords, tidily, tryVersion } from './tryVersion';

const DOCUMENT = join(projectRoot, 'docs', 'compatibility.md');
const USAGE = `Usage: npm run test:n8n -- [OPTIONS] VERSION...

  VERSION         a version of n8n, for example 2.40.7, or "newest": the newest that can be installed
  --before DATE   install the dependencies as they were on that day (npm's --before)
  --test FILE     run this test file only, and write no row; can be given several times
  --bisect FILE   if a test fails, find the version of n8n where that begins, and write it into FILE
  --good VERSION  where that search starts; by default the version that the CI tests`;

interface Settings extends TryOptions {
	/** The file for what the search finds. */
	bisect?: string;
	good?: string;
}

/** True when all passed. */
async function test(version: string, settings: Settings): Promise<boolean> {
	console.log(`n8n ${version}`);
	const outcome = await tryVersion(version, settings);
	const result = inWords(outcome);
	console.log(`n8n ${version}: ${result}`);
	if (settings.files === undefined) await writeRow(version, result);
	if ('notInstalled' in outcome) {
		if (settings.bisect !== undefined) await appendFile(settings.bisect, `## n8n ${version} ${result}\n`);
		return false;
	}
	for (const { test: name, reason } of outcome.failed) console.error(`failed: ${name}: ${reason}`);
	if (outcome.failed.length > 0 && settings.bisect !== undefined) {
		await search(version, outcome.failed, { ...settings, bisect: settings.bisect });
	}
	return outcome.failed.length === 0;
}

async function writeRow(version: string, result: string): Promise<void> {
	const [node = ''] = pinned(majorOf(version)).node.split('.', 1);
	const row: Row = { version, node, result, date: new Date().toISOString().slice(0, 10) };
	await writeFile(DOCUMENT, withRows(await readFile(DOCUMENT, 'utf8'), [row]));
}

/** Runs only the files that failed; a version fails when one of the same tests does. */
async function search(
	version: string,
	failed: readonly FailedTest[],
	{ before, good, bisect }: Settings & { bisect: string },
): Promise<void> {
	const files = [...new Set(failed.map(({ file }) => file))];
	const judgeWith = async (candidate: string, options: ManifestOptions): Promise<Verdict> => {
		const judgeOnce = async (): Promise<Verdict> =>
			judged(await tryVersion(candidate, { ...options, files }), failed);
		const verdict = await tidily(candidate, options, () => confirmed(judgeOnce));
		console.log(`n8n ${candidate}: ${verdict}`);
		return verdict;
	};
	// The good version, too, with the newest dependencies: the break may come from one of them.
	const judge = (candidate: string): Promise<Verdict> => judgeWith(candidate, { before, newest: true });
	const again = hasLockfile(version, { before }) ? () => judgeWith(version, {}) : undefined;
	const start = good ?? pinned(majorOf(version)).n8n;
	try {
		const published = await publishedVersions();
		const finding = await findBreak({ version, good: start, published, again }, judge);
		await write(describeFinding(version, failed, finding));
	} catch (error) {
		await write(describeUnfinished(version, failed, error));
		throw error;
	}

	async function write(text: string): Promise<void> {
		console.log(text);
		await appendFile(bisect, text);
	}
}

/** @throws unless the tests of the version are those of the one that the search starts from */
function checkGood(version: string, good = version): void {
	if (majorOf(version) === majorOf(good)) return;
	throw new Error(`n8n ${version} and n8n ${good} are tested by different tests: choose another --good.`);
}

async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: {
			before: { type: 'string' },
			test: { type: 'string', multiple: true },
			bisect: { type: 'string' },
			good: { type: 'string' },
		},
	});
	if (positionals.length === 0) throw new Error(USAGE);
	const { before, test: files, bisect, good } = values;
	for (const name of positionals.filter((one) => one !== 'newest')) checkGood(name, good);
	if (bisect !== undefined) await rm(bisect, { force: true });
	for (const name of positionals) {
		const version = name === 'newest' ? await newestVersion(before) : name;
		checkGood(version, good);
		if (!(await test(version, { before, files, bisect, good }))) process.exitCode = 1;
	}
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 2;
});
