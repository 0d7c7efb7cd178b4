/** Runs a verb of the program as a user does, in this process, and gives what it prints and exits with. */
import { runProgram } from '../../../sandbox/src/cli/program';

export interface Outcome {
	code: number;
	out: string;
	err: string;
}

export async function runVerb(argv: string[], env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
	const out: unknown[] = [];
	const err: unknown[] = [];
	const log = jest.spyOn(console, 'log').mockImplementation((line) => void out.push(line));
	const error = jest.spyOn(console, 'error').mockImplementation((line) => void err.push(line));
	const code = await runProgram(argv, env);
	log.mockRestore();
	error.mockRestore();
	return { code, out: out.join('\n'), err: err.join('\n') };
}
