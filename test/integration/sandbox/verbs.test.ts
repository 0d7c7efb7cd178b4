/** The verbs of the program against a running sandbox: what they do, print and exit with. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';

import { VERBS } from '../../../sandbox/src/cli/verbs';
import { FAULT_PRESETS } from '../../../sandbox/src/faults/presets';
import type { Delivery, Letter, RecordedRequest } from '../../../sandbox/src/library/types';
import { eventually } from '../../../tools/waiting';
import { startProgram } from './program';
import { runVerb } from './runVerb';
import type { Receiver } from './support';
import { address, order, startReceiver, temporaryFolder, TestSandbox } from './support';

let api: TestSandbox;
let receiver: Receiver;
beforeEach(async () => {
	receiver = await startReceiver();
	api = await TestSandbox.start({ webhookUrl: receiver.url });
});

const run = (argv: string[], env = {}) => runVerb(argv, { SANDBOX_URL: api.sandbox.origin, ...env });

/** What a verb prints with --json. */
async function answer<T>(...argv: string[]): Promise<T> {
	const { code, out, err } = await run([...argv, '--json']);
	expect([code, err]).toEqual([0, '']);
	return JSON.parse(out) as T;
}

function file(name: string, content: unknown): string {
	const place = path.join(temporaryFolder(), name);
	writeFileSync(place, JSON.stringify(content));
	return place;
}

it('send orders a made-up letter, or what it is told', async () => {
	const sample = await answer<Letter>('send', '--external-id', 'order-1');
	expect(sample).toMatchObject({
		status: 'queued',
		external_id: 'order-1',
		request: { external_id: 'order-1' },
	});
	const order = { to: { ...address, name: 'Bia' }, message: 'Oi', metadata: { a: 1 } };
	const ordered = await answer<Letter>('send', file('order.json', order), '--key', 'k1');
	expect(ordered.request).toEqual(order);
	const [call] = await answer<RecordedRequest[]>('requests', '--limit', '1');
	expect(call).toMatchObject({ method: 'POST', path: '/v1/cards', status: 201, idempotency_key: 'k1' });
});

it('send says what the sandbox refused', async () => {
	const { code, err } = await run(['send', '--style', 'sty_none']);
	expect([code, err]).toEqual([1, expect.stringContaining('style')]);
	expect(await api.letters()).toBe(0);
});

it('advance, deliver and return move the newest letter, or the one named by either id', async () => {
	const { id } = await answer<Letter>('send', '--external-id', 'order-1');
	expect((await answer<Letter>('advance')).status).toBe('writing');
	await answer<Letter>('send', '--external-id', 'order-2');
	expect(await answer<Letter>('deliver', id)).toMatchObject({ external_id: 'order-1', status: 'delivered' });
	expect(await answer<Letter>('return')).toMatchObject({ external_id: 'order-2', status: 'returned' });
	await answer<Letter>('send', '--external-id', 'order-3');
	await answer<Letter>('send', '--external-id', 'order-4');
	expect((await answer<Letter>('advance', 'order-3', 'posted')).status).toBe('posted');
	expect(await answer('advance', 'posted')).toMatchObject({ external_id: 'order-4', status: 'posted' });
});

it('wait is about the newest letter unless one is named', async () => {
	const nobody = await run(['wait', '--status', 'queued']);
	expect([nobody.code, nobody.err]).toEqual([1, 'The sandbox has no letter yet']);
	await answer<Letter>('send', '--external-id', 'order-1');
	await answer<Letter>('send', '--external-id', 'order-2');
	expect(await answer<Letter>('wait', '--deliveries', '1')).toMatchObject({ external_id: 'order-2' });
});

it('ready waits for a sandbox that is being started', async () => {
	const { origin } = api.sandbox;
	await api.sandbox.close();
	const url = ['--url', origin];
	expect(await run(['ready', ...url, '--timeout', '0'])).toMatchObject({
		code: 1,
		err: expect.stringContaining('No sandbox answers') as unknown,
	});
	const waiting = run(['ready', ...url]);
	api = await TestSandbox.start({ port: Number(new URL(origin).port) });
	expect(await waiting).toMatchObject({ code: 0, out: 'The sandbox is ready' });
});

it('clock and speed show what holds, and move letters through time', async () => {
	await answer<Letter>('send', '--external-id', 'order-1');
	expect((await run(['speed'])).out).toBe('letters move by hand');
	expect((await run(['speed', '1h'])).out).toBe('3600 s for each step');
	const before = Date.parse((await answer<{ now: string }>('clock')).now);
	expect((await run(['clock', '2h'])).out).toMatch(/^\d{4}-.*Z \(3600 s for each step\)$/);
	const after = Date.parse((await answer<{ now: string }>('clock')).now);
	expect((after - before) / 3_600_000).toBeCloseTo(2, 1);
	expect(await answer<Letter>('wait', '--status', 'posted')).toMatchObject({ status: 'posted' });
	expect(await answer('speed', 'off')).toMatchObject({ speed: 'off' });
});

it('limits shows and sets the rate limit', async () => {
	expect((await run(['limits'])).out).toBe('no limit');
	expect((await run(['limits', '2', '--window', '30'])).out).toBe('2 requests in 30 s');
	expect(await answer('limits', '--window', '10')).toEqual({ limit: 2, windowSeconds: 10 });
	expect((await run(['limits', 'off'])).out).toBe('no limit');
	const refused = await run(['limits', '0']);
	expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('limit: ')]);
});

it('fault adds by name, as JSON and from a file, without touching the others', async () => {
	expect((await run(['fault'])).out).toBe('No fault is set');
	await run(['fault', 'add', 'rate-limit']);
	expect((await api.get('/styles')).status).toBe(429);
	const rule = { when: { every: 3 }, fault: { status: 503 } };
	expect((await run(['fault', 'add', JSON.stringify(rule)])).out).toBe(`${JSON.stringify(rule)}  applied 0×`);
	expect(await answer('fault', 'add', file('rule.json', rule))).toEqual({ ...rule, struck: 0 });
	// Of its two, one is used: a list that was set anew would begin at two.
	expect(await api.struck()).toEqual([1, 0, 0]);
	const wrong = await run(['fault', 'add', '{"when":{"next":1}}']);
	expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('fault: ')]);
	expect((await run(['fault', 'list'])).out.split('\n')).toHaveLength(3);
	expect((await run(['fault', 'clear'])).out).toBe('No fault is set');
	expect(await api.struck()).toEqual([]);
});

it.each(Object.entries(FAULT_PRESETS))('the fault %s is one that the sandbox takes', async (name, rule) => {
	expect(await answer('fault', 'add', name)).toEqual({ ...rule, struck: 0 });
});

it('redeliver sends the newest delivery again, or the one named', async () => {
	await run(['receivers', 'main', '--off']);
	const none = await run(['redeliver']);
	expect([none.code, none.err]).toEqual([1, 'No such delivery: no receiver has a URL yet (see receivers)']);
	await run(['receivers', 'main', receiver.url.replace('http://', '')]);
	await answer<Letter>('send', '--external-id', 'order-1');
	await answer<Letter>('wait', '--deliveries', '1');
	await answer<Letter>('advance', 'posted');
	await answer<Letter>('wait', '--deliveries', '3');
	expect((await run(['redeliver'])).out).toMatch(
		/^card\.shipped of crd_\S+ is on its way again \(dlv_\S+\)$/,
	);
	await receiver.gets(4);
	const [created] = await answer<Delivery[]>('deliveries', '--event', 'card.created');
	await run(['redeliver', created?.id ?? '']);
	await eventually(() => expect(receiver.events().slice(-2)).toEqual(['card.shipped', 'card.created']));
	expect((await run(['redeliver', 'dlv_none'])).err).toContain('No delivery has this id');
});

it('trigger delivers a test event, about one letter if named', async () => {
	await answer<Letter>('send', '--external-id', 'order-1');
	const { id } = await answer<Letter>('wait', 'order-1', '--deliveries', '1');
	await answer<Delivery>('trigger', 'card.returned', 'order-1');
	await eventually(() => expect(receiver.events()).toEqual(['card.created', 'card.returned']));
	expect(receiver.received[1]?.body.data.id).toBe(id);
});

it('requests and deliveries find what is looked for', async () => {
	await answer<Letter>('send', '--external-id', 'order-1', '--key', 'k1');
	await answer<Letter>('send', '--external-id', 'order-2', '--key', 'k2');
	await api.get('/styles');
	await answer<Letter>('wait', 'order-1', '--deliveries', '1');
	const keys = async (...filter: string[]) =>
		(await answer<RecordedRequest[]>('requests', ...filter)).map(({ idempotency_key: key }) => key);
	expect(await keys('--method', 'GET', '--path', '/styles')).toEqual([null]);
	expect(await keys('--key', 'k1')).toEqual(['k1']);
	expect(await keys('--external-id', 'order-2', '--status', '201')).toEqual(['k2']);
	expect(await keys('--text', 'ORDER-1')).toEqual(['k1']);
	expect((await run(['requests', '--status', '429'])).out).toBe('No such call');
	expect((await run(['deliveries', '--event', 'card.shipped'])).out).toBe('No such delivery');
	expect(await answer<Delivery[]>('deliveries', '--event', 'card.shipped')).toEqual([]);
	expect(await answer<Delivery[]>('deliveries', 'order-1', '--status', 'delivered')).toHaveLength(1);
});

it('requests shows one call whole, by its request_id', async () => {
	await run(['send', file('bad.json', { to: { ...address, zip: '1' } }), '--key', 'k1']);
	const [call] = await answer<RecordedRequest[]>('requests');
	const { out } = await run(['requests', call?.request_id ?? '']);
	expect(out).toMatch(/ POST \/v1\/cards → 422 to\.zip: must have 8 digits.* \(key k1\)$/m);
	expect(out).toContain('\n  authorization: Bearer ***\n');
	expect(out).toContain('\n    "to": {\n');
	expect(out).toContain('"code": "invalid_zip"');
	const missing = await run(['requests', 'req_none']);
	expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('No call has this request_id')]);
});

it('requests --follow prints each new call, until no sandbox answers', async () => {
	await api.get('/templates');
	const { output, exit } = startProgram(
		'requests',
		'--follow',
		'--json',
		'--status',
		'200',
		'--url',
		api.sandbox.origin,
	);
	let calls = 0;
	// The first ones may come before it looks.
	await eventually(async () => {
		calls += 1;
		await api.get(`/styles?call=${calls}`);
		await api.get('/none');
		expect(output.stdout).toContain('/v1/styles');
	});
	await api.sandbox.close();
	expect(await exit).toEqual([1, null]);
	expect(output.stdout).not.toMatch(/templates|none/);
	const lines = output.stdout.trim().split('\n');
	expect(new Set(lines.map((line) => (JSON.parse(line) as RecordedRequest).request_id)).size).toBe(
		lines.length,
	);
	expect(output.stderr).toContain('No sandbox answers');
});

it('wait waits for a letter that is still to come, and gives up with 1', async () => {
	const waiting = run(['wait', 'order-1', '--status', 'posted', '--json']);
	await api.newCard({ to: address, message: 'Oi', external_id: 'order-1' });
	await api.advance((await api.cards())[0]?.id, 'in_transit');
	expect(JSON.parse((await waiting).out)).toMatchObject({ status: 'in_transit' });
	const { code, err } = await run(['wait', 'order-1', '--status', 'delivered', '--timeout', '0']);
	expect([code, err]).toEqual([1, expect.stringContaining('it is in_transit')]);
});

it('wait ends at once when the letter came back, and says so', async () => {
	await run(['send', '--external-id', 'order-1']);
	await run(['return', 'order-1']);
	const { code, err } = await run(['wait', 'order-1', '--status', 'delivered', '--timeout', '3600']);
	expect([code, err]).toEqual([1, expect.stringContaining('will never be delivered: it is returned')]);
});

it('letters lists the newest, or shows all of one', async () => {
	await run(['send', '--external-id', 'order-1', '--message', 'Olá!']);
	await run(['send', '--external-id', 'order-2']);
	await run(['advance', 'order-1', 'posted']);
	const ids = (list: Letter[]) => list.map((letter) => letter.external_id);
	expect(ids(await answer('letters'))).toEqual(['order-2', 'order-1']);
	expect(ids(await answer('letters', '--status', 'posted'))).toEqual(['order-1']);
	expect(ids(await answer('letters', '--search', 'olá'))).toEqual(['order-1']);
	const { out } = await run(['letters', 'order-1']);
	expect(out).toMatch(/^crd_\S+ {2}posted .*\(order-1\)\ntracking code HL/);
	expect(out).toMatch(/card\.created\n.*card\.written\n.*card\.shipped\n/);
	expect(out).toContain('"message": "Olá!"');
	expect((await run(['letters', '--search', 'none'])).out).toBe('No such letter');
});

it('errors are JSON with --json', async () => {
	const { code, err } = await run(['letters', 'none', '--json']);
	const message = 'No letter has the id or external_id "none"';
	expect([code, JSON.parse(err)]).toEqual([1, { error: { message, status: null } }]);
	const bad = await run(['requests', '--method', 'FETCH', '--json']);
	expect([bad.code, JSON.parse(bad.err)]).toMatchObject([
		1,
		{ error: { message: expect.stringContaining('method') as string, status: 400 } },
	]);
});

it('seed brings each letter of a file to its status', async () => {
	const letters = [
		{ to: address, message: 'a' },
		{ to: address, message: 'b', status: 'delivered', external_id: 'seeded' },
	];
	const seeded = await answer<Letter[]>('seed', file('letters.json', letters));
	expect(seeded.map(({ status }) => status)).toEqual(['queued', 'delivered']);
	expect(seeded[1]?.request).toEqual({ to: address, message: 'b', external_id: 'seeded' });
});

it('seed orders nothing if one letter is wrong, and names each that is', async () => {
	const letters = [{ to: address, message: 'a' }, { status: 'lost' }, 7, { to: { ...address, zip: '1' } }];
	const { code, err } = await run(['seed', file('bad.json', letters)]);
	expect(code).toBe(1);
	expect(err.split('\n').slice(1)).toEqual([
		'[1] status: must be one of queued, writing, posted, in_transit, delivered, returned',
		'[2] must be an object with the fields of an order',
		expect.stringMatching(/^\[3\] to\.zip: must have 8 digits/),
	]);
	expect(await api.letters()).toBe(0);
	expect((await run(['seed', file('one.json', { to: address })])).err).toMatch(/must be a list of letters$/);
});

it('no fault strikes send, which stands in the journal; it waits for the program under test', async () => {
	for (const on of [{}, { external_id: 'mine' }]) {
		await run(['fault', 'add', JSON.stringify({ on, when: { next: 1 }, fault: { status: 503 } })]);
	}
	expect((await run(['send', '--external-id', 'mine'])).code).toBe(0);
	expect(await answer<RecordedRequest[]>('requests')).toMatchObject([
		{ method: 'POST', status: 201, fault: null },
	]);
	expect((await api.get('/styles')).status).toBe(503);
	expect((await api.post('/cards', order({ external_id: 'mine' }))).status).toBe(503);
});

it('seed meets no rate limit and no fault, and is no call of the journal', async () => {
	await run(['limits', '1']);
	await run(['fault', 'add', '{"when":{"every":1},"fault":{"status":500}}']);
	const letters = Array.from({ length: 600 }, (_none, i) => ({
		external_id: `order-${i}`,
		status: 'posted',
	}));
	expect(await answer<Letter[]>('seed', file('many.json', letters))).toHaveLength(600);
	expect(await api.letters()).toBe(600);
	expect(await answer<unknown[]>('requests')).toEqual([]);
});

it('seed without a file makes letters in every status', async () => {
	const statuses = (await answer<Letter[]>('seed')).map(({ status }) => status);
	expect(new Set(statuses).size).toBe(6);
});

it('receivers lists, adds, changes and removes', async () => {
	const one = async (...argv: string[]) => (await run(['receivers', ...argv])).out;
	expect(await one()).toBe(`main  ${receiver.url}  (all events)`);
	const trial = await startReceiver();
	expect(await one('test', trial.url, '--secret', 's', '--events', 'card.created,card.shipped')).toBe(
		`test  ${trial.url}  (card.created, card.shipped)`,
	);
	expect(await one('test', '--self-signed', 'allow', '--events', 'all')).toBe(
		`test  ${trial.url}  (all events, any certificate)`,
	);
	expect(await answer('receivers')).toMatchObject([
		{ name: 'main' },
		{ name: 'test', allowSelfSigned: true },
	]);

	await answer<Delivery>('trigger', 'card.returned', '--receiver', 'test');
	await answer<Letter>('send', '--external-id', 'order-1');
	await answer<Letter>('wait', 'order-1', '--delivered', 'card.created', '--receiver', 'test');
	await answer<Letter>('wait', 'order-1', '--deliveries', '2');
	expect(await answer<Delivery[]>('deliveries', '--receiver', 'test')).toHaveLength(2);
	expect((await run(['deliveries', 'order-1', '--receiver', 'test'])).out).toMatch(/crd_\S+ → test: 200 in/);
	expect(await one('test', '--off')).toBe('test  no URL  (all events, any certificate)');
	expect(await one('test', '--remove')).toBe('test gets no more events');
	expect(await answer('receivers')).toHaveLength(1);
});

it.each([
	[['--remove'], 2, 'NAME'],
	[['test'], 2, 'what to change of test'],
	[['test', '--remove', '--off'], 2, '--remove stands alone'],
	[['test', '--events', 'card.lost'], 2, '--events must be one of card.created'],
	[['test', '--self-signed', 'yes'], 2, 'Allowed choices are allow, refuse'],
	[['test', 'nowhere'], 1, 'url: must be an http or https address'],
	[['test', '--remove'], 1, 'No receiver is called "test"'],
	[['main', '--remove'], 1, 'stays'],
])('receivers %j is refused', async (argv, exit, words) => {
	const { code, err } = await run(['receivers', ...argv]);
	expect([code, err]).toEqual([exit, expect.stringContaining(words)]);
	expect(await answer('receivers')).toHaveLength(1);
});

it('reset empties the sandbox', async () => {
	await answer<Letter>('send');
	expect((await run(['reset'])).out).toBe('The sandbox is empty');
	expect(await api.letters()).toBe(0);
});

it('prints a line for each letter, call and delivery', async () => {
	const { id } = await answer<Letter>('send', '--external-id', 'order-1', '--key', 'k1');
	await answer<Letter>('wait', id, '--deliveries', '1');
	expect((await run(['advance'])).out).toBe(
		`${id}  writing    Helena Prado Vasconcelos, Rio de Janeiro (order-1)`,
	);
	expect((await run(['requests'])).out).toMatch(
		/^\d\d:\d\d:\d\dZ POST \/v1\/cards → 201 \(key k1\)  req_\S+$/,
	);
	const [, created = ''] = /(.*card\.created.*)/.exec((await run(['deliveries'])).out) ?? [];
	expect(created).toMatch(
		new RegExp(`^\\d\\d:\\d\\d:\\d\\dZ card\\.created ${id} → 200 in \\d+ ms  dlv_\\S+$`),
	);
});

it.each([
	[['bogus'], "Unknown command 'bogus'"],
	[['sead'], 'Did you mean one of seed, send?'],
	[['help', 'advanse'], 'Did you mean advance?'],
	[['wait', 'a'], 'wait needs one of --status, --delivered and --deliveries'],
	[['wait', '--status', 'lost'], 'Allowed choices are queued, writing'],
	[['advance', 'a', 'lost'], 'STATUS must be one of queued, writing'],
	[['trigger', 'card.lost'], 'Allowed choices are card.created'],
	[['trigger'], "Missing required argument 'EVENT'"],
	[['requests', '--limit', '0x10'], 'It must be a whole number'],
	[['reset', 'now'], "Too many arguments for 'reset'"],
	[['send', '--stile', 'a'], "Unknown option '--stile'\n(Did you mean --style?)"],
	[['send', '--message', '--json'], 'looks like the next option'],
	[['reset', '--url', 'nowhere'], '--url must be an address'],
	[['clock', 'tomorrow'], 'TIME must be seconds'],
	[['speed', 'fast'], 'TIME must be seconds'],
	[['limits', 'none'], 'REQUESTS must be a whole number or off'],
	[['fault', 'add'], 'fault add needs a RULE'],
	[['fault', 'add', 'lost'], 'There is no fault called "lost": choose one of lost-answer'],
	[['fault', 'clear', 'slow'], 'fault clear takes no RULE'],
	[['fault', 'remove'], 'Allowed choices are list, add, clear'],
])('%j is refused with 2', async (argv, message) => {
	const { code, out, err } = await run(argv);
	expect([code, out, err]).toEqual([2, '', expect.stringContaining(message)]);
});

it('says where no sandbox answers, and that a token is missing', async () => {
	const nobody = await run(['reset'], { SANDBOX_URL: 'http://127.0.0.1:9' });
	expect([nobody.code, nobody.err]).toEqual([
		1,
		expect.stringContaining('No sandbox answers at http://127.0.0.1:9'),
	]);
	const guarded = await TestSandbox.start({ controlToken: 'our-control-token' });
	const env = { SANDBOX_URL: guarded.sandbox.origin };
	expect((await run(['reset'], env)).err).toContain('SANDBOX_CONTROL_TOKEN');
	expect((await run(['reset'], { ...env, SANDBOX_CONTROL_TOKEN: 'our-control-token' })).code).toBe(0);
});

it.each(['--help', '-h', 'help', 'help send', 'send -h', 'wait --help', '--version'])(
	'%s prints and exits with 0',
	async (argv) => {
		const { code, out } = await run(argv.split(' '));
		expect(code).toBe(0);
		expect(out).toMatch(argv === '--version' ? /^\d+\.\d+\.\d+$/ : /^Usage: handwritten-letters-sandbox/);
	},
);

it('the help names every verb with a whole sentence, and the options of a start', async () => {
	const { out } = await run(['--help']);
	for (const name of Object.keys(VERBS)) expect(out).toMatch(new RegExp(`^  ${name} .*\\w$`, 'm'));
	expect(out).toContain('--webhook-url <URL>');
	expect(out).toMatch(/^ {2}clock \[TIME\] {2}/m);
	expect((await run(['help', 'check'])).out).toContain('https://example.com/v1');
});
