/**
 * Tests the packed package on any versions of n8n, each installed beside the others in the user's
 * cache folder: `npm run test:n8n -- 2.41.1 2.20.12`. The results go into docs/compatibility.md.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { ensureN8n } from '../install/install';
import { projectRoot } from '../paths';
import { majorOf, manifestFor, nodeVersionOf } from './manifest';
import type { TestRun } from './runTests';
import { runTests } from './runTests';
import type { Row } from './table';
import { withRows } from './table';

const DOCUMENT = join(projectRoot, 'docs', 'compatibility.md');
const USAGE = `Usage: npm run test:n8n -- [--before DATE] VERSION...

  VERSION        a version of n8n, for example 2.40.7
  --before DATE  install the dependencies as they were on that day (npm's --before)`;

async function test(version: string, before: string | undefined): Promise<string> {
	let manifest: string;
	try {
		manifest = await manifestFor(version, before);
		await ensureN8n({ manifest });
	} catch (error) {
		console.error(error instanceof Error ? error.message : error);
		return `cannot be installed: ${reasonOf(error)}`;
	}
	return describe(await runTests(version, manifest));
}

function reasonOf(error: unknown): string {
	const text = error instanceof Error ? error.message : String(error);
	return /npm error (?:code )?(?!A complete log)(.+)/.exec(text)?.[1] ?? text.split('\n', 1)[0] ?? text;
}

function describe({ passed, failed }: TestRun): string {
	const [first] = failed;
	if (first === undefined) return `all ${passed} tests passed`;
	for (const { test: name, reason } of failed) console.error(`failed: ${name}: ${reason}`);
	return `${passed} tests passed, ${failed.length} failed; the first: ${first.test} (${first.reason})`;
}

async function main(): Promise<void> {
	const { values, positionals: versions } = parseArgs({
		allowPositionals: true,
		options: { before: { type: 'string' } },
	});
	if (versions.length === 0) throw new Error(USAGE);
	versions.forEach(majorOf);
	for (const version of versions) {
		console.log(`n8n ${version}`);
		const result = await test(version, values.before);
		console.log(`n8n ${version}: ${result}`);
		const row: Row = {
			version,
			node: (await nodeVersionOf(version)).split('.', 1)[0] ?? '',
			result,
			date: new Date().toISOString().slice(0, 10),
		};
		await writeFile(DOCUMENT, withRows(await readFile(DOCUMENT, 'utf8'), [row]));
		if (!result.startsWith('all ')) process.exitCode = 1;
	}
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 2;
});
