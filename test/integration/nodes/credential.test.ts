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

	it('succeeds with the right key, also with a slash or white space around the base URL', async () => {
		const { credential } = sandbox;
		expect(await testCredential(credential)).toMatchObject({ status: 'OK' });
		for (const baseUrl of [`${credential.baseUrl}/`, ` ${credential.baseUrl} `]) {
			expect(await testCredential({ ...credential, baseUrl })).toMatchObject({ status: 'OK' });
		}
	});

	it('says that the service rejected a wrong key', async () => {
		const verdict = await testCredential({ ...sandbox.credential, apiKey: 'not_a_key' });
		expect(verdict.status).toBe('Error');
		expect(verdict.message).toMatch(/rejected the API key/);
	});

	it('says that the base URL must end in the version', async () => {
		const verdict = await testCredential({ ...sandbox.credential, baseUrl: sandbox.origin });
		expect(verdict.status).toBe('Error');
		expect(verdict.message).toMatch(/must end in the version/);
	});

	it.each([
		['http://letters.invalid/v1', /^Nothing was sent\. The base URL begins with http:.* unencrypted/],
		[
			'http://ana:secret@127.0.0.1:1/v1',
			/^The base URL has a user name or a password in it\. Nothing was sent\.$/,
		],
	])('sends nothing to %s, and says why', async (baseUrl, words) => {
		const verdict = await testCredential({ ...sandbox.credential, baseUrl });
		expect(verdict.status).toBe('Error');
		expect(verdict.message).toMatch(words);
		expect(verdict.message).not.toContain('secret');
	});

	it.each([
		[
			'http://127.0.0.1:1/v1/',
			/^No answer from http:\/\/127\.0\.0\.1:1\/v1: nothing listens at the base URL\. If that is the sandbox, start it\..*container/,
		],
		[
			'https://letters.invalid/v1',
			/^No answer from https:\/\/letters\.invalid\/v1: the name in the base URL .*\. Check the base URL, and that the service runs/,
		],
	])('says of %s where it looked, and what to do', async (baseUrl, words) => {
		const verdict = await testCredential({ ...sandbox.credential, baseUrl });
		expect(verdict).toEqual({ status: 'Error', message: expect.stringMatching(words) as string });
	});

	it('names a status that has no words of its own', async () => {
		const busy = await startLocalServer((_request, response) => {
			response.writeHead(503).end('<h1>Later</h1>');
		});
		const verdict = await testCredential({ ...sandbox.credential, baseUrl: `${busy.origin}/v1` });
		await busy.close();
		expect(verdict).toMatchObject({
			status: 'Error',
			message: expect.stringContaining('HTTP 503') as string,
		});
	});

	it.each([
		['the page of a captive portal', 'text/html', '<h1>Sign in to the network</h1>'],
		['an empty page', 'text/html', ''],
		['JSON of another app', 'application/json', '{"status":"ok"}'],
		['a JSON list', 'application/json', '[]'],
		['nothing in JSON', 'application/json', 'null'],
	])('does not take %s, answered 200, for the service', async (_, type, body) => {
		const other = await startLocalServer((_request, response) => {
			response.setHeader('Content-Type', type).end(body);
		});
		const verdict = await testCredential({ ...sandbox.credential, baseUrl: `${other.origin}/v1` });
		await other.close();
		expect(verdict.status).toBe('Error');
		expect(verdict.message).toMatch(/other than the service/);
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
