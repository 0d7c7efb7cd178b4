/** What n8n shows when somebody tests or saves the credential: one call that orders nothing. */
import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IN8nHttpFullResponse,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { asText, baseUrlFault, isThisComputer, trimBaseUrl, warnOfUnencrypted } from '../../n8n/account';
import { entriesOf, listRequest } from '../service/catalog';
import type { Transport } from '../service/exchange';
import type { Result } from '../service/result';
import { isAnswered } from '../service/result';
import { ServiceClient } from '../service/serviceClient';

/** A person waits for it. */
const MOST_MS = 15_000;

export async function testCredential(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const fault = await findFault(this, data);
	return fault === undefined
		? { status: 'OK', message: 'The service accepted the API key.' }
		: { status: 'Error', message: fault };
}

/** Neither other credentials than the key may be sent, nor the key where anybody can read it. */
async function findFault(
	context: ICredentialTestFunctions,
	data: ICredentialDataDecryptedObject,
): Promise<string | undefined> {
	const apiKey = asText(data.apiKey);
	const baseUrl = trimBaseUrl(asText(data.baseUrl));
	const fault = baseUrlFault(baseUrl);
	if (fault !== undefined) return `The base URL ${fault}. Nothing was sent.`;
	const [warning] = warnOfUnencrypted(baseUrl);
	if (warning !== undefined)
		return `Nothing was sent. ${warning}. Use https://. If the host is in your own network, you can keep it: the nodes order all the same.`;
	// A test waits for no run of the account.
	const account = { credential: { apiKey, baseUrl }, baseUrl, hash: baseUrl, id: baseUrl };
	const options = { deadlineMs: MOST_MS, timeoutMs: MOST_MS, maxInFlight: 1 };
	const means = { transport: transportOf(context, apiKey) };
	const client = new ServiceClient(account, options, means);
	return explain(baseUrl, await client.send(listRequest('styles'), undefined, true));
}

/** n8n gives a credential's test no other helper. */
function transportOf({ helpers }: ICredentialTestFunctions, apiKey: string): Transport {
	return async ({ method, url, headers, timeout }) => {
		const response = (await helpers.request({
			method,
			uri: url,
			headers: { ...headers, Authorization: `Bearer ${apiKey}` },
			json: true,
			// A redirect would carry the key to any host.
			followRedirect: false,
			simple: false,
			resolveWithFullResponse: true,
			timeout,
		})) as IN8nHttpFullResponse;
		const { body = '' } = response;
		return { ...response, body: typeof body === 'string' ? body : JSON.stringify(body) };
	};
}

function explain(baseUrl: string, result: Result): string | undefined {
	if (isAnswered(result)) {
		// The page of a captive portal or of another app is answered 200 as well.
		return entriesOf('styles', result.body) === undefined
			? 'Something other than the service answers at this base URL, such as a login page. The URL must end in the version, for example https://example.com/v1.'
			: undefined;
	}
	const { status, connection, thrown, proxy } = result.failure ?? {};
	if (status === undefined) {
		const why =
			proxy === undefined ? (connection ?? thrown?.message ?? '') : `the proxy ${proxy} does not answer`;
		return `No answer from ${baseUrl}: ${why}. ${adviseSilence(baseUrl, proxy)}`;
	}
	if (status >= 300 && status < 400)
		return 'The server at this base URL redirects to another address, and the key was not sent there. If the service has moved, ask its support for the new base URL and enter it here. An address that begins with http:// often redirects to https://; this server then had the key unencrypted.';
	if (status === 401)
		return 'The service rejected the API key. Check that it is complete, not revoked, and that it belongs to the service at this base URL.';
	if (status === 404)
		return 'The server does not know this base URL (404). It must end in the version, for example https://example.com/v1.';
	return `The server at this base URL answered with HTTP ${status}. Check the base URL, or try again later.`;
}

function adviseSilence(baseUrl: string, proxy?: string): string {
	if (proxy !== undefined)
		return 'n8n has it set (HTTP_PROXY or HTTPS_PROXY). Check that it runs, or add the host of the base URL to NO_PROXY and restart n8n.';
	return isThisComputer(baseUrl)
		? 'If that is the sandbox, start it. If n8n runs in a container, this address is the container itself: see "From a container" in the README of the sandbox.'
		: 'Check the base URL, and that the service runs and n8n can reach it.';
}
