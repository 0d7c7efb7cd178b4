/** Options and exit codes of `npm run sandbox`. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { createProgram, withVerb } from '../../../sandbox/src/cli/program';
import type { StartWish } from '../../../sandbox/src/cli/startOptions';
import { referenceRows } from '../../../sandbox/src/cli/startOptions';
import { DEFAULTS } from '../../../sandbox/src/defaults';
import { baseUrlOf, startProgram } from './program';
import type { Json } from './support';
import { call, newDataFolder, temporaryFolder, TestSandbox } from './support';

// It starts programs, which takes its time on a busy machine.
const { apiKey, ...others } = DEFAULTS;
const WITHOUT_OPTIONS = {
	...others,
	apiKeys: [apiKey],
	webhookUrl: null,
	rejectedKeepsKey: false,
	allowHosts: [],
	controlToken: null,
	data: null,
};

/** What a start is told. */
function readStart(argv: string[], env: Record<string, string>): StartWish {
	const wishes: StartWish[] = [];
	const program = createProgram(env, { start: (wish) => void wishes.push(wish), run: () => undefined });
	program.parse(withVerb(program, argv), { from: 'user' });
	const [wish] = wishes;
	if (wish === undefined) throw new Error('It would start nothing');
	return wish;
}
const readCommandLine = (argv: string[], env: Record<string, string>) => readStart(argv, env).settings;

describe('the options of a start', () => {
	it('without options gives the defaults; an empty variable counts as none', () => {
		expect(readCommandLine([], { SANDBOX_PORT: '', SANDBOX_API_KEY: '' })).toEqual(WITHOUT_OPTIONS);
	});

	it('sandbox/REFERENCE.md has the table of the options, each with its variable and its default', () => {
		const text = readFileSync(path.resolve(__dirname, '../../../sandbox/REFERENCE.md'), 'utf8');
		expect(text.match(/^\| `--.*/gm)).toEqual(referenceRows());
		const rows = [...text.matchAll(/^\| `(--[\w-]+)` \| `(SANDBOX_\w+)` \| (?:`(.+?)`|none) \|/gm)];
		expect(rows).toHaveLength(Object.keys(WITHOUT_OPTIONS).length + 1);
		for (const [, flag = '', variable = '', value] of rows) {
			if (flag === '--seed') {
				expect(readStart([flag, 'letters.json'], {}).seed).toBe('letters.json');
				expect(readStart([], { [variable]: 'letters.json' }).seed).toBe('letters.json');
				continue;
			}
			const given = value ?? (flag === '--webhook-url' ? 'http://127.0.0.1:5678/hook' : 'letters.internal');
			const read = readCommandLine([flag, given], {});
			expect(readCommandLine([], { [variable]: given })).toEqual(read);
			if (value !== undefined) expect(read).toEqual(WITHOUT_OPTIONS);
		}
	});

	/** Each option with a value that is not its default. */
	const READ = {
		port: 0,
		host: '::1',
		apiKeys: ['a', 'b'],
		webhookUrl: 'http://127.0.0.1:5678/hook',
		webhookSecret: 's',
		webhookRetrySeconds: 0.5,
		headerPrefix: 'X-L',
		plan: 'starter',
		speed: 2.5,
		rejectedKeepsKey: true,
		allowHosts: ['letters.internal', 'other'],
		controlToken: 'long-enough',
		data: '/tmp/letters',
	};

	it('reads every flag', () => {
		const argv =
			'--port 0 --host ::1 --api-key a --api-key b --webhook-url http://127.0.0.1:5678/hook ' +
			'--webhook-secret s --webhook-retry-seconds 0.5 --header-prefix X-L --plan starter --speed 2.5 --data /tmp/letters ' +
			'--allow-host letters.internal --allow-host other --control-token long-enough --rejected-keeps-key true';
		expect(readCommandLine(argv.split(' '), {})).toEqual(READ);
	});

	it('reads every variable; a flag wins', () => {
		const env = {
			SANDBOX_PORT: '0',
			SANDBOX_HOST: '::1',
			SANDBOX_API_KEY: 'a,b',
			SANDBOX_WEBHOOK_URL: 'http://127.0.0.1:5678/hook',
			SANDBOX_WEBHOOK_SECRET: 's',
			SANDBOX_WEBHOOK_RETRY_SECONDS: '0.5',
			SANDBOX_HEADER_PREFIX: 'X-L',
			SANDBOX_PLAN: 'enterprise',
			SANDBOX_SPEED: '2.5',
			SANDBOX_REJECTED_KEEPS_KEY: 'true',
			SANDBOX_ALLOW_HOST: 'letters.internal,other',
			SANDBOX_CONTROL_TOKEN: 'long-enough',
			SANDBOX_DATA: '/tmp/letters',
		};
		expect(readCommandLine(['--plan', 'starter'], env)).toEqual(READ);
	});

	it.each([
		['--port 70000', '--port must be 0 to 65535'],
		['--port abc', '--port must be a number'],
		['--plan gold --speed fast', /--plan must be starter.*; --speed must be off/],
		['--port 0x10', '--port must be a number'],
		['--port 1e3', '--port must be a number'],
		['--speed 0x1', '--speed must be off or a number of seconds above 0'],
		['--api-key a,b', /--api-key .*commas; repeat it for more keys/],
		['--allow-host http://letters', '--allow-host must be a host name without a port'],
		['--control-token short', '--control-token must be at least 8'],
		['--speed 0', '--speed must be off or a number of seconds above 0'],
		['--webhook-url nowhere', '--webhook-url must be an http or https address'],
		['--header-prefix X_L!', '--header-prefix may hold'],
		['--prot 1', /unknown option '--prot'\n\(Did you mean --port\?\)/],
		['--data --quiet', /looks like the next option/],
		['--api-key --plan pro', /looks like the next option/],
		['5388', "unknown command '5388'"],
	])('refuses %s', (argv, message) => {
		expect(() => readCommandLine(argv.split(' '), {})).toThrow(message);
	});
});

it.each([
	['localhost:3000/hook', 'http://localhost:3000/hook'],
	['localhost', 'http://localhost'],
	['127.0.0.1:3000', 'http://127.0.0.1:3000'],
	['[::1]:3000/hook?a=b', 'http://[::1]:3000/hook?a=b'],
	['my-host:3000', 'http://my-host:3000'],
	['https://localhost:3000/hook', 'https://localhost:3000/hook'],
])('--webhook-url %s means %s', (given, meant) => {
	expect(readCommandLine(['--webhook-url', given], {}).webhookUrl).toBe(meant);
	expect(readCommandLine([], { SANDBOX_WEBHOOK_URL: given }).webhookUrl).toBe(meant);
});

describe('the program', () => {
	it.each(['SIGTERM', 'SIGINT'] as const)('prints one line, serves, and ends on %s', async (signal) => {
		const program = startProgram('--port', '0', '--quiet');
		const { child, output, exit } = program;
		const baseUrl = await baseUrlOf(program);
		expect((await call('GET', `${baseUrl}/styles`)).status).toBe(200);
		child.kill(signal);
		expect(await exit).toEqual([0, null]);
		expect(output.stdout.split('\n')).toHaveLength(2);
		expect(output.stderr).toBe('');
	});

	it('goes on when nobody reads its output any more', async () => {
		const program = startProgram('--port', '0');
		const baseUrl = await baseUrlOf(program);
		program.child.stdout.destroy();
		program.child.stderr.destroy();
		// Each is a line of its log: the first to meet a closed pipe ended the program.
		for (let i = 0; i < 5; i += 1) expect((await call('GET', `${baseUrl}/styles`)).status).toBe(200);
		program.child.kill('SIGTERM');
		expect(await program.exit).toEqual([0, null]);
	});

	it('does not print the credentials in the webhook URL', async () => {
		const program = startProgram('--port', '0', '--webhook-url', 'https://ana:hidden@example.com/hook');
		await baseUrlOf(program);
		expect(program.output.stdout).toContain('events go to https://example.com/hook');
	});

	it('says what goes into a credential, and where the events go', async () => {
		const own = startProgram('--port', '0', '--api-key', 'a', '--api-key', 'b', '--webhook-secret', 's');
		await baseUrlOf(own);
		expect(own.output.stdout).toContain(
			'(API key a or b, webhook secret s, plan pro, events go nowhere yet)',
		);
	});

	it('says of a data folder where the events go, and which secret signs them', async () => {
		const data = newDataFolder();
		const before = await TestSandbox.start({ data });
		await before.control('PUT', '/receivers/main', { url: 'http://127.0.0.1:9/hook', secret: 'changed' });
		await before.control('PUT', '/receivers/test', { url: 'http://127.0.0.1:9/test' });
		await before.sandbox.close();
		const program = startProgram('--port', '0', '--data', data);
		await baseUrlOf(program);
		expect(program.output.stdout).toContain(
			'webhook secret changed, plan pro, events go to http://127.0.0.1:9/hook and http://127.0.0.1:9/test',
		);
	});

	it('orders the letters of --seed before it says that it listens, once', async () => {
		const letters = path.join(temporaryFolder(), 'seed.json');
		writeFileSync(letters, JSON.stringify([{ external_id: 'a' }, { external_id: 'b', status: 'posted' }]));
		const argv = ['--port', '0', '--seed', letters, '--data', newDataFolder()];
		const statuses = async () => {
			const program = startProgram(...argv);
			const baseUrl = await baseUrlOf(program);
			const { body } = await call('GET', `${new URL(baseUrl).origin}/_sandbox/cards`);
			program.child.kill('SIGTERM');
			await program.exit;
			expect(program.output.stdout.split('\n')).toHaveLength(2);
			return (body.cards as Json[]).map(({ status }) => status);
		};
		expect(await statuses()).toEqual(['queued', 'posted']);
		expect(await statuses()).toEqual(['queued', 'posted']);
	});

	it('starts with no letter of --seed if one is wrong', async () => {
		const letters = path.join(temporaryFolder(), 'wrong.json');
		writeFileSync(letters, JSON.stringify([{}, { style: 'sty_none' }]));
		const { output, exit } = startProgram('--port', '0', '--seed', letters);
		expect(await exit).toEqual([1, null]);
		expect(output.stderr).toContain('[1] style: is not a style of this account');
		expect(output.stdout).toBe('');
	});

	it('a bad option exits with 2 and says which', async () => {
		const { output, exit } = startProgram('--plan', 'gold');
		expect(await exit).toEqual([2, null]);
		expect(output.stderr).toContain('--plan must be starter, pro or enterprise');
		expect(output.stdout).toBe('');
	});

	it('a port in use exits with 1 and one line', async () => {
		const { sandbox } = await TestSandbox.start();
		const { output, exit } = startProgram('--port', new URL(sandbox.origin).port);
		expect(await exit).toEqual([1, null]);
		expect(output.stderr.trim().split('\n')).toHaveLength(1);
		expect(output.stderr).toContain('in use');
	});
});
