/** Says of a version of n8n that fails what failed there, for an issue. */
import type { Row } from './table';
import type { Outcome } from './tryVersion';
import { inWords } from './tryVersion';

/** GitHub refuses an issue of more than 65,536 characters, and a broken n8n fails every test. */
const MOST_NAMED = 20;

/**
 * Its first line is the heading.
 * @param good the newest version of the same generation that passed
 */
export function describeFailure(version: string, outcome: Outcome, good?: Row): string {
	if ('notInstalled' in outcome) return `## n8n ${version} ${inWords(outcome)}\n`;
	const { failed } = outcome;
	const passed = good ? `${good.version}, on ${good.date}` : 'none';
	const tests = failed
		.slice(0, MOST_NAMED)
		.map(({ test, reason, file }) => `- ${test} (\`${file}\`)\n  \`${reason}\``);
	if (failed.length > MOST_NAMED) tests.push(`- and ${failed.length - MOST_NAMED} more`);
	const files = [...new Set(failed.map(({ file }) => file))];
	return [
		`## n8n ${version} fails`,
		`The newest version that passed: ${passed}. What failed on n8n ${version}:`,
		tests.join('\n'),
		`To see it: \`npm run test:n8n -- ${files.map((file) => `--test ${file} `).join('')}${version}\``,
		'',
	].join('\n\n');
}
