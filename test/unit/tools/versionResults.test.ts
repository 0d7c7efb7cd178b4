import type { StatsFs } from 'node:fs';
import fs, { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { majorOf } from '../../../tools/n8n/matrix/manifest';
import { summarize } from '../../../tools/n8n/matrix/runTests';
import type { Outcome } from '../../../tools/n8n/matrix/tryVersion';
import { inWords, tryVersion } from '../../../tools/n8n/matrix/tryVersion';
import { projectRoot } from '../../../tools/n8n/paths';

describe('the results of a version', () => {
	it('name each failed test with its error in one line, without the stack', () => {
		const message = 'Error: no answer\n\nExpected: 200\n    at x (y.ts:1:1)\n    at z';
		const run = summarize({
			testResults: [
				{
					name: join(projectRoot, 'test/e2e/a.test.ts'),
					status: 'failed',
					message: '',
					assertionResults: [
						{ status: 'passed', fullName: 'one' },
						{ status: 'failed', fullName: 'two', failureMessages: [message] },
						{ status: 'pending', fullName: 'three' },
					],
				},
			],
		});
		expect(run).toEqual({
			passed: ['one'],
			skipped: 1,
			failed: [{ test: 'two', reason: 'Error: no answer Expected: 200', file: 'test/e2e/a.test.ts' }],
		});
	});

	it('shorten a very long error', () => {
		const file = { name: 'c.test.ts', status: 'failed', message: 'x'.repeat(10_000), assertionResults: [] };
		expect(summarize({ testResults: [file] }).failed[0]?.reason).toHaveLength(241);
	});

	it('count a file that did not load as failed', () => {
		const name = join(projectRoot, 'b.test.ts');
		const file = { name, status: 'failed', message: 'Cannot find module\nmore', assertionResults: [] };
		expect(summarize({ testResults: [file] }).failed).toEqual([
			{ test: 'b.test.ts', reason: 'Cannot find module more', file: 'b.test.ts' },
		]);
	});

	it('count a file as failed if its tests passed and its clean-up failed', () => {
		const file = {
			name: join(projectRoot, 'd.test.ts'),
			status: 'failed',
			message: 'Error: could not stop',
			assertionResults: [{ status: 'passed', fullName: 'one' }],
		};
		expect(summarize({ testResults: [file] })).toEqual({
			passed: ['one'],
			skipped: 0,
			failed: [{ test: 'd.test.ts', reason: 'Error: could not stop', file: 'd.test.ts' }],
		});
	});
});

describe('a row of the table', () => {
	const failed = [{ test: 'two', reason: 'Error: no answer', file: 'a.test.ts' }];

	it.each([
		[{ passed: ['one'], failed: [], skipped: 0 }, 'all 1 tests passed'],
		[{ passed: ['one'], failed: [], skipped: 2 }, 'all 1 tests passed; for newer versions only: 2'],
		[{ passed: ['one'], failed, skipped: 2 }, '1 tests passed, 1 failed; the first: two (Error: no answer)'],
		[{ notInstalled: 'ETARGET' }, 'cannot be installed: ETARGET'],
	])('says of %j: %s', (outcome, words) => {
		expect(inWords(outcome)).toBe(words);
	});
});

describe('an installation', () => {
	/** Fails at one of npm's commands, with its code first and a long report after it. */
	const NPM = `#!/usr/bin/env bash
		if [ "$1" != "$FAILING" ]; then echo '{}' >package-lock.json; exit 0; fi
		echo "npm error code $CODE"
		for line in {1..40}; do echo "npm error line $line of the report"; done
		exit 1
		`;
	const { env } = process;
	let folder: string;

	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'refused-version-'));
		await writeFile(join(folder, 'npm'), NPM, { mode: 0o755 });
		jest.spyOn(console, 'log').mockReturnValue();
		jest.spyOn(console, 'error').mockReturnValue();
		// Nothing is installed, so the room for an n8n is not needed.
		jest.spyOn(fs, 'statfs').mockResolvedValue({ bavail: 2 ** 20, bsize: 4096 } as StatsFs);
	});

	afterEach(async () => {
		process.env = env;
		jest.restoreAllMocks();
		await rm(folder, { recursive: true, force: true });
	});

	function tryWith(failing: string, code: string): Promise<Outcome> {
		const path = [folder, env.PATH].join(delimiter);
		process.env = { ...env, PATH: path, XDG_CACHE_HOME: folder, FAILING: failing, CODE: code };
		return tryVersion('2.33.3', {});
	}

	it.each([
		['install', 'ERESOLVE'],
		['ci', 'ERESOLVE'],
		['ci', 'EUSAGE'],
	])(
		'fails at npm %s with %s and counts as not installed, however long the report is',
		async (failing, code) => {
			expect(await tryWith(failing, code)).toEqual({ notInstalled: code });
		},
	);

	it.each(['install', 'ci'])('fails at npm %s without a network and is not judged', async (failing) => {
		await expect(tryWith(failing, 'ENOTFOUND')).rejects.toThrow('line 40 of the report');
	});
});

describe('a version', () => {
	it.each(['latest', '0.236.3', '2.40', ''])('named "%s" is rejected', (version) => {
		expect(() => majorOf(version)).toThrow('is not a version of n8n,');
	});

	it('newer than n8n 2 runs the tests of n8n 2', () => {
		expect(majorOf('3.0.0')).toBe(2);
	});
});
