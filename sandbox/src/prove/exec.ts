/** The verb `exec`: a sandbox for as long as a command runs. */
import { letterLine } from '../cli/output';
import { lettersIn } from '../cli/seed';
import { EXEC_SETTINGS, readStart } from '../cli/startOptions';
import type { Verb } from '../cli/verb';
import { argument } from '../cli/verb';
import { createSandbox } from '../library';
import type { Letter } from '../library/types';
import { runCommand } from './command';

/** More would hide what the command has said. */
const MOST_LISTED = 20;

export const COMMAND = argument('<COMMAND...>', 'what is run, after --');

export const VARIABLES = `The command finds the sandbox in these variables:
  SANDBOX_BASE_URL        what an API client takes, for example http://127.0.0.1:40123/v1
  SANDBOX_API_KEY         the API key
  SANDBOX_WEBHOOK_SECRET  signs the events
  SANDBOX_URL             the sandbox itself: its control API, and what the commands here read
  SANDBOX_CONTROL_TOKEN   only where the control API wants one`;

function summary(letters: readonly Letter[]): string {
	const lines = letters.slice(0, MOST_LISTED).map((letter) => `  ${letterLine(letter)}`);
	if (letters.length > MOST_LISTED) lines.push(`  and ${String(letters.length - MOST_LISTED)} more`);
	return [`Letters ordered: ${String(letters.length)}`, ...lines].join('\n');
}

export const exec: Verb = {
	arguments: [COMMAND],
	help: 'Runs a command with a sandbox of its own, on a free port, and ends with its exit code. Then says what was ordered.',
	options: EXEC_SETTINGS,
	isAlone: true,
	appendix: VARIABLES,
	run: async ({ given, env }) => {
		const { settings, seed } = readStart({ port: env.SANDBOX_PORT || '0', ...given.flags }, env);
		const sandbox = await createSandbox({ ...settings, seed: await lettersIn(seed) });
		try {
			const before = new Set((await sandbox.letters()).map(({ id }) => id));
			const { code, output } = await runCommand(given.positionals, { sandbox, env, isShown: true });
			if (output !== '') console.error(output);
			console.error(summary((await sandbox.letters()).filter(({ id }) => !before.has(id))));
			return code;
		} finally {
			await sandbox.close();
		}
	},
};
