/** What n8n shows when somebody tests or saves the credential: one call that orders nothing. */
import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { asText } from '../../n8n/account';
import { baseUrlFault, isThisComputer, trimBaseUrl, warnOfUnencrypted } from '../../n8n/baseUrl';
import { readConnectionError } from './attempt/connectionErrors';

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
	{ helpers }: ICredentialTestFunctions,
	{ apiKey, baseUrl: given }: ICredentialDataDecryptedObject,
): Promise<string | undefined> {
	const baseUrl = trimBaseUrl(asText(given));
	const fault = baseUrlFault(baseUrl);
	if (fault !== undefined) return `The base URL ${fault}. Nothing was sent.`;
	const [warning] = warnOfUnencrypted(baseUrl);
	if (warning !== undefined)
		return `Nothing was sent. ${warning}. Use https://. If the host is in your own network, you can keep it: the nodes order all the same.`;
	try {
		// n8n gives a credential's test no other helper.
		const answer: unknown = await helpers.request({
			method: 'GET',
			uri: `${baseUrl}/styles`,
			headers: { Accept: 'application/json', Authorization: `Bearer ${asText(apiKey)}` },
			json: true,
			// A redirect would carry the key to any host.
			followRedirect: false,
			simple: false,
			resolveWithFullResponse: true,
			timeout: MOST_MS,
		});
		return explainAnswer(answer as Answer);
	} catch (error) {
		return explainSilence(baseUrl, error as Error);
	}
}

interface Answer {
	statusCode: number;
	body?: { styles?: unknown } | string | null;
}

function explainAnswer({ statusCode: status, body }: Answer): string | undefined {
	if (status >= 300 && status < 400)
		return 'The server at this base URL redirects to another address, and the key was not sent there. If the service has moved, ask its support for the new base URL and enter it here. An address that begins with http:// often redirects to https://; this server then had the key unencrypted.';
	if (status === 401)
		return 'The service rejected the API key. Check that it is complete, not revoked, and that it belongs to the service at this base URL.';
	if (status === 404)
		return 'The server does not know this base URL (404). It must end in the version, for example https://example.com/v1.';
	if (status >= 400)
		return `The server at this base URL answered with HTTP ${status}. Check the base URL, or try again later.`;
	// The page of a captive portal or of another app is answered 200 as well.
	return typeof body === 'object' && Array.isArray(body?.styles)
		? undefined
		: 'Something other than the service answers at this base URL, such as a login page. The URL must end in the version, for example https://example.com/v1.';
}

function explainSilence(baseUrl: string, error: Error): string {
	const why = readConnectionError(error)?.words ?? error.message;
	const advice = isThisComputer(baseUrl)
		? 'If that is the sandbox, start it. If n8n runs in a container, this address is the container itself: see "From a container" in the README of the sandbox.'
		: 'Check the base URL, and that the service runs and n8n can reach it.';
	return `No answer from ${baseUrl}: ${why}. ${advice}`;
}
