import { describeFailure } from '../../../tools/n8n/matrix/report';

const file = 'test/e2e/n8n.test.ts';
const failed = [
	{ test: 'the trigger answers', reason: 'Error: no answer', file },
	{ test: 'the trigger starts', reason: 'Error: not started', file },
];
const good = { version: '2.41.1', node: '24', result: 'all 293 tests passed', date: '2026-11-22' };

describe('the report on a version of n8n that fails', () => {
	it('names that version, the newest one that passed, and each failed test', () => {
		expect(describeFailure('2.42.0', { passed: [], skipped: 0, failed }, good)).toBe(
			[
				'## n8n 2.42.0 fails',
				'The newest version that passed: 2.41.1, on 2026-11-22. What failed on n8n 2.42.0:',
				`- the trigger answers (\`${file}\`)\n  \`Error: no answer\`\n- the trigger starts (\`${file}\`)\n  \`Error: not started\``,
				`To see it: \`npm run test:n8n -- --test ${file} 2.42.0\``,
				'',
			].join('\n\n'),
		);
	});

	it('says so when no version of that generation has passed', () => {
		expect(describeFailure('2.42.0', { passed: [], skipped: 0, failed })).toContain('that passed: none.');
	});

	it('gives the reason when the version cannot be installed', () => {
		const text = describeFailure('2.42.0', { notInstalled: 'ETARGET' }, good);
		expect(text).toBe('## n8n 2.42.0 cannot be installed: ETARGET\n');
	});

	it('names the first 20 of many failed tests and counts the others', () => {
		const many = Array.from({ length: 293 }, (_, index) => ({
			test: `test ${index + 1}`,
			reason: 'x'.repeat(240),
			file,
		}));
		const text = describeFailure('2.42.0', { passed: [], skipped: 0, failed: many }, good);
		expect(text.match(/^- test \d+ /gm)).toHaveLength(20);
		expect(text).toContain(`- test 20 (\`${file}\`)`);
		expect(text).toContain('\n- and 273 more\n');
	});
});
