/** Which faults are 400 and which 422, their codes, and the fields their messages name, beyond what `check` sees. */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

import type { Json } from './support';
import { address, call, errorOf, expectRefused, order, TestSandbox } from './support';

let api: TestSandbox;
beforeAll(async () => {
	api = await TestSandbox.start();
});

const schedule_at = '2030-01-01T09:00:00';
const to = (changes: Json) => order({ to: { ...address, ...changes } });

it.each<[string, unknown, number, string, string]>([
	['an unknown address property', to({ street: 'x' }), 400, 'invalid_request', 'to.street:'],
	['a number for text', order({ external_id: 7 }), 400, 'invalid_request', 'external_id:'],
	['metadata that is a list', order({ metadata: [] }), 400, 'invalid_request', 'metadata:'],
	['a list as the body', [], 400, 'invalid_request', 'The body'],
	['a blank name', to({ name: ' ' }), 422, 'missing_field', 'to.name:'],
	['neither template nor message', { to: address }, 422, 'missing_field', 'message:'],
	['a state of 2 digits in Brazil', to({ state: '12' }), 422, 'invalid_state', 'to.state:'],
	['an emoji as a state', to({ state: '\u{1F600}' }), 422, 'invalid_state', 'to.state:'],
	['a state of accented letters', to({ state: 'ÁÉ' }), 422, 'invalid_state', 'to.state:'],
	['a state of signs', to({ state: '--', country: 'FR' }), 422, 'invalid_state', 'to.state:'],
	['a state of spaces', to({ state: '  ' }), 422, 'missing_field', 'to.state:'],
	['a country of 3 letters', to({ country: 'BRA' }), 422, 'invalid_country', 'to.country:'],
	['a zip without its leading zero', to({ zip: '1310100' }), 422, 'invalid_zip', 'to.zip:'],
	['a zip of letters', to({ zip: 'ABCDE-FGH', country: 'BR' }), 422, 'invalid_zip', 'to.zip:'],
	['an unknown style', order({ style: 'sty_x' }), 422, 'invalid_style', 'style:'],
	['a schedule without offset', order({ schedule_at }), 422, 'invalid_schedule_at', 'schedule_at:'],
])('POST /cards refuses %s', async (_name, body, status, code, named) => {
	const lettersBefore = await api.letters();
	const answer = await api.post('/cards', body);
	expectRefused(answer, status, code, named);
	expect(errorOf(answer).type).toBe('validation_error');
	expect(await api.letters()).toBe(lettersBefore);
});

it.each<[string, unknown, number, string, string]>([
	['an empty list', { cards: [] }, 422, 'missing_field', 'cards:'],
	['cards that are no list', { cards: order() }, 400, 'invalid_request', 'cards:'],
	['an unknown property', { cards: [order()], schedule: 'x' }, 400, 'invalid_request', 'schedule:'],
	['a bad card', { cards: [order(), to({ state: 'X' })] }, 422, 'invalid_state', 'cards[1].to.state:'],
])('POST /batches refuses %s and creates no letter', async (_name, body, status, code, named) => {
	const lettersBefore = await api.letters();
	expectRefused(await api.post('/batches', body), status, code, named);
	expect(await api.letters()).toBe(lettersBefore);
});

it('one answer names every bad field; a wrong form outranks a wrong content', async () => {
	const body = order({ to: { ...address, state: 'SPX', zip: '1' }, style: 'sty_x', metadata: 5 });
	const answer = await api.post('/cards', body);
	for (const path of ['metadata:', 'to.state:', 'to.zip:', 'style:']) {
		expectRefused(answer, 400, 'invalid_request', path);
	}
});

it.each(['Acme', null, { prototype: 1 }])(
	'a key constructor in metadata comes back: %j',
	async (constructor) => {
		const answer = await api.post('/cards', order({ metadata: { constructor } }));
		expect([answer.status, answer.body.metadata]).toEqual([201, { constructor }]);
	},
);

describe('requests that never reach a field', () => {
	const good = JSON.stringify(order());

	it.each([
		['an empty body', { rawBody: '' }],
		['another content type', { rawBody: good, headers: { 'content-type': 'text/plain' } }],
		['a form', { rawBody: 'to=Ana', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
		['XML', { rawBody: '<card/>', headers: { 'content-type': 'application/xml' } }],
	])('%s is 400 invalid_request', async (_name, options) => {
		const answer = await api.post('/cards', undefined, options);
		expectRefused(answer, 400, 'invalid_request');
		expect(errorOf(answer).request_id).toMatch(/^req_/);
		const again = await api.post('/cards', undefined, options);
		expect(errorOf(again).request_id).not.toBe(errorOf(answer).request_id);
	});

	it('a body of 1 MiB is accepted, and one byte more is 413 in words', async () => {
		const sized = (bytes: number) => order({ message: 'x'.repeat(bytes - emptyMessage) });
		const emptyMessage = Buffer.byteLength(JSON.stringify(order({ message: '' })));
		expect((await api.post('/cards', sized(1024 * 1024))).status).toBe(201);
		const answer = await api.post('/cards', sized(1024 * 1024 + 1));
		expectRefused(answer, 413, 'body_too_large', 'larger than 1 MiB');
	});

	it('the answer to an oversized body reaches a client that is still sending', async () => {
		const rawBody = JSON.stringify(order({ message: 'x'.repeat(17e6) }));
		const answer = await api.post('/cards', undefined, { rawBody });
		expect(answer.status).toBe(413);
		expect(answer.headers.connection).not.toBe('close');
	});

	it.each<[string, Json]>([
		['no second address line', to({ address_line2: null })],
		['another country', to({ country: 'PT', zip: '1000-001' })],
		['a state with digits in France', to({ state: '75', zip: '75001', country: 'FR' })],
		['an offset', order({ schedule_at: '2030-01-01T09:00:00-03:00' })],
		['fractions of a second', order({ schedule_at: '2030-01-01T09:00:00.250Z' })],
	])('%s is accepted', async (_name, body) => {
		expect((await api.post('/cards', body)).status).toBe(201);
		expect((await api.post('/batches', { cards: [body] })).status).toBe(202);
	});

	it('a stranger learns nothing about a body that is wrong', async () => {
		const answer = await api.post('/cards', undefined, { apiKey: null, rawBody: '{"to":' });
		expect(answer.status).toBe(401);
	});

	it('an unknown operation is 404 in the envelope, inside and outside /v1', async () => {
		const inside = await api.get('/letters');
		// Spec, Variants of the contract described elsewhere.
		const older = ['/api/v1/cards', '/api/v1/bulk', '/bulk', '/v1/bulk', '/cards', '/v2/cards'].map((path) =>
			call('POST', api.sandbox.origin + path, { body: order(), idempotencyKey: 'k' }),
		);
		for (const answer of [inside, ...(await Promise.all(older))]) {
			expectRefused(answer, 404, 'not_found');
			expect(errorOf(answer).type).toBe('not_found_error');
		}
	});

	it.each([
		['GET', '/v1/cards', 'POST'],
		['DELETE', '/v1/cards/crd_none?really=yes', 'GET, HEAD'],
		['POST', '/v1/styles', 'GET, HEAD'],
		['GET', '/_sandbox/limits', 'PUT'],
		['POST', '/_sandbox/cards/crd_none', 'GET, HEAD, DELETE'],
		['PUT', '/openapi.json', 'GET, HEAD'],
		['POST', '/console/console.js', 'GET, HEAD'],
	] as const)('%s %s is 405, and Allow names %s', async (method, path, allowed) => {
		const answer = await call(method, api.sandbox.origin + path);
		expectRefused(answer, 405, 'method_not_allowed');
		expect(answer.headers.allow?.split(', ').sort()).toEqual(allowed.split(', ').sort());
	});

	it('a wrong method below /v1 still needs a key', async () => {
		const answer = await api.get('/cards', { apiKey: 'wrong' });
		expect(answer.status).toBe(401);
		expect(answer.headers.allow).toBeUndefined();
	});

	const GET = 'GET /v1/styles HTTP/1.1\r\nConnection: close\r\n';
	it.each([
		['bytes that are not HTTP', 400, 'invalid_request', 'GARBAGE\r\n'],
		['a call without Host', 400, 'invalid_request', GET],
		[
			'an Expect that nobody knows',
			417,
			'expectation_failed',
			`${GET}Host: localhost\r\nExpect: a miracle\r\n`,
		],
	])('%s: %i in the envelope', async (_what, status, code, head) => {
		const socket = connect(Number(new URL(api.sandbox.origin).port), '127.0.0.1');
		socket.end(`${head}\r\n`);
		const answer = (await text(socket)).split('\r\n\r\n');
		expect(answer[0]).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*application/json`, 'is'));
		expect(answer[1]).toContain(`"type":"validation_error","code":"${code}"`);
	});
});
