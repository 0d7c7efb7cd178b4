import type { Verdict } from '../../../tools/n8n/matrix/bisect';
import { bisect } from '../../../tools/n8n/matrix/bisect';
import {
	confirmed,
	describeFinding,
	describeUnfinished,
	findBreak,
	judged,
} from '../../../tools/n8n/matrix/findBreak';
import { between } from '../../../tools/n8n/matrix/published';

/** Versions 2.0.0 to 2.19.0. */
const published = Array.from({ length: 20 }, (_, minor) => `2.${minor}.0`);
const minorOf = (version: string): number => Number(version.split('.')[1]);

/** A registry in which every version from `firstBad` on fails and some cannot be installed. */
function registry(firstBad: number, missing: readonly number[] = []) {
	const judged: string[] = [];
	const judge = (version: string): Promise<Verdict> => {
		judged.push(version);
		if (missing.includes(minorOf(version))) return Promise.resolve('skipped');
		return Promise.resolve(minorOf(version) >= firstBad ? 'fails' : 'passes');
	};
	return { judge, judged };
}

describe('the search among versions', () => {
	it.each(published.slice(1).map((version) => [version]))(
		'finds that %s is the first to fail',
		async (bad) => {
			const { judge, judged } = registry(minorOf(bad));
			expect(await bisect(published, judge)).toEqual({
				lastGood: published[minorOf(bad) - 1],
				firstBad: bad,
				untested: [],
			});
			expect(judged.length).toBeLessThanOrEqual(5);
		},
	);

	it('judges no version twice, and neither of the two ends', async () => {
		const { judge, judged } = registry(13, [9, 10, 11]);
		await bisect(published, judge);
		expect(new Set(judged).size).toBe(judged.length);
		expect(judged).not.toContain('2.0.0');
		expect(judged).not.toContain('2.19.0');
	});

	it('passes over versions that cannot be installed, and still finds the neighbors', async () => {
		const { judge } = registry(13, [8, 9, 10, 11]);
		expect(await bisect(published, judge)).toEqual({
			lastGood: '2.12.0',
			firstBad: '2.13.0',
			untested: [],
		});
	});

	it('names the range when none between the last good and the first bad one can be installed', async () => {
		const { judge } = registry(12, [11, 12, 13]);
		expect(await bisect(published, judge)).toEqual({
			lastGood: '2.10.0',
			firstBad: '2.14.0',
			untested: ['2.11.0', '2.12.0', '2.13.0'],
		});
	});

	it('ends at once when there is nothing between the two', async () => {
		const { judge, judged } = registry(1);
		expect(await bisect(['2.0.0', '2.1.0'], judge)).toMatchObject({ lastGood: '2.0.0', firstBad: '2.1.0' });
		expect(judged).toEqual([]);
	});
});

describe('a verdict', () => {
	it.each<[Verdict[], Verdict]>([
		[['passes'], 'passes'],
		[['fails', 'passes'], 'passes'],
		[['fails', 'fails'], 'fails'],
		[['skipped'], 'skipped'],
	])('after %j is "%s"', async (verdicts, verdict) => {
		const left = [...verdicts];
		expect(await confirmed(() => Promise.resolve(left.shift() ?? 'skipped'))).toBe(verdict);
		expect(left).toEqual([]);
	});
});

describe('the versions between two', () => {
	it('lie in the order of their numbers, both ends included', () => {
		const versions = ['2.8.4', '2.9.0', '2.10.0', '2.11.0'];
		expect(between(versions, '2.8.4', '2.10.0')).toEqual(['2.8.4', '2.9.0', '2.10.0']);
		expect(between(versions, '2.10.0', '2.8.4')).toEqual(['2.10.0', '2.9.0', '2.8.4']);
	});

	it('need neither end in the registry', () => {
		expect(between(['2.9.0'], '2.8.4', '2.10.0')).toEqual(['2.8.4', '2.9.0', '2.10.0']);
	});
});

describe('a version in the search', () => {
	const file = 'test/e2e/n8n.test.ts';
	const wanted = [{ test: 'the trigger answers', reason: 'no answer', file }];
	const also = { test: 'another test', reason: 'new', file };

	it('passes when all tests passed that failed on the other', () => {
		expect(judged({ passed: ['the trigger answers'], skipped: 0, failed: [also] }, wanted)).toBe('passes');
	});

	it('fails when one of them fails, or its whole file', () => {
		expect(judged({ passed: [], skipped: 0, failed: wanted }, wanted)).toBe('fails');
		expect(
			judged({ passed: [], skipped: 0, failed: [{ test: file, reason: 'not loaded', file }] }, wanted),
		).toBe('fails');
	});

	it('is passed over when it is not installed, or does not run them', () => {
		expect(judged({ notInstalled: 'ETARGET' }, wanted)).toBe('skipped');
		expect(judged({ passed: ['another test'], skipped: 0, failed: [] }, wanted)).toBe('skipped');
	});

	it('passes when a file did not load on the other and its tests pass here', () => {
		const notLoaded = [{ test: file, reason: 'not loaded', file }];
		expect(judged({ passed: ['the trigger answers'], skipped: 0, failed: [] }, notLoaded)).toBe('passes');
	});
});

describe('the break of a failed version', () => {
	const failed = [
		{ test: 'the trigger answers', reason: 'Error: no answer', file: 'test/e2e/n8n.test.ts' },
		{ test: 'the trigger starts', reason: 'Error: not started', file: 'test/e2e/n8n.test.ts' },
	];

	it('is where the tests begin to fail', async () => {
		const { judge } = registry(17);
		const finding = await findBreak({ version: '2.19.0', good: '2.4.0', published }, judge);
		expect(finding).toEqual({ kind: 'break', lastGood: '2.16.0', firstBad: '2.17.0', untested: [] });
		const text = describeFinding('2.19.0', failed, finding);
		expect(text.split('\n', 1)).toEqual(['## n8n 2.16.0 passes, n8n 2.17.0 fails']);
		expect(text).toContain('Last good version: **2.16.0**. First bad version: **2.17.0**.');
		expect(text).toContain('- the trigger answers (`test/e2e/n8n.test.ts`)\n  `Error: no answer`');
		expect(text).toContain('`npm run test:n8n -- --test test/e2e/n8n.test.ts 2.17.0`');
	});

	it('is also found below a good version: what we changed fails on the older ones', async () => {
		const judge = (version: string): Promise<Verdict> =>
			Promise.resolve(minorOf(version) < 6 ? 'fails' : 'passes');
		const finding = await findBreak({ version: '2.2.0', good: '2.15.0', published }, judge);
		expect(finding).toMatchObject({ kind: 'break', lastGood: '2.6.0', firstBad: '2.5.0' });
	});

	it('names the versions that could not be installed', async () => {
		const { judge } = registry(12, [11, 12]);
		const finding = await findBreak({ version: '2.19.0', good: '2.4.0', published }, judge);
		expect(describeFinding('2.19.0', failed, finding)).toContain(
			'could not be tested (2.11.0, 2.12.0), so the break may lie in any of them',
		);
	});

	it('is not looked for when the tests pass the second time', async () => {
		const { judge, judged } = registry(20);
		const finding = await findBreak({ version: '2.19.0', good: '2.4.0', published }, judge);
		expect(finding).toEqual({ kind: 'unsteady' });
		expect(judged).toEqual(['2.19.0']);
		expect(describeFinding('2.19.0', failed, finding)).toMatch(
			/^## n8n 2\.19\.0 failed once and then passed$/m,
		);
	});

	it.each<[Verdict, string, string]>([
		['fails', 'lockfile', "## n8n 2.19.0 fails, but only with this project's lockfile"],
		['passes', 'unsteady', '## n8n 2.19.0 failed once and then passed'],
	])(
		'is not looked for when the newest dependencies pass and those of the first run: %s',
		async (verdict, kind, words) => {
			const { judge, judged } = registry(20);
			const again = (): Promise<Verdict> => Promise.resolve(verdict);
			const finding = await findBreak({ version: '2.19.0', good: '2.4.0', published, again }, judge);
			expect(finding).toEqual({ kind });
			expect(describeFinding('2.19.0', failed, finding)).toContain(words);
			expect(judged).not.toContain('2.4.0');
		},
	);

	it('is looked for when the dependencies of the first run and the newest both fail', async () => {
		const { judge } = registry(17);
		const again = (): Promise<Verdict> => Promise.resolve('fails');
		const finding = await findBreak({ version: '2.19.0', good: '2.4.0', published, again }, judge);
		expect(finding).toMatchObject({ kind: 'break', lastGood: '2.16.0', firstBad: '2.17.0' });
	});

	it.each([
		['fails too', registry(0), 'fails the same tests'],
		['cannot be installed', registry(10, [4]), 'could not be tested'],
	])('is not looked for when the version taken for good %s', async (_, { judge, judged }, words) => {
		const finding = await findBreak({ version: '2.19.0', good: '2.4.0', published }, judge);
		expect(finding).toMatchObject({ kind: 'everywhere', good: '2.4.0' });
		expect(judged).toEqual(['2.19.0', '2.4.0']);
		expect(describeFinding('2.19.0', failed, finding)).toContain(words);
	});

	it('is missing, with the reason, when the search itself fails; the failed tests are still named', () => {
		const text = describeUnfinished('2.19.0', failed, new Error('no network'));
		expect(text).toContain('## n8n 2.19.0 fails\n');
		expect(text).toContain('ended with an error: no network');
		expect(text).toContain('- the trigger answers (`test/e2e/n8n.test.ts`)');
	});

	it('names the first 20 of many failed tests and counts the others', () => {
		const many = Array.from({ length: 293 }, (_, index) => ({
			test: `test ${index + 1}`,
			reason: 'x'.repeat(240),
			file: 'test/e2e/n8n.test.ts',
		}));
		const text = describeUnfinished('2.19.0', many, new Error('no network'));
		expect(text.match(/^- test \d+ /gm)).toHaveLength(20);
		expect(text).toContain('- test 20 (`test/e2e/n8n.test.ts`)');
		expect(text).toContain('\n- and 273 more\n');
	});

	it('is not looked for when the failed version is the one taken for good', async () => {
		const { judge, judged } = registry(0);
		const finding = await findBreak({ version: '2.4.0', good: '2.4.0', published }, judge);
		expect(finding).toMatchObject({ kind: 'everywhere' });
		expect(judged).toEqual(['2.4.0']);
	});
});
