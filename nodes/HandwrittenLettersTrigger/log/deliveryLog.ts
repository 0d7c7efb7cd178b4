/** What n8n's log gets of a delivery: never a secret or a signature, and a letter only when it is genuine. */
import type { IWebhookFunctions } from 'n8n-workflow';

import type { WebhookBody } from '../../contract/contract';
import { CARD_EVENTS } from '../../contract/contract';
import { RejectionLog } from './rejectionLog';

const NODE = 'Handwritten Letters Trigger';

const rejections = new RejectionLog();

/** In a test each one: who waits for it looks there. */
export function logRejected(context: IWebhookFunctions, reason: string): void {
	const trigger = `${context.getWorkflow().id ?? ''}/${context.getNode().id}`;
	const line = context.getMode() === 'manual' ? reason : rejections.line(trigger, reason);
	if (line !== undefined) context.logger.warn(`${NODE} rejected a delivery: ${line}`);
}

/** The event and its letter: on one line, whatever they hold. */
function named({ event, data }: WebhookBody): string {
	return `${JSON.stringify(event)} of the letter ${JSON.stringify(data.id)}`;
}

export function logRepeated(context: IWebhookFunctions, body: WebhookBody): void {
	context.logger.info(
		`${NODE} ignored ${named(body)}. The event has already started an execution. To process it again, retry that execution, or switch off Ignore Repeated Events and have the event delivered again.`,
	);
}

export function logUnselected(context: IWebhookFunctions, body: WebhookBody): void {
	const ignored = `${NODE} ignored ${named(body)}.`;
	const known: readonly string[] = CARD_EVENTS;
	if (known.includes(body.event)) context.logger.info(`${ignored} The trigger does not select this event.`);
	else {
		context.logger.warn(
			`${ignored} This version of the trigger does not know this event: look for an update of n8n-nodes-handwritten-letters.`,
		);
	}
}

/** n8n has answered it with an error. */
export function logUnbegun(context: IWebhookFunctions, body: WebhookBody): void {
	context.logger.error(
		`${NODE}: n8n has not begun the execution of ${named(body)}. The delivery was answered with 503. The executions list shows the reason, for example a missing parameter or credential of another node. Correct the workflow: the next delivery of the event then starts it.`,
	);
}
