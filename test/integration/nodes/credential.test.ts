/** What n8n says when somebody tests the credential, with n8n-core's own helper. */
import { CredentialTestContext } from 'n8n-core';
import type { INodeCredentialTestResult } from 'n8n-workflow';

import { HandwrittenLetters } from '../../../nodes/HandwrittenLetters/HandwrittenLetters.node';
import type { CredentialData } from '../../../tools/engine/engine';
import { additionalDataFor } from '../../../tools/engine/engine';
import { startLocalServer } from '../../../tools/localServer';
import { withSandbox } from '../../support/withSandbox';

async function testCredential(data: CredentialData): Promise<INodeCredentialTestResult> {
	const { testCredential: ask } = new HandwrittenLetters().methods.credentialTest;
	const context = new CredentialTestContext(additionalDataFor(data));
	return await ask.call(context, { id: '1', name: 'Sandbox', type: 'handwrittenLettersApi', data });
}

describe('the credential test', () => {
	const sandbox = withSandbox();

	it.each(['', '/', ' '])('succeeds with the right key, also with %j behind the base URL', async (end) => {
		const { credential } = sandbox;
		const baseUrl = `${end.trim() === '' ? end : ''}${credential.baseUrl}${end}`;
		expect(await testCredential({ ...credential, baseUrl })).toMatchObject({ status: 'OK' });
	});

	it.each<[string, () => Partial<Record<'apiKey' | 'baseUrl', string>>, RegExp]>([
		['a wrong key', () => ({ apiKey: 'not_a_key' }), /rejected the API key/],
		['a base URL without its version', () => ({ baseUrl: sandbox.origin }), /must end in the version/],
		[
			'an address to which nothing is sent: it is not encrypted',
			() => ({ baseUrl: 'http://letters.invalid/v1' }),
			/^Nothing was sent\. The base URL begins with http:.* unencrypted/,
		],
		[
			'an address to which nothing is sent: it has a password',
			() => ({ baseUrl: 'http://ana:secret@127.0.0.1:1/v1' }),
			/^The base URL has a user name or a password in it\. Nothing was sent\.$/,
		],
		[
			'an address where nothing listens',
			() => ({ baseUrl: 'http://127.0.0.1:1/v1/' }),
			/^No answer from http:\/\/127\.0\.0\.1:1\/v1: nothing listens at the base URL\. If that is the sandbox, start it\..*container/,
		],
		[
			'a name that nobody knows',
			() => ({ baseUrl: 'https://letters.invalid/v1' }),
			/^No answer from https:\/\/letters\.invalid\/v1: the name in the base URL .*\. Check the base URL, and that the service runs/,
		],
	])('says what is wrong with %s', async (_what, changes, words) => {
		const verdict = await testCredential({ ...sandbox.credential, ...changes() });
		expect(verdict).toEqual({ status: 'Error', message: expect.stringMatching(words) as string });
		expect(verdict.message).not.toContain('secret');
	});

	it.each<[string, number, string, string, RegExp]>([
		['a status that has no words of its own', 503, 'text/html', '<h1>Later</h1>', /HTTP 503/],
		...[
			['the page of a captive portal', 'text/html', '<h1>Sign in to the network</h1>'],
			['an empty page', 'text/html', ''],
			['JSON of another app', 'application/json', '{"status":"ok"}'],
			['a JSON list', 'application/json', '[]'],
			['nothing in JSON', 'application/json', 'null'],
		].map(([what = '', type = '', body = '']): [string, number, string, string, RegExp] => [
			`${what}, answered 200, which is not the service`,
			200,
			type,
			body,
			/other than the service/,
		]),
	])('names %s', async (_what, status, type, body, words) => {
		const other = await startLocalServer((_request, response) => {
			response.writeHead(status, { 'Content-Type': type }).end(body);
		});
		const verdict = await testCredential({ ...sandbox.credential, baseUrl: `${other.origin}/v1` });
		await other.close();
		expect(verdict.status).toBe('Error');
		expect(verdict.message).toMatch(words);
	});

	it.each([301, 302, 303, 307, 308])(
		'keeps the API key when the server redirects (%i), and says that the service has moved',
		async (status) => {
			const keys: Array<string | undefined> = [];
			const elsewhere = await startLocalServer(({ headers }, response) => {
				keys.push(headers.authorization);
				response.setHeader('Content-Type', 'application/json').end('{"styles":[]}');
			});
			const moved = await startLocalServer((_request, response) => {
				response.writeHead(status, { Location: `${elsewhere.origin}/v1/styles` }).end();
			});
			const verdict = await testCredential({ ...sandbox.credential, baseUrl: `${moved.origin}/v1` });
			await Promise.all([elsewhere.close(), moved.close()]);
			expect(keys).toEqual([]);
			expect(verdict.status).toBe('Error');
			expect(verdict.message).toMatch(
				/redirects to another address, .* begins with http:\/\/ .* had the key unencrypted\.$/,
			);
		},
	);
});
