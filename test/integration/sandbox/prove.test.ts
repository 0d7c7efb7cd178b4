/** The verb `prove`: what it finds in the example's client with each of its mistakes, and nothing without. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { Report } from '../../../sandbox/src/prove/report';
import { runVerb } from './runVerb';
import { temporaryFolder } from './support';

const CLIENT = path.resolve(__dirname, '../../../sandbox/examples/client.mjs');
/** Four at once, and none that a busy machine ends. */
const OPTIONS = ['--jobs', '4', '--timeout', '240'];

const prove = (options: string[], command: string[]) =>
	runVerb(['prove', ...options, '--', process.execPath, ...command], process.env);

async function report(options: string[], command: string[]): Promise<Report & { code: number }> {
	const { code, out } = await prove([...OPTIONS, ...options, '--json'], command);
	return { code, ...(JSON.parse(out) as Report) };
}

it('a client with keys and a filter: nothing is found', async () => {
	const { code, runs, found, notReached, failed, baseline } = await report([], [CLIENT]);
	expect({ code, found, notReached, failed }).toEqual({ code: 0, found: 0, notReached: 0, failed: 0 });
	expect(baseline).toEqual({ letters: 6, calls: 6, refused: 0, events: 6 });
	expect(runs.length).toBeGreaterThanOrEqual(40);
	expect(new Set(runs.flatMap(({ exitCodes }) => exitCodes))).toEqual(new Set([0]));
});

it.each([
	['new-key', 'POST /cards#1', ['lost-answer', 'accepted-then-500'], ['doubled']],
	['equal-key', 'POST /cards#1', ['lost-answer', 'accepted-then-500'], ['doubled', 'lost']],
	['no-filter', 'card.delivered#1', ['twice'], ['doubled']],
	['no-check', 'card.shipped#1', ['forged', 'tampered', 'unsigned', 'stale'], ['fail open']],
])('%s: found at %s by %j, and shown again by one run', async (mistake, place, faults, kinds) => {
	const { code, runs } = await report(['--only', `${place} `], [CLIENT, mistake]);
	expect(code).toBe(1);
	const guilty = runs.filter(({ found }) => found.length > 0);
	expect(guilty.map(({ name }) => name)).toEqual(faults.map((fault) => `${place} ${fault}`));
	for (const { found, again } of guilty) {
		expect(found.map(({ kind }) => kind)).toEqual(kinds);
		expect(found[0]?.evidence.length).toBeGreaterThan(0);
		expect(again).toContain(`--only '${place} `);
		expect(again).toMatch(new RegExp(`client\\.mjs ${mistake}$`));
	}
	const [first] = guilty;
	const once = await report(['--only', first?.name ?? ''], [CLIENT, mistake]);
	expect(once.runs.map(({ name, found }) => [name, found.map(({ kind }) => kind)])).toEqual([
		[first?.name, kinds],
	]);
});

/** A client of a few lines: `order(key, name)` gives the status. */
const script = (code: string) => [
	'--input-type=module',
	'-e',
	`const { SANDBOX_BASE_URL: url, SANDBOX_API_KEY: key } = process.env;
	const address = { address_line1: 'Rua 1', city: 'Recife', state: 'PE', zip: '50040-090' };
	const order = async (id, name = 'Ana') => (await fetch(url + '/cards', {
		method: 'POST',
		headers: { authorization: 'Bearer ' + key, 'content-type': 'application/json', 'idempotency-key': id },
		body: JSON.stringify({ to: { name, ...address }, message: 'Oi' }),
	})).status;
	${code}`,
];

it.each([
	[
		'a key of its own for each start: doubled when it is run again',
		`process.exit(await order(String(process.pid)) === 201 ? 0 : 1)`,
		['doubled'],
	],
	['the same key after a restart: nothing', `process.exit(await order('a') === 201 ? 0 : 1)`, []],
	['an error that nobody hears of: lost', `await order('a').catch(() => 0)`, ['lost']],
	[
		'an error twice says that the letter may be missing',
		`const faults = await (await fetch(url.replace('/v1', '/_sandbox/requests?only=fault'))).json();
		process.exit(faults.total > 0 || (await order('a').catch(() => 0)) !== 201 ? 3 : 0)`,
		[],
	],
	[
		'two equal letters that are meant: nothing',
		`for (const id of 'ab') if (await order(id) > 201) process.exit(1)`,
		[],
	],
])('%s', async (_, code, kinds) => {
	const { runs } = await report([], script(code));
	expect([...new Set(runs.flatMap(({ found }) => found.map(({ kind }) => kind)))]).toEqual(kinds);
});

it('a fault that is not reached is counted as such', async () => {
	// The second call comes in the first run only.
	const mark = JSON.stringify(path.join(temporaryFolder(), 'has-run'));
	const code = `import { existsSync, writeFileSync } from 'node:fs';
		if (await order('a') !== 201 || existsSync(${mark})) process.exit(0);
		writeFileSync(${mark}, '');
		await order('b', 'Bia');`;
	const { runs, notReached } = await report(['--only', '503'], script(code));
	expect([runs.map(({ name, reached }) => [name, reached]), notReached]).toEqual([
		[
			['POST /cards#1 503', true],
			['POST /cards#2 503', false],
		],
		1,
	]);
});

it('what is found without a fault is shown again by the name baseline', async () => {
	const code = `import { createServer } from 'node:http';
		const receiver = createServer((_, answer) => answer.writeHead(400).end()).listen(0, '127.0.0.1', async () => {
			await fetch(url.replace('/v1', '/_sandbox/receivers/main'), {
				method: 'PUT',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ url: 'http://127.0.0.1:' + receiver.address().port }),
			});
			await order('a');
			setTimeout(() => process.exit(0), 500);
		});`;
	const { code: exitCode, runs } = await report(['--only', 'baseline'], script(code));
	expect(exitCode).toBe(1);
	expect(runs.map(({ name, found }) => [name, found.map(({ kind }) => kind)])).toEqual([
		['baseline', ['not taken']],
	]);
	expect(runs[0]?.again).toContain('--only baseline ');
});

it('stops at the first that is found with --bail, and writes JUnit', async () => {
	const file = path.join(temporaryFolder(), 'junit.xml');
	const { code, out, err } = await prove(
		['--bail', '--junit', file],
		script(`await order('<&>').catch(() => 0)`),
	);
	expect(code).toBe(1);
	expect(err).toContain('[2/4] POST /cards#1 503: lost');
	expect(out).toMatch(/^POST \/cards#1 503\n {2}lost: "Oi" to Ana, Recife: 0 instead of 1\n {4}.*→ 503/);
	expect(out).toMatch(/\n2 runs in [\d.]+ s: 1 found something, in 0 the fault was not reached/);
	const junit = readFileSync(file, 'utf8');
	expect(junit).toContain('<testsuite name="prove" tests="2" failures="1" skipped="0"');
	expect(junit).toMatch(/<failure message="lost">.*\(key &lt;&amp;&gt;\)/s);
});

it.each([
	['a command that fails by itself', 'console.log("why"); process.exit(3)', /ends with 3.*\nwhy/],
	['a command that makes no call', '', 'has not called the sandbox'],
	['a name that no run has', `await order('a')`, 'No run has a name like that'],
])('%s teaches it nothing', async (_, code, message) => {
	const { code: exitCode, err } = await prove(['--only', 'no such run'], script(code));
	expect(exitCode).toBe(1);
	expect(err).toMatch(message);
});

it('a command that hangs is ended, and counts as one that failed', async () => {
	const hang = `if (await order('a') !== 201) setInterval(() => 0, 1000)`;
	const { runs } = await report(['--timeout', '45', '--only', '503'], script(hang));
	expect(runs.map(({ exitCodes, found }) => [exitCodes, found])).toEqual([[[137, 0], []]]);
});
