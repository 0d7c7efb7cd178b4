/** Why a call or a signature is refused, beyond what the service itself says. */
import { createHmac } from 'node:crypto';

import { runVerb } from './runVerb';
import type { Json } from './support';
import { address, order, startReceiver, TestSandbox } from './support';

let api: TestSandbox;
beforeEach(async () => {
	api = await TestSandbox.start({ apiKeys: ['test_key', 'other_key'] });
});

interface Call {
	request_id: string;
	status: number;
	why: Json | null;
}
const calls = async () => (await api.control('GET', '/requests')).body.requests as Call[];

const shown = async (id: string) =>
	(await runVerb(['requests', id], { SANDBOX_URL: api.sandbox.origin })).out;

it.each<[Record<string, string>, string, Json, string]>([
	[{}, '', { code: 'no_key' }, 'There is no API key'],
	[{ authorization: 'Bearer' }, '', { code: 'no_key' }, 'There is no API key'],
	[{ authorization: 'live_1' }, '', { code: 'no_scheme' }, 'has no scheme'],
	[{ authorization: 'Basic live_1' }, '', { code: 'other_scheme', where: 'Basic' }, 'another scheme (Basic)'],
	[{ authorization: 'live_1 live_1' }, '', { code: 'other_scheme' }, 'another scheme.'],
	[{ authorization: 'Bearer live_1' }, '', { code: 'wrong_key' }, 'the key is none of this sandbox'],
	[{ 'x-api-key': 'live_1' }, '', { code: 'other_header', where: 'x-api-key' }, 'in the header x-api-key'],
	[{}, '?api_key=live_1', { code: 'in_query', where: 'api_key' }, 'in the query, as api_key'],
])('a 401 with %j and the query "%s" says %j', async (headers, query, why, text) => {
	await api.get(`/styles${query}`, { apiKey: null, headers });
	const [call] = await calls();
	expect([call?.status, call?.why]).toEqual([401, why]);
	const printed = await shown(call?.request_id ?? '');
	expect(printed).toContain(`Why: `);
	expect(printed).toContain(text);
	expect(printed).not.toContain('live_1');
});

it('a 409 says which fields differ from the first call of this account under its key', async () => {
	const metadata = { list: [1, 2], gone: true };
	const options = { idempotencyKey: 'k' };
	await api.post('/cards', order(), { ...options, apiKey: 'other_key' });
	await api.post('/cards', { to: {} }, options);
	await api.post('/cards', order({ metadata }), options);
	await api.post(
		'/cards',
		order({ to: { ...address, zip: '01310-200' }, metadata: { list: [1, 3] } }),
		options,
	);
	await api.post('/cards', order({ style: 'sty_casual' }), options);
	const [, , first, ...conflicts] = await calls();
	expect(conflicts.map(({ status, why }) => [status, why?.code, why?.first])).toEqual([
		[409, 'other_contents', first?.request_id],
		[409, 'other_contents', first?.request_id],
	]);
	expect(conflicts[0]?.why?.differences).toEqual([
		{ path: 'to.zip', first: '"01310-100"', now: '"01310-200"' },
		{ path: 'metadata.list[1]', first: '2', now: '3' },
		{ path: 'metadata.gone', first: 'true', now: null },
	]);
	const printed = await shown(conflicts[0]?.request_id ?? '');
	expect(printed).toContain(`Why: it differs from the first call under this key, ${first?.request_id ?? ''}`);
	expect(printed).toContain('  metadata.gone: true → (none)');
});

it('the first call may have been answered 500 once it was accepted', async () => {
	await api.setRules({ when: { next: 1 }, fault: { status: 500, after: true } });
	for (const message of ['a', 'b']) await api.post('/cards', order({ message }), { idempotencyKey: 'k' });
	const [first, conflict] = await calls();
	expect([conflict?.status, conflict?.why?.first]).toEqual([409, first?.request_id]);
});

describe('a signature that a receiver has computed', () => {
	it.each<[string, string[] | null, (body: string, timestamp: string) => (string | null)[]]>([
		['right', [], (body, at) => [`${at}.${body}`]],
		['with a prefix', [], (body, at) => [`${at}.${body}`, null, 'sha256=']],
		[
			'of JSON.stringify with spaces',
			['parsed_body'],
			(body, at) => [`${at}.${JSON.stringify(JSON.parse(body), null, 2)}`],
		],
		[
			"of Python's json.dumps",
			['parsed_body'],
			(body, at) => [
				`${at}.${body
					.replace(/("|null|\}|\d),"/g, '$1, "')
					.replaceAll('":', '": ')
					.replaceAll('é', '\\u00e9')}`,
			],
		],
		['with the secret before', ['old_secret'], (body, at) => [`${at}.${body}`, 'whsec_test']],
		['with a line break in the secret', ['secret_newline'], (body, at) => [`${at}.${body}`, 'whsec_new\n']],
		['in milliseconds', ['milliseconds'], (body, at) => [`${at}000.${body}`]],
		['without the dot', ['missing_dot'], (body, at) => [`${at}${body}`]],
		['of the body alone', ['no_timestamp'], (body) => [body]],
		['of the body and a line break', ['trailing_newline'], (body, at) => [`${at}.${body}\n`]],
		['of two mistakes', ['old_secret', 'missing_dot'], (body, at) => [`${at}${body}`, 'whsec_test']],
		['of something else', null, () => ['something else']],
	])('%s: %j', async (_, mistakes, make) => {
		const receiver = await startReceiver();
		await api.control('PUT', '/receivers/main', { url: receiver.url, secret: 'whsec_new' });
		await api.newCard(order({ external_id: 'é', metadata: { a: 1 } }));
		const [delivery] = await api.settled(1);
		await api.control('PUT', '/webhook', { headerPrefix: 'X-Other' });
		const [sent] = receiver.received;
		const [signed, secret, prefix] = make(
			String(sent?.rawBody),
			String(sent?.headers['x-service-timestamp']),
		);
		const hmac = () => createHmac('sha256', secret ?? 'whsec_new').update(signed ?? '');
		const compare = async (signature: string) => {
			const place = `/deliveries/${String(delivery?.id)}/signature`;
			return (await api.control('POST', place, { signature })).body.mistakes;
		};
		expect(await compare(`${prefix ?? ''}${hmac().digest('hex')} `)).toEqual(mistakes);
		const inBase64 = mistakes === null ? null : [...mistakes, 'base64'];
		expect(await compare(hmac().digest('base64'))).toEqual(inBase64);
	});
});
