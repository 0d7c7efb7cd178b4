/** The five webhooks as the document's `webhooks` section (spec, Events). */
import type { OpenAPIV3, OpenAPIV3_1 } from 'openapi-types';
import { CARD_EVENTS, type CardEventName } from '../../nodes/shared/contract';
import { webhook } from './examples';

const MEANING: Record<CardEventName, string> = {
	'card.created': 'Card received and placed in the operational queue',
	'card.written': 'Writing complete; ready for posting',
	'card.shipped': 'Posted to the carrier; may carry a tracking code',
	'card.delivered': 'Delivery confirmed',
	'card.returned': 'Returned for address problem or recipient absence',
};

const header = (
	name: string,
	description: string,
	schema: OpenAPIV3.SchemaObject,
): OpenAPIV3_1.ParameterObject => ({ name, in: 'header', required: true, description, schema });

export const webhookHeaders = {
	WebhookSignature: header(
		'X-Service-Signature',
		'HMAC SHA-256, hex-encoded, of `<timestamp>.<raw body>` with the webhook secret. Compare it in ' +
			'constant time, over the raw body, before anything is parsed. The prefix of the three headers ' +
			'is a setting of the sandbox.',
		{ type: 'string', pattern: '^[0-9a-f]{64}$' },
	),
	WebhookTimestamp: header(
		'X-Service-Timestamp',
		'Unix timestamp in seconds, part of the signed string. Refuse what is too old or too new.',
		{ type: 'integer' },
	),
	WebhookEvent: header('X-Service-Event', 'Event name, the same as in the body.', {
		type: 'string',
		enum: [...CARD_EVENTS],
	}),
} satisfies Record<string, OpenAPIV3_1.ParameterObject>;

function webhookOf(event: CardEventName): OpenAPIV3_1.PathItemObject {
	return {
		post: {
			operationId: event.replace('card.', 'card_'),
			summary: MEANING[event],
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

export const webhooks = Object.fromEntries(CARD_EVENTS.map((event) => [event, webhookOf(event)]));
