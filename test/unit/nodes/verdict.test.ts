/** What an attempt came to, and whether the order may have been accepted all the same. */
import type { Request } from '../../../nodes/HandwrittenLetters/service/request';
import {
	judgeAnswer,
	judgeBrokenExchange,
	judgeTimeout,
} from '../../../nodes/HandwrittenLetters/service/verdict';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const URL = 'https://service.example/v1/cards';

type Asked = Pick<Request, 'effect' | 'idField'>;
const order: Asked = { effect: 'order', idField: 'id' };
const lookUp: Asked = { effect: 'none' };

function judge(status: number, body: unknown = '', request = order, headers: Record<string, unknown> = {}) {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return judgeAnswer(request, { url: URL, status, headers, text }, NOW);
}

describe('a good status', () => {
	it.each([200, 201, 299])('with the id of what was ordered is good: %i', (status) => {
		const headers = { date: new Date(NOW).toUTCString() };
		expect(judge(status, { id: 'crd_1' }, order, headers)).toEqual({
			kind: 'good',
			body: { id: 'crd_1' },
			id: 'crd_1',
			date: NOW,
			pace: { outcome: 'fine' },
		});
	});

	it.each<[string, unknown]>([
		['no JSON', 'no JSON'],
		['', ''],
		['null', null],
		['{"id":""}', { id: '' }],
		['{"id":7}', { id: 7 }],
		['{"batch_id":"bat_1"}', { batch_id: 'bat_1' }],
	])('without the id may be an accepted order: %s', (text, body) => {
		expect(judge(201, text)).toMatchObject({
			kind: 'again',
			pace: { outcome: 'fine' },
			failure: { status: 201, text, body },
			retryAfterMs: 0,
			mayHaveBeenAccepted: true,
			unreadable: true,
		});
	});
});

it.each([400, 401, 402, 403, 404, 405, 407, 409, 413, 415, 418, 422, 451])(
	'%i is final: nothing was created',
	(status) => {
		const verdict = judge(status);
		expect(verdict).toMatchObject({
			kind: 'refused',
			pace: { outcome: 'fine' },
			mayHaveBeenAccepted: false,
		});
	},
);

it.each([199, 300, 302, 406, 499])('%i is final, and does not say that nothing was created', (status) => {
	expect(judge(status)).toMatchObject({ kind: 'refused', mayHaveBeenAccepted: true });
	expect(judge(status, '', lookUp)).toMatchObject({ kind: 'refused', mayHaveBeenAccepted: false });
});

it.each([
	[429, 'throttled', false],
	[408, 'troubled', true],
	[425, 'troubled', true],
	[500, 'troubled', true],
	[503, 'troubled', true],
])('%i passes: the service is %s', (status, outcome, mayHaveBeenAccepted) => {
	expect(judge(status, '', order, { 'retry-after': '7' })).toMatchObject({
		kind: 'again',
		pace: { outcome },
		mayHaveBeenAccepted,
		retryAfterMs: 7000,
	});
	expect(judge(status, '', lookUp)).toMatchObject({ mayHaveBeenAccepted: false });
});

it('a redirect says that nothing was created, and where it leads, without the query', () => {
	expect(judge(307, '', order, { location: 'https://other.example/v2/cards?token=1' })).toMatchObject({
		kind: 'refused',
		mayHaveBeenAccepted: false,
		failure: { redirect: 'https://other.example/v2/cards' },
	});
});

it('303 answers what was done, wherever it leads', () => {
	expect(judge(303, '', order, { location: '/done' })).toMatchObject({ mayHaveBeenAccepted: true });
});

describe('the reason of a refusal', () => {
	const failureOf = (body: unknown) => {
		const verdict = judge(422, body);
		return verdict.kind === 'good' ? undefined : verdict.failure;
	};

	it('is whatever the envelope holds', () => {
		const error = { type: 'validation_error', code: 'invalid_zip', message: 'ZIP', request_id: 'req_1' };
		expect(failureOf({ error: { ...error, more: 'x' } })).toEqual({ status: 422, envelope: error });
		expect(failureOf({ error: { code: '', message: 'ZIP', type: 7 } })?.envelope).toEqual({ message: 'ZIP' });
	});

	it('has at most 2,000 characters of each field: every failed item holds them', () => {
		const long = 'x'.repeat(5_000);
		const { envelope } =
			failureOf({ error: { type: long, code: long, message: long, request_id: long } }) ?? {};
		expect(Object.values(envelope ?? {})).toEqual(Array(4).fill(`${'x'.repeat(2000)} …`));
	});

	it('is the answer itself where the envelope has no message', () => {
		expect(failureOf('Try later')).toEqual({ status: 422, reason: 'Try later' });
		expect(failureOf({ error: { code: 'x' } })).toMatchObject({
			envelope: { code: 'x' },
			reason: '{"error":{"code":"x"}}',
		});
	});

	it.each(['null', '7', '{}', '{"error":null}', '{"error":"x"}'])('may be missing: %s', (text) => {
		expect(failureOf(text)).toEqual({ status: 422, reason: text });
	});
});

describe('an exchange that broke', () => {
	const broken = (code: string, request: Asked = order) =>
		judgeBrokenExchange(request, Object.assign(new Error('read x'), { code }), URL);

	it('may have been accepted, and is tried again', () => {
		expect(broken('ECONNRESET')).toEqual({
			kind: 'again',
			pace: { outcome: 'troubled' },
			failure: { connection: 'the connection broke' },
			mayHaveBeenAccepted: true,
			retryAfterMs: 0,
		});
		expect(broken('ECONNRESET', lookUp)).toMatchObject({ mayHaveBeenAccepted: false });
	});

	it('was not accepted where nothing was sent', () => {
		expect(broken('CERT_HAS_EXPIRED')).toEqual({
			kind: 'refused',
			pace: { outcome: 'troubled' },
			failure: { connection: 'its certificate is not trusted (read x)' },
			mayHaveBeenAccepted: false,
			retryAfterMs: 0,
		});
	});

	it('by an error that is not of the connection is that error, and not tried again', () => {
		const thrown = new Error('x');
		expect(judgeBrokenExchange(order, thrown, URL)).toEqual({
			kind: 'refused',
			pace: { outcome: 'unknown' },
			failure: { thrown },
			mayHaveBeenAccepted: true,
			retryAfterMs: 0,
		});
	});

	it('by our own clock may have been accepted, where it was an order', () => {
		expect(judgeTimeout(order)).toEqual({
			kind: 'again',
			pace: { outcome: 'troubled' },
			failure: { connection: 'it did not answer in time' },
			mayHaveBeenAccepted: true,
			retryAfterMs: 0,
		});
		expect(judgeTimeout(lookUp).mayHaveBeenAccepted).toBe(false);
	});
});
