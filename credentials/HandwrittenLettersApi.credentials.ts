import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { DEFAULT_HEADER_PREFIX, SANDBOX_PORT } from '../nodes/contract/vocabulary';

export class HandwrittenLettersApi implements ICredentialType {
	name = 'handwrittenLettersApi';

	displayName = 'Handwritten Letters API';

	documentationUrl =
		'https://github.com/n8n-nodes-handwritten-letters/n8n-nodes-handwritten-letters/blob/main/docs/fields.md#credential';

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
			description: `Address of the API, including its version. For the local sandbox: http://127.0.0.1:${SANDBOX_PORT}/v1.`,
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
		const authorization = `Bearer ${credentials.apiKey as string}`;
		return await Promise.resolve({
			...requestOptions,
			headers: { ...requestOptions.headers, Authorization: authorization },
		});
	}
}
