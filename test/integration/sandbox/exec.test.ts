/** The verb `exec`: a sandbox for as long as a command runs. */
import { once } from 'node:events';

import { startProgram } from './program';
import { call } from './support';

const ORDER = `
	const { SANDBOX_BASE_URL, SANDBOX_API_KEY, SANDBOX_WEBHOOK_SECRET } = process.env;
	const order = (id) => fetch(SANDBOX_BASE_URL + '/cards', {
		method: 'POST',
		headers: { authorization: 'Bearer ' + SANDBOX_API_KEY, 'content-type': 'application/json', 'idempotency-key': id },
		body: JSON.stringify({ to: { name: 'Ana\\u001b[2J', address_line1: 'Rua 1', city: 'Recife', state: 'PE', zip: '50040-090' }, message: 'Oi', external_id: id }),
	});`;

async function ended(...argv: string[]) {
	const { output, exit } = startProgram('exec', ...argv);
	const [code] = await exit;
	return { code, ...output };
}

it('gives the command its address, key and secret, ends with its exit code and says what was ordered', async () => {
	const script = `${ORDER}
		console.log('secret ' + SANDBOX_WEBHOOK_SECRET, process.argv.slice(1).join());
		order('P-1').then((answer) => process.exit(answer.status === 201 ? 7 : 1));`;
	const own = ['--webhook-secret', 'whsec_own', '--api-key', 'own_key'];
	const { code, stdout, stderr } = await ended(...own, '--', process.execPath, '-e', script, '--', '--speed');
	expect(code).toBe(7);
	expect(stdout).toBe('secret whsec_own --speed\n');
	expect(stderr).toMatch(/^Letters ordered: 1\n {2}crd_\S+ {2}queued {5}Ana\\u001b\[2J, Recife \(P-1\)\n$/);
});

it.each([
	['a signal', ['-e', 'process.kill(process.pid, "SIGKILL")'], process.execPath, 137, 'Letters ordered: 0\n'],
	['no such program', [], 'no-such-program', 127, /^no-such-program cannot be started: .*ENOENT/],
])('%s: ends as a shell would', async (_, args, program, code, said) => {
	const end = await ended('--', program, ...args);
	expect(end.code).toBe(code);
	if (typeof said === 'string') expect(end.stderr).toBe(said);
	else expect(end.stderr).toMatch(said);
});

it('hands SIGTERM on to the command, and lets nothing run after it', async () => {
	const program = startProgram(
		...['exec', '--', process.execPath, '-e'],
		`process.on('SIGTERM', () => process.exit(5)); console.log(process.env.SANDBOX_BASE_URL); setInterval(() => {}, 1000);`,
	);
	const [line] = (await once(program.child.stdout, 'data')) as [Buffer];
	const url = `${line.toString().trim()}/styles`;
	expect((await call('GET', url)).status).toBe(200);
	program.child.kill('SIGTERM');
	expect(await program.exit).toEqual([5, null]);
	await expect(call('GET', url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
