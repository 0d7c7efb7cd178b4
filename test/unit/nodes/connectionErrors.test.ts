/** Faults that integration/nodes/errors.test.ts cannot cause on one computer, in the shape n8n's HTTP helper gives them. */
import type { INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { readConnectionError } from '../../../nodes/HandwrittenLetters/service/connectionErrors';

const wrapped = (code: string, message: string) =>
	new NodeApiError({ name: 'Letters' } as INode, Object.assign(new Error(message), { code }) as never);
const BASE_URL = 'https://service.example/v1';
const fault = (code: string, message: string) => readConnectionError(wrapped(code, message), BASE_URL);

describe('readConnectionError', () => {
	it.each([
		['every address of the name refuses', 'ECONNREFUSED', ''],
		['the host cannot be reached', 'EHOSTUNREACH', 'connect EHOSTUNREACH 10.0.0.1:443'],
		['connecting takes too long', 'ETIMEDOUT', 'connect ETIMEDOUT 10.0.0.1:443'],
		['this computer has no port left', 'EADDRNOTAVAIL', 'connect EADDRNOTAVAIL 127.0.0.1:5388'],
		[
			'the connection ends before it is secure',
			'ECONNRESET',
			'Client network socket disconnected before secure TLS connection was established',
		],
		['this computer has no file handle left', 'EMFILE', 'connect EMFILE 127.0.0.1:5388'],
	])('tries again, and knows that nothing was sent, when %s', (_what, code, message) => {
		expect(fault(code, message)).toMatchObject({ passing: true, neverSent: true });
	});

	it.each([
		['a standing connection becomes unreachable', 'EHOSTUNREACH', 'read EHOSTUNREACH'],
		['a standing connection times out', 'ETIMEDOUT', 'read ETIMEDOUT'],
		['the answer takes too long', 'ECONNABORTED', 'timeout of 30000ms exceeded'],
	])('tries again, without saying that nothing was sent, when %s', (_what, code, message) => {
		expect(fault(code, message)).toMatchObject({ passing: true, neverSent: false });
	});

	it('has words for four kinds', () => {
		const codes = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'EPIPE', 'ENOBUFS'];
		expect(codes.map((code) => fault(code, '')?.words)).toEqual([
			'nothing listens at the base URL',
			'the name in the base URL is not known',
			'the name in the base URL is not known',
			'it did not answer in time',
			'the connection broke',
			'the connection broke',
			'the connection broke',
		]);
	});

	it('reports a certificate that is not trusted at once, with its own words', () => {
		expect(fault('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate')).toEqual({
			words: 'its certificate is not trusted (self-signed certificate)',
			passing: false,
			neverSent: true,
		});
	});

	it.each([
		['connect ECONNREFUSED 10.0.0.1:3128', '10.0.0.1:3128'],
		['connect ETIMEDOUT 10.0.0.1:3128', '10.0.0.1:3128'],
		['getaddrinfo ENOTFOUND proxy.example', 'proxy.example'],
		['connect ECONNREFUSED 10.0.0.1:443', undefined],
		['getaddrinfo ENOTFOUND service.example', undefined],
		['', undefined],
	])('sees a proxy where the connection goes elsewhere: %s', (message, proxy) => {
		expect(fault(/[A-Z]{2,}/.exec(message)?.[0] ?? 'ECONNREFUSED', message)?.proxy).toBe(proxy);
	});

	it('reads where every address of a name refuses', () => {
		const errors = [
			new Error('connect ECONNREFUSED ::1:3128'),
			new Error('connect ECONNREFUSED 127.0.0.1:3128'),
		];
		const error = Object.assign(new AggregateError(errors), { code: 'ECONNREFUSED' });
		expect(readConnectionError({ cause: error }, BASE_URL)?.proxy).toBe('::1:3128');
	});

	const openssl =
		'806C:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:ssl3_record.c:350:\n';

	it.each([
		['EPROTO', 'write EPROTO'],
		// Of a connection that stood.
		['ERR_SSL_WRONG_VERSION_NUMBER', openssl],
	])('does not say of another error that nothing was sent: %s', (code, message) => {
		expect(fault(code, message)).toMatchObject({ passing: false, neverSent: false });
	});

	it.each([
		['connect ECONNREFUSED 127.0.0.1:1', 'ECONNREFUSED'],
		['read EHOSTUNREACH', 'EHOSTUNREACH'],
		['socket hang up', 'ECONNRESET'],
		['self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
		[`write EPROTO ${openssl}`, 'EPROTO'],
	])('recognises "%s" in n8n 1 too, whose error has no cause', (message, code) => {
		expect(
			readConnectionError(Object.assign(wrapped(code, message), { cause: undefined }), BASE_URL),
		).toEqual(fault(code, message));
	});

	it('finds no connection error in a rejection by the service', () => {
		expect(
			readConnectionError(
				new NodeApiError({ name: 'Letters' } as INode, { message: 'Not found', httpCode: '404' }),
				BASE_URL,
			),
		).toBeUndefined();
	});

	it('finds no connection error in an error without a code', () => {
		expect(readConnectionError(new TypeError('x is not a function'), BASE_URL)).toBeUndefined();
	});
});
