/** The sandbox as a process with a data folder: what a test does with it, and how it refuses to start. */
import { baseUrlOf, startProgramWith } from './program';
import type { Answer } from './support';
import { call, freshKey, order } from './support';

export async function startOn(file: string, env: Record<string, string> = {}) {
	const program = startProgramWith(env, '--port', '0', '--plan', 'enterprise', '--data', file);
	const base = await baseUrlOf(program);
	const control = base.replace(/v1$/, '_sandbox');
	const send = (message = 'Oi'): Promise<Answer> =>
		call('POST', `${base}/cards`, { body: order({ message }), idempotencyKey: freshKey() });
	const letters = async () => {
		const { cards } = (await call('GET', `${control}/cards`)).body;
		return (cards as Array<{ id: string }>).map(({ id }) => id);
	};
	const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
		program.child.kill(signal);
		await program.exit;
	};
	return { ...program, control, send, letters, end };
}

/** Gives what a start that must fail says, on one line. */
export async function refusalOf(file: string, env: Record<string, string> = {}): Promise<string> {
	const program = startProgramWith(env, '--port', '0', '--data', file);
	expect(await program.exit).toEqual([1, null]);
	expect(program.output.stdout).toBe('');
	expect(program.output.stderr).toMatch(/^The sandbox could not start: [^\n]+\n$/);
	return program.output.stderr;
}
