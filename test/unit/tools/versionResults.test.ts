import { majorOf } from '../../../tools/n8n/matrix/manifest';
import { summarize } from '../../../tools/n8n/matrix/runTests';

describe('the results of a version', () => {
	it('name each failed test with the first line of its error', () => {
		const run = summarize({
			numPassedTests: 2,
			testResults: [
				{
					name: 'a.test.ts',
					message: '',
					assertionResults: [
						{ status: 'passed', fullName: 'one' },
						{ status: 'failed', fullName: 'two', failureMessages: ['Error: no answer\n    at x'] },
					],
				},
			],
		});
		expect(run).toEqual({ passed: 2, failed: [{ test: 'two', reason: 'Error: no answer' }] });
	});

	it('count a file that did not load as failed', () => {
		const file = { name: 'b.test.ts', message: 'Cannot find module\nmore', assertionResults: [] };
		expect(summarize({ numPassedTests: 0, testResults: [file] }).failed).toEqual([
			{ test: 'b.test.ts', reason: 'Cannot find module' },
		]);
	});
});

describe('a version', () => {
	it.each(['latest', '3.0.0', '2.40', ''])('is refused when it is "%s"', (version) => {
		expect(() => majorOf(version)).toThrow('is not a version of n8n 1 or 2');
	});
});
