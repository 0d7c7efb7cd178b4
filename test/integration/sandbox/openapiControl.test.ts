/** The control API's OpenAPI document, held to what it really answers; and both documents to Redocly. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import type { OpenAPIV3_1 } from 'openapi-types';
import { request } from 'undici';

import { ApiDocument } from './document';
import type { Receiver } from './support';
import { order, startReceiver, temporaryFolder, TestSandbox } from './support';

const ROOT = path.resolve(__dirname, '../../..');
const PREFIX = '/_sandbox' as const;

let api: TestSandbox;
let receiver: Receiver;
let document: ApiDocument;
beforeAll(async () => {
	receiver = await startReceiver();
	api = await TestSandbox.start({ webhookUrl: receiver.url });
	document = await ApiDocument.load(api.sandbox.origin, PREFIX);
});

const controlPaths = () => Object.entries(document.content.paths ?? {});
const METHODS = ['get', 'put', 'post', 'delete'] as const;

/** `GET /state` of each operation. */
const operations = () =>
	controlPaths().flatMap(([place, item]) =>
		METHODS.filter((method) => item?.[method] !== undefined).map(
			(method) => `${method.toUpperCase()} ${place}`,
		),
	);

it('it holds the operations that the reference lists', () => {
	const reference = readFileSync(path.join(ROOT, 'sandbox/REFERENCE.md'), 'utf8');
	const section = reference.slice(
		reference.indexOf('## Control API'),
		reference.indexOf('## Several receivers'),
	);
	const listed = [...section.matchAll(/^\| `((?:GET|PUT|POST|DELETE) \/\S+)`/gm)].map(([, operation = '']) =>
		operation.replace('{request_id}', '{id}'),
	);
	expect(operations().sort()).toEqual(listed.sort());
});

it('it stands outside the API: with an address of its own, the token, and no parameter that must be there', () => {
	expect(document.content.servers?.map(({ url }) => url)).toEqual([PREFIX]);
	expect(document.content.security).toEqual([{}, { controlToken: [] }]);
	for (const [place, item] of controlPaths()) {
		for (const method of METHODS) {
			const operation = item?.[method];
			if (operation === undefined) continue;
			const parameters = (operation.parameters ?? []) as OpenAPIV3_1.ParameterObject[];
			const required = parameters.filter((one) => one.required === true).map((one) => one.in);
			expect([place, required]).toEqual([place, place.includes('{') ? ['path'] : []]);
		}
	}
});

it('every operation answers what it says', async () => {
	const seen = new Set<string>();
	const hold = async (method: 'GET' | 'PUT' | 'POST' | 'DELETE', place: string, body?: unknown) => {
		const answer = await api.control(method, place, body);
		const [bare = ''] = place.split('?', 1);
		document.expectDocumented(method, bare, answer);
		if (answer.status < 300) seen.add(`${method} ${place}`);
		return answer;
	};
	const id = await api.newCard(order({ metadata: { a: 1 }, external_id: 'order-1' }));
	await api.post('/cards', { to: {} });
	for (const message of ['a', 'b']) await api.post('/cards', order({ message }), { idempotencyKey: 'k' });
	await api.get('/styles', { apiKey: 'wrong' });
	await api.settled(2);
	const [delivery] = await api.deliveries();
	await hold('POST', '/seed', { letters: [{ status: 'returned' }] });
	await hold('POST', '/seed', { letters: [{ status: 'lost' }] });
	await hold('POST', `/cards/${id}/advance`, { to: 'posted' });
	await hold('POST', `/cards/${id}/advance`);
	for (const place of [
		'/ready',
		'/state',
		'/cards?limit=1',
		`/cards/${id}`,
		'/requests?status=409',
		'/requests?status=401',
		'/deliveries',
		'/receivers',
	]) {
		await hold('GET', place);
	}
	const { requests } = (await hold('GET', '/requests?status=422')).body as {
		requests: { request_id: string }[];
	};
	await hold('GET', `/requests/${requests[0]?.request_id ?? ''}`);
	await hold('POST', `/deliveries/${String(delivery?.id)}/redeliver`);
	await hold('POST', `/deliveries/${String(delivery?.id)}/signature`, { signature: 'ab' });
	await hold('POST', '/events', { event: 'card.returned' });
	await hold('PUT', '/webhook', { headerPrefix: 'X-Service' });
	await hold('PUT', '/receivers/test', { url: receiver.url, events: ['card.shipped'] });
	await hold('DELETE', '/receivers/test');
	await hold('PUT', '/clock', { advanceSeconds: 1, speed: 'off' });
	await hold('PUT', '/limits', { limit: null });
	await hold('PUT', '/faults', { rules: [{ when: { every: 9 }, fault: { status: 503 } }] });
	await hold('POST', '/faults', { when: { next: 1 }, fault: { webhook: 'stale' } });
	await hold('GET', '/state');
	await hold('POST', '/faults', {});
	await hold('GET', '/cards/none');
	await hold('DELETE', `/cards/${id}`);
	await hold('POST', '/reset');
	const { headers, body, statusCode } = await request(`${api.sandbox.origin}${PREFIX}/changes`);
	body.on('error', () => undefined).destroy();
	expect([statusCode, headers['content-type']]).toEqual([200, expect.stringContaining('text/event-stream')]);
	const stream = document.content.paths?.['/changes']?.get?.responses['200'];
	expect(Object.keys((stream as OpenAPIV3_1.ResponseObject).content ?? {})).toEqual(['text/event-stream']);
	// All but the stream.
	const patterns = operations().map((one) => new RegExp(`^${one.replaceAll(/\{\w+\}/g, '[^/]+')}(\\?|$)`));
	const unseen = patterns.filter((pattern) => ![...seen].some((one) => pattern.test(one)));
	expect(unseen.map(String)).toEqual([expect.stringContaining('changes')]);
});

it('a rule of faults has one form of each part, and no other', () => {
	const [when, fault] = [{ next: 1 }, { status: 503 }];
	const good = [
		{ when, fault },
		{ when: { probability: 0.5, seed: 2 }, fault: { cut: true, delaySeconds: 1 } },
		{ on: { method: 'POST', path: '/cards' }, when, fault: { ...fault, after: true, html: true } },
		{ on: { event: 'card.created' }, when, fault: { webhook: 'stale' } },
	];
	for (const rule of good) expect(document.complaint(rule, 'components', 'schemas', 'FaultRule')).toBeNull();
	const bad = [
		{ when: { next: 1, nth: 1 }, fault },
		{ when, fault: { status: 503, cut: true } },
		{ when, fault: { cut: true, after: true } },
		{ on: { path: '/v1/cards' }, when, fault },
		{ on: { event: 'card.created' }, when, fault },
		{ on: { path: '/cards' }, when, fault: { webhook: 'stale' } },
	];
	expect(bad.filter((rule) => document.accepts('FaultRule', rule))).toEqual([]);
});

it.each<'' | typeof PREFIX>(['', PREFIX])(
	'Redocly finds nothing in the document %s/openapi.json',
	async (prefix) => {
		const folder = temporaryFolder();
		const file = path.join(folder, 'openapi.json');
		writeFileSync(file, JSON.stringify((await ApiDocument.load(api.sandbox.origin, prefix)).content));
		const program = path.join(path.dirname(require.resolve('@redocly/cli/package.json')), 'bin/cli.js');
		const args = [program, 'lint', file, '--extends', 'recommended', '--format', 'json'];
		const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
		const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env });
		expect((JSON.parse(stdout) as { problems: unknown[] }).problems).toEqual([]);
	},
);
