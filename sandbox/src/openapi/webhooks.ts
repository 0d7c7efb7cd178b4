/** Every event in the document's `webhooks` section (spec, Events). */
import type { OpenAPIV3, OpenAPIV3_1 } from 'openapi-types';

import { CARD_EVENTS, DEFAULT_HEADER_PREFIX, EVENT_TABLE } from '../contract';
import { webhook } from './examples';

const header = (
	name: string,
	description: string,
	schema: OpenAPIV3.SchemaObject,
): OpenAPIV3_1.ParameterObject => ({ name, in: 'header', required: true, description, schema });

export const webhookHeaders = {
	WebhookSignature: header(
		`${DEFAULT_HEADER_PREFIX}-Signature`,
		'HMAC SHA-256, hex-encoded, of `<timestamp>.<raw body>` with the webhook secret. Compare it in ' +
			'constant time, over the raw body, before anything is parsed. The prefix of the three headers ' +
			'is a setting of the sandbox.',
		{ type: 'string', pattern: '^[0-9a-f]{64}$' },
	),
	WebhookTimestamp: header(
		`${DEFAULT_HEADER_PREFIX}-Timestamp`,
		'Unix timestamp in seconds, part of the signed string. Refuse what is too old or too new.',
		{ type: 'integer' },
	),
	WebhookEvent: header(`${DEFAULT_HEADER_PREFIX}-Event`, 'Event name, the same as in the body.', {
		type: 'string',
		enum: [...CARD_EVENTS],
	}),
} satisfies Record<string, OpenAPIV3_1.ParameterObject>;

function webhookOf({ name: event, meaning }: (typeof EVENT_TABLE)[number]): OpenAPIV3_1.PathItemObject {
	return {
		post: {
			operationId: event.replace('card.', 'card_'),
			summary: meaning,
			// The signature stands in for the API key.
			security: [],
			parameters: Object.keys(webhookHeaders).map((name) => ({
				$ref: `#/components/parameters/${name}`,
			})),
			requestBody: {
				required: true,
				content: {
					'application/json': {
						schema: {
							allOf: [
								{ $ref: '#/components/schemas/WebhookBody' },
								{ type: 'object', properties: { event: { const: event } } },
							],
						},
						example: webhook(event),
					},
				},
			},
			responses: {
				'2XX': { description: 'Stored or queued by the receiver. Anything else is delivered again.' },
			},
		},
	};
}

export const webhooks = Object.fromEntries(EVENT_TABLE.map((event) => [event.name, webhookOf(event)]));
