import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { DEFAULT_HEADER_PREFIX } from '../nodes/shared/vocabulary';

export class HandwrittenLettersApi implements ICredentialType {
	name = 'handwrittenLettersApi';

	displayName = 'Handwritten Letters API';

	documentationUrl =
		'https://github.com/n8n-nodes-handwritten-letters/n8n-nodes-handwritten-letters#credentials';

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
			description: 'Bearer key of the account, obtained from the operator of the service',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://example.com/v1',
			description:
				'Address of the service, ending in the version. The local sandbox listens at http://127.0.0.1:5388/v1.',
		},
		{
			displayName: 'Webhook Secret',
			name: 'webhookSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'Secret the service signs its events with. Needed by the trigger alone.',
		},
		{
			displayName: 'Previous Webhook Secret',
			name: 'previousWebhookSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'Still accepted while the secret is being changed; empty it afterwards',
		},
		{
			displayName: 'Header Prefix',
			name: 'headerPrefix',
			type: 'string',
			default: DEFAULT_HEADER_PREFIX,
			description: 'Beginning of the names of the event headers, without -Signature, -Timestamp and -Event',
		},
	];

	/** A function: n8n would evaluate a template in its expression engine, once for every request. */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const authorization = `Bearer ${credentials.apiKey as string}`;
		return await Promise.resolve({
			...requestOptions,
			headers: { ...requestOptions.headers, Authorization: authorization },
		});
	}

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{$credentials.baseUrl.replace(new RegExp("/+$"), "")}}',
			url: '/styles',
			headers: { Accept: 'application/json' },
		},
		rules: [
			{
				type: 'responseCode',
				properties: {
					value: 401,
					message:
						'The service refused the API key. Check that it is complete, not revoked, and of the environment the base URL belongs to.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 404,
					message:
						'Nothing answers at this base URL. It must end in the version, for example https://example.com/v1.',
				},
			},
			{
				// The page of a captive portal or of another app is answered 200 as well.
				type: 'responseSuccessBody',
				properties: {
					key: 'styles.length',
					value: undefined,
					message:
						'What answers at this base URL is not the service. It must end in the version, for example https://example.com/v1, and no login page may stand before it.',
				},
			},
		] as ICredentialTestRequest['rules'],
	};
}
