import type {
	IDataObject,
	IHookFunctions,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { NodeConnectionTypes, NodeOperationError } from 'n8n-workflow';

import { CARD_EVENTS } from '../shared/contract';
import { CREDENTIAL } from '../shared/transport';
import { properties } from './properties';
import { readEvent } from './readEvent';
import { verifySignature } from './verifySignature';

interface Secrets {
	webhookSecret?: string;
	previousWebhookSecret?: string;
	headerPrefix?: string;
}

export class HandwrittenLettersTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Handwritten Letters Trigger',
		name: 'handwrittenLettersTrigger',
		icon: { light: 'file:../../icons/handwrittenLetters.svg', dark: 'file:../../icons/handwrittenLetters.dark.svg' },
		group: ['trigger'],
		// Above 1, and plain values in the webhook: n8n then receives without an expression isolate.
		version: 2,
		subtitle: '={{$parameter["events"].join(", ")}}',
		description: 'Start a workflow when a handwritten letter is written, shipped, delivered or returned',
		defaults: { name: 'Handwritten Letters Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: CREDENTIAL, required: true }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				responseData: 'noData',
				path: 'webhook',
			},
		],
		properties,
	};

	webhookMethods = {
		default: {
			// The interface has no registration call: the user hands the URL to the operator.
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await Promise.resolve(false);
			},

			async create(this: IHookFunctions): Promise<boolean> {
				const { webhookSecret } = await this.getCredentials<Secrets>(CREDENTIAL);
				if (webhookSecret) return true;
				// All in the message: n8n shows nothing else of a failed activation.
				throw new NodeOperationError(
					this.getNode(),
					'The credential has no webhook secret. Without it a forged event could not be told from a real one, so the trigger does not start: set the webhook secret in the Handwritten Letters API credential.',
				);
			},

			async delete(this: IHookFunctions): Promise<boolean> {
				return await Promise.resolve(true);
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const answer = (status: number, body: IDataObject): IWebhookResponseData => {
			this.getResponseObject().status(status).json(body);
			return { noWebhookResponse: true };
		};
		// Must never throw: n8n would record an execution and show a stack trace to the sender.
		try {
			const request = this.getRequestObject();
			if (!Buffer.isBuffer(request.rawBody)) await request.readRawBody();
			const rawBody = Buffer.isBuffer(request.rawBody) ? request.rawBody : Buffer.alloc(0);
			const credential = await this.getCredentials<Secrets>(CREDENTIAL);
			const options = this.getNodeParameter('options', {}) as { tolerance?: number };
			const verdict = verifySignature(
				{ rawHeaders: request.rawHeaders, rawBody },
				{
					headerPrefix: credential.headerPrefix || 'X-Service',
					secrets: [credential.webhookSecret ?? '', credential.previousWebhookSecret ?? ''],
					toleranceSeconds: options.tolerance ?? 300,
					now: Date.now(),
				},
			);
			if (!verdict.genuine) {
				this.logger.warn(`Handwritten Letters Trigger refused a delivery: ${verdict.reason}`);
				return answer(401, { error: 'unauthorized' });
			}

			const event = readEvent(rawBody, verdict.event);
			if (event.body === undefined) {
				this.logger.warn(`Handwritten Letters Trigger could not use a delivery: ${event.reason}`);
				return answer(400, { error: event.reason });
			}
			const wanted = this.getNodeParameter('events', []) as string[];
			const selected = wanted.includes('*') ? (CARD_EVENTS as readonly string[]) : wanted;
			if (!selected.includes(event.body.event)) return answer(200, { received: true, ignored: true });

			return { workflowData: [[{ json: { ...(event.body as IDataObject), dedupe_key: event.dedupeKey } }]] };
		} catch (error) {
			this.logger.error('Handwritten Letters Trigger could not check a delivery', { error });
			return answer(503, { error: 'unavailable' });
		}
	}
}
