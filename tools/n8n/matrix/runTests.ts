/** Runs the end-to-end tests, and on n8n 2 the editor's, on one installed version of n8n. */
import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { projectRoot } from '../paths';
import { majorOf } from './manifest';

export interface TestRun {
	passed: number;
	/** Of each failed test its full name and the first line of its error. */
	failed: Array<{ test: string; reason: string }>;
}

/** What jest writes with `--json`. */
interface JestResult {
	numPassedTests: number;
	testResults: Array<{
		name: string;
		message: string;
		assertionResults: Array<{ status: string; fullName: string; failureMessages?: string[] }>;
	}>;
}

const projectsOf = { 1: ['e2e-n8n-1'], 2: ['e2e', 'editor'] } as const;

/** @param manifest the folder that names the version, as `ensureN8n` takes it */
export async function runTests(version: string, manifest: string): Promise<TestRun> {
	const outputFile = join(manifest, 'test-results.json');
	await rm(outputFile, { force: true });
	await new Promise<void>((resolve, reject) => {
		const jest = spawn(
			process.execPath,
			[
				join(projectRoot, 'node_modules/jest/bin/jest.js'),
				'--selectProjects',
				...projectsOf[majorOf(version)],
				'--runInBand',
				'--json',
				`--outputFile=${outputFile}`,
			],
			{
				cwd: projectRoot,
				stdio: ['ignore', 'ignore', 'inherit'],
				env: { ...process.env, N8N_MANIFEST: manifest },
			},
		);
		jest.once('error', reject);
		// Its exit code says whether a test failed, which the file says too.
		jest.once('exit', () => resolve());
	});
	return summarize(JSON.parse(await readFile(outputFile, 'utf8')) as JestResult);
}

export function summarize({ numPassedTests, testResults }: JestResult): TestRun {
	return {
		passed: numPassedTests,
		failed: testResults.flatMap(({ name, message, assertionResults }) => {
			const tests = assertionResults.filter(({ status }) => status === 'failed');
			// A file that could not run at all has no tests.
			if (assertionResults.length === 0) return [{ test: name, reason: firstLine(message) }];
			return tests.map(({ fullName, failureMessages = [] }) => ({
				test: fullName,
				reason: firstLine(failureMessages[0] ?? ''),
			}));
		}),
	};
}

const firstLine = (text: string): string => text.trim().split('\n', 1)[0] ?? '';
