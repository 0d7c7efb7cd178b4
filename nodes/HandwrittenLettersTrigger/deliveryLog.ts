/** What n8n's log gets of a delivery: never a secret or a signature, and a letter only when it is genuine. */
import type { IWebhookFunctions } from 'n8n-workflow';

import type { WebhookBody } from '../contract/contract';
import { CARD_EVENTS } from '../contract/contract';
import { escapeHidden } from '../contract/visibleText';
import { shorten } from '../words/excerpt';

const ONE_LINE_MS = 60_000;

interface Written {
	at: number;
	/** Of the same kind since then. */
	more: number;
}

/**
 * What may come in a flood, such as rejected deliveries: the first line of each kind in full, then one
 * a minute with the number of those between. A line for each would be gigabytes a day.
 */
export class CountedLines {
	/** By kind: numbers in it are the sender's choice. */
	private readonly written = new Map<string, Written>();

	constructor(private readonly clock = () => Date.now()) {}

	/** What to log; undefined when it is only counted. */
	line(given: string, text: string): string | undefined {
		const kind = given.replace(/\d+/g, '0');
		const last = this.written.get(kind);
		const now = this.clock();
		// Also after a clock was set back.
		if (last && Math.abs(now - last.at) < ONE_LINE_MS) {
			last.more += 1;
			return undefined;
		}
		this.written.set(kind, { at: now, more: 0 });
		if (!last?.more) return text;
		return `${text} (and ${last.more} more like it since ${new Date(last.at).toISOString()})`;
	}
}

const NODE = 'Handwritten Letters Trigger';

const lines = new CountedLines();

/** Where a line says why, those that say the same are one kind. In a test each one: who waits for it looks there. */
function logCounted(
	context: IWebhookFunctions,
	level: 'info' | 'warn' | 'error',
	text: string,
	kind = text,
): void {
	const trigger = `${context.getWorkflow().id ?? ''}/${context.getNode().id}`;
	const line = context.getMode() === 'manual' ? text : lines.line(`${trigger} ${kind}`, text);
	if (line !== undefined) context.logger[level](escapeHidden(line));
}

export function logRejected(context: IWebhookFunctions, reason: string): void {
	logCounted(context, 'warn', `${NODE} rejected a delivery: ${reason}`);
}

export function logUnusable(context: IWebhookFunctions, reason: string): void {
	logCounted(context, 'warn', `${NODE} could not use a delivery: ${reason}`);
}

/** @param fault of the trigger itself */
export function logUntaken(context: IWebhookFunctions, fault: string): void {
	logCounted(context, 'error', `${NODE} could not take a delivery: ${fault}`);
}

const LONGEST_NAME = 100;

/** The event and its letter: on one line, whatever they hold. */
function named({ event, data }: WebhookBody): string {
	return `"${shorten(event, LONGEST_NAME)}" of the letter "${shorten(data.id, LONGEST_NAME)}"`;
}

export function logRepeated(context: IWebhookFunctions, body: WebhookBody): void {
	const text = `${NODE} ignored ${named(body)}. The event has already started an execution. To process it again, retry that execution, or switch off Ignore Repeated Events and have the event delivered again.`;
	logCounted(context, 'info', text, 'repeated');
}

export function logUnselected(context: IWebhookFunctions, body: WebhookBody): void {
	const ignored = `${NODE} ignored ${named(body)}.`;
	const known: readonly string[] = CARD_EVENTS;
	if (known.includes(body.event)) {
		logCounted(context, 'info', `${ignored} The trigger does not select this event.`, 'not selected');
		return;
	}
	const text = `${ignored} This version of the trigger does not know this event: look for an update of n8n-nodes-handwritten-letters.`;
	logCounted(context, 'warn', text, 'not known');
}

/** n8n has answered it with an error. Each one: its event is to be delivered again. */
export function logUnbegun(context: IWebhookFunctions, body: WebhookBody): void {
	context.logger.error(
		`${NODE}: n8n has not begun the execution of ${named(body)}. The delivery was answered with 503. The executions list shows the reason, for example a missing parameter or credential of another node. Correct the workflow: the next delivery of the event then starts it.`,
	);
}
