import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { DEFAULT_HEADER_PREFIX, SANDBOX_PORT } from '../nodes/contract/vocabulary';
import { baseUrlFault, warnOfUnencrypted } from '../nodes/n8n/baseUrl';

/** The test must neither send other credentials than the key, nor the key where anybody can read it. */
function refuseToTest(baseUrl: string): void {
	const [warning] = warnOfUnencrypted(baseUrl);
	const fault = baseUrlFault(baseUrl);
	if (fault !== undefined) throw new Error(`The base URL ${fault}. Nothing was sent.`);
	if (warning === undefined) return;
	throw new Error(
		`Nothing was sent. ${warning}. Use https://. If the host is in your own network, you can keep it: the nodes order all the same.`,
	);
}

const REDIRECTS = [301, 302, 303, 307, 308];

export class HandwrittenLettersApi implements ICredentialType {
	name = 'handwrittenLettersApi';

	displayName = 'Handwritten Letters API';

	documentationUrl =
		'https://github.com/n8n-nodes-handwritten-letters/n8n-nodes-handwritten-letters#send-your-first-letter';

	icon: Icon = {
		light: 'file:../icons/handwrittenLetters.svg',
		dark: 'file:../icons/handwrittenLetters.dark.svg',
	};

	properties: INodeProperties[] = [
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'The key that the service gave you for this account',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://example.com/v1',
			description: `Address of the API, including its version. For the local sandbox: http://127.0.0.1:${SANDBOX_PORT}/v1. If the test shows ENOTFOUND, the host name is wrong; with ECONNREFUSED or ETIMEDOUT, nothing answers at that address.`,
		},
		{
			displayName: 'Webhook Secret',
			name: 'webhookSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'The secret the service signs its events with. Only the trigger needs it.',
		},
		{
			displayName: 'Previous Webhook Secret',
			name: 'previousWebhookSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'Fill it in while you change the webhook secret: events signed with it are still accepted. Clear it afterwards.',
		},
		{
			displayName: 'Header Prefix',
			name: 'headerPrefix',
			type: 'string',
			default: DEFAULT_HEADER_PREFIX,
			description: `The first part of the names of the event headers. ${DEFAULT_HEADER_PREFIX} stands for ${DEFAULT_HEADER_PREFIX}-Signature, ${DEFAULT_HEADER_PREFIX}-Timestamp and ${DEFAULT_HEADER_PREFIX}-Event.`,
		},
	];

	/** A function, also because n8n would evaluate a template in its expression engine, once for every request. */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		// Nodes name their whole address, and refuse by themselves; the test names the base URL apart.
		if (requestOptions.baseURL !== undefined) refuseToTest(requestOptions.baseURL);
		const authorization = `Bearer ${credentials.apiKey as string}`;
		return await Promise.resolve({
			...requestOptions,
			headers: { ...requestOptions.headers, Authorization: authorization },
		});
	}

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{$credentials.baseUrl.trim().replace(new RegExp("/+$"), "")}}',
			url: '/styles',
			headers: { Accept: 'application/json' },
			// A redirect would carry the key to any host.
			disableFollowRedirect: true,
		},
		rules: [
			...REDIRECTS.map((value) => ({
				type: 'responseCode' as const,
				properties: {
					value,
					message:
						'The server at this base URL redirects to another address, and the key was not sent there. If the service has moved, ask its support for the new base URL and enter it here. An address that begins with http:// often redirects to https://; this server then had the key unencrypted.',
				},
			})),
			{
				type: 'responseCode',
				properties: {
					value: 401,
					message:
						'The service rejected the API key. Check that it is complete, not revoked, and that it belongs to the service at this base URL.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 404,
					message:
						'The server does not know this base URL (404). It must end in the version, for example https://example.com/v1.',
				},
			},
			{
				// The page of a captive portal or of another app is answered 200 as well.
				type: 'responseSuccessBody',
				properties: {
					key: 'styles.length',
					value: undefined,
					message:
						'Something other than the service answers at this base URL, such as a login page. The URL must end in the version, for example https://example.com/v1.',
				},
			},
		] as ICredentialTestRequest['rules'],
	};
}
