import type {
	IExecuteFunctions,
	IHookFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { CREDENTIAL } from '../n8n/account';
import { nodeHint } from '../n8n/builderHints';
import { EVENT_SHAPE, outputsExpression, selectionFault } from './events';
import { passOn } from './passOn';
import { activationMessage, eventTriggerDescription, hints, properties, triggerPanel } from './properties';
import { receive } from './receive';
import type { Secrets } from './secrets';
import { PREVIOUS_SECRET_ACCEPTED, secretFault } from './secrets';
import { seenEventsOf } from './seenEvents';

export class HandwrittenLettersTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Handwritten Letters Trigger',
		name: 'handwrittenLettersTrigger',
		icon: {
			light: 'file:../../icons/handwrittenLetters.svg',
			dark: 'file:../../icons/handwrittenLetters.dark.svg',
		},
		group: ['trigger'],
		// Above 1, and plain values in the webhook: under lazy acquisition n8n then receives without an
		// expression isolate.
		version: 2,
		subtitle:
			'={{ $parameter["events"].includes("*") ? "All events" : $parameter["events"].map((event) => event.replace("card.", "")).join(", ") }}',
		// Speaks for both nodes: n8n lists them as one, with the description of the trigger.
		description:
			'Send handwritten letters, and start a workflow when one is written, shipped, delivered or returned',
		defaults: { name: 'Handwritten Letters Trigger' },
		inputs: [],
		outputs: outputsExpression,
		credentials: [{ name: CREDENTIAL, required: true }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				// Answered by the execution, once it has begun.
				responseMode: 'responseNode',
				path: 'webhook',
			},
		],
		triggerPanel,
		eventTriggerDescription,
		activationMessage,
		hints,
		properties,
		builderHint: nodeHint(
			'Verifies the signature of every event and ignores repeated deliveries: add no Webhook, Crypto or Respond to Webhook node. An event carries data.id, data.status, data.external_id and data.metadata of the letter, but neither name nor address nor email: when ordering, store what is needed later under the external_id, for example in a data table, and look it up here.',
			[{ content: EVENT_SHAPE }],
		),
	};

	webhookMethods = {
		default: {
			// The interface has no registration call: the user hands the URL to the letter service.
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await Promise.resolve(false);
			},

			async create(this: IHookFunctions): Promise<boolean> {
				const secrets = await this.getCredentials<Secrets>(CREDENTIAL);
				const fault = secretFault(secrets) ?? selectionFault(this.getNodeParameter('events'));
				if (fault !== undefined) throw new NodeOperationError(this.getNode(), fault);
				if (secrets.previousWebhookSecret) this.logger.warn(PREVIOUS_SECRET_ACCEPTED);
				return true;
			},

			async delete(this: IHookFunctions): Promise<boolean> {
				return await Promise.resolve(true);
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await passOn(this, seenEventsOf(this));
	}
}
