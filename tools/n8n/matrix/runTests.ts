/** Runs the end-to-end tests, and on n8n 2 the editor's, on one installed version of n8n. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { projectRoot } from '../paths';
import { majorOf } from './manifest';

export interface TestRun {
	/** Their full names. */
	passed: string[];
	failed: FailedTest[];
	/** How many do not run on that version. */
	skipped: number;
}

export interface FailedTest {
	/** Its full name; when a file failed outside its tests, the file's. */
	test: string;
	/** Its error in one line, without the stack. */
	reason: string;
	/** Its file, within the project. */
	file: string;
}

/** What jest writes with `--json`. */
interface JestResult {
	testResults: Array<{
		name: string;
		status: string;
		message: string;
		assertionResults: JestTest[];
	}>;
}

interface JestTest {
	status: string;
	fullName: string;
	failureMessages?: string[];
}

/** All tests when both are left out. */
export interface Selection {
	/** Only these test files. */
	files?: readonly string[];
	/** Only this project of jest. */
	project?: string;
}

const LONGEST_REASON = 240;

const projectsOf = { 1: ['e2e-n8n-1'], 2: ['e2e', 'editor'] } as const;

/**
 * @param manifest the folder that names the version, as `ensureN8n` takes it
 * @throws when jest ends without results, or ran no test at all
 */
export async function runTests(
	version: string,
	manifest: string,
	{ files = [], project }: Selection,
): Promise<TestRun> {
	const folder = await mkdtemp(join(tmpdir(), 'handwritten-letters-results-'));
	try {
		const outputFile = join(folder, 'results.json');
		await runJest(
			[
				'--runInBand',
				'--json',
				`--outputFile=${outputFile}`,
				'--selectProjects',
				...(project === undefined ? projectsOf[majorOf(version)] : [project]),
				...(files.length > 0 ? ['--runTestsByPath', ...files] : []),
			],
			manifest,
		);
		const run = summarize(JSON.parse(await readFile(outputFile, 'utf8')) as JestResult);
		if (run.passed.length + run.failed.length === 0) throw new Error(`No test ran on n8n ${version}.`);
		return run;
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

function runJest(args: string[], manifest: string): Promise<void> {
	return new Promise((resolve, reject) => {
		const jest = spawn(process.execPath, [join(projectRoot, 'node_modules/jest/bin/jest.js'), ...args], {
			cwd: projectRoot,
			stdio: ['ignore', 'ignore', 'inherit'],
			env: { ...process.env, N8N_MANIFEST: manifest },
		});
		jest.once('error', reject);
		// Its exit code says whether a test failed, which the file says too.
		jest.once('exit', () => resolve());
	});
}

export function summarize({ testResults }: JestResult): TestRun {
	const named = (wanted: string, tests: JestTest[]): JestTest[] =>
		tests.filter(({ status }) => status === wanted);
	return {
		skipped: testResults.flatMap(({ assertionResults }) => named('pending', assertionResults)).length,
		passed: testResults.flatMap(({ assertionResults }) =>
			named('passed', assertionResults).map(({ fullName }) => fullName),
		),
		failed: testResults.flatMap(({ name, status, message, assertionResults }) => {
			const file = relative(projectRoot, name);
			const tests = named('failed', assertionResults);
			// It did not load, or what comes before or after its tests failed.
			if (status === 'failed' && tests.length === 0)
				return [{ test: file, reason: inOneLine(message), file }];
			return tests.map(({ fullName, failureMessages = [] }) => ({
				test: fullName,
				reason: inOneLine(failureMessages[0] ?? ''),
				file,
			}));
		}),
	};
}

function inOneLine(message: string): string {
	const [error = ''] = message.split(/\n\s+at /, 1);
	const line = error.trim().replaceAll(/\s+/g, ' ');
	return line.length > LONGEST_REASON ? `${line.slice(0, LONGEST_REASON)}…` : line;
}
