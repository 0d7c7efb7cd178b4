/**
 * Tests the packed package on any versions of n8n, each installed beside the others in the user's
 * cache folder: `npm run test:n8n -- 2.41.1 2.20.12`. The results go into docs/compatibility.md.
 */
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { namedVersions } from '../install/install';
import { projectRoot } from '../paths';
import { majorOf, pinned } from './manifest';
import { newestVersion } from './newest';
import { describeFailure } from './report';
import type { Row } from './table';
import { newestGood, withRows } from './table';
import type { TryOptions } from './tryVersion';
import { inWords, tryVersion } from './tryVersion';

const DOCUMENT = join(projectRoot, 'docs', 'compatibility.md');
const USAGE = `Usage: npm run test:n8n -- [OPTIONS] VERSION...
       npm run test:n8n -- [OPTIONS] --folder DIR

  VERSION         a version of n8n, for example 2.40.7, or "newest": the newest that can be installed
  --folder DIR    an n8n that is there already: the folder of its package, with bin/n8n. It runs on the Node
                  that runs this
  --before DATE   install the dependencies as they were on that day (npm's --before)
  --test FILE     run this test file only, and write no row; can be given several times
  --project NAME  run this project of jest only (e2e needs no browser), and write no row
  --report FILE   if a test fails, write into FILE what failed, and the newest version that passed`;

interface Settings extends TryOptions {
	/** The file for what failed. */
	report?: string;
}

/** True when all passed. */
async function test(version: string, { report, ...options }: Settings): Promise<boolean> {
	console.log(`n8n ${version}`);
	const outcome = await tryVersion(version, options);
	const result = inWords(outcome);
	console.log(`n8n ${version}: ${result}`);
	const document = await readFile(DOCUMENT, 'utf8');
	if (options.files === undefined && options.project === undefined) {
		await writeFile(DOCUMENT, withRows(document, [row(version, result, options.folder)]));
	}
	if ('passed' in outcome && outcome.failed.length === 0) return true;
	const text = describeFailure(version, outcome, newestGood(document, majorOf(version)));
	console.error(text);
	if (report !== undefined) await appendFile(report, text);
	return false;
}

function row(version: string, result: string, folder?: string): Row {
	const [node = ''] = (folder ? namedVersions(folder) : pinned(majorOf(version))).node.split('.', 1);
	return { version, node, result, date: new Date().toISOString().slice(0, 10) };
}

async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: {
			before: { type: 'string' },
			folder: { type: 'string' },
			test: { type: 'string', multiple: true },
			project: { type: 'string' },
			report: { type: 'string' },
		},
	});
	const { folder, test: files, ...others } = values;
	if ((positionals.length === 0) === (folder === undefined)) throw new Error(USAGE);
	// A name that is none ends the run before hours of tests.
	for (const name of positionals.filter((one) => one !== 'newest')) majorOf(name);
	if (others.report !== undefined) await rm(others.report, { force: true });
	const names = folder === undefined ? positionals : [namedVersions(folder).n8n];
	for (const name of names) {
		const version = name === 'newest' ? await newestVersion(others.before) : name;
		if (!(await test(version, { ...others, folder, files }))) process.exitCode = 1;
	}
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 2;
});
