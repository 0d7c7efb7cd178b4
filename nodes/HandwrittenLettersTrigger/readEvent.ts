/** Reads a genuine delivery's body into the item the workflow gets (spec, Events: Webhook body). */
import { createHash } from 'node:crypto';

import type { WebhookBody } from '../shared/contract';
import { webhookBodySchema } from '../shared/contract';

export type ReadEvent =
	| { body: WebhookBody; dedupeKey: string }
	| { body?: undefined; reason: string };

/** @param headerEvent value of the event header, which must name the same event as the body. */
export function readEvent(rawBody: Buffer, headerEvent: string): ReadEvent {
	let parsed: unknown;
	try {
		parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawBody));
	} catch {
		return { reason: 'the body is not valid JSON' };
	}
	const result = webhookBodySchema.safeParse(parsed);
	if (!result.success) {
		const fields = result.error.issues.map(({ path }) => path.join('.') || 'the body');
		return { reason: `missing or of the wrong type: ${fields.join(', ')}` };
	}
	const body = result.data;
	if (body.event !== headerEvent) return { reason: 'the header and the body name different events' };
	return { body, dedupeKey: dedupeKey(body) };
}

/** The interface has no event id; event, letter and instant together are one (hexadecimal SHA-256). */
export function dedupeKey({ event, data, occurred_at: occurredAt }: WebhookBody): string {
	return createHash('sha256').update(JSON.stringify([event, data.id, occurredAt])).digest('hex');
}
