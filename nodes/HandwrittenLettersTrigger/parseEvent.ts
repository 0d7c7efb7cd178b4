/** Reads a genuine delivery's body into the item the workflow gets (spec, Events: Webhook body). */
import { createHash } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import type { WebhookBody } from '../contract/contract';
import { DEEPEST_NESTING, webhookBodySchema } from '../contract/contract';
import { isDeeperThan } from '../contract/json';

export type ParsedEvent =
	{ body: IDataObject & WebhookBody; dedupeKey: string } | { body?: undefined; reason: string };

/** Refuses bytes that are no UTF-8. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** @param headerEvent value of the event header, which must name the same event as the body. */
export function parseEvent(rawBody: Buffer, headerEvent: string): ParsedEvent {
	let parsed: unknown;
	try {
		parsed = JSON.parse(utf8.decode(rawBody));
	} catch {
		return { reason: 'the body is not valid JSON' };
	}
	if (isDeeperThan(parsed, DEEPEST_NESTING)) return { reason: 'the body is nested too deeply' };
	makePlain(parsed);
	const result = webhookBodySchema.safeParse(parsed);
	if (!result.success) {
		const fields = result.error.issues.map(({ path }) => path.join('.') || 'the body');
		return { reason: `missing or of the wrong type: ${fields.join(', ')}` };
	}
	// As delivered, not as the schema rebuilt it.
	const body = parsed as IDataObject & WebhookBody;
	if (body.event !== headerEvent) return { reason: 'the header and the body name different events' };
	return { body, dedupeKey: dedupeKey(body) };
}

/** Removes what would change an object's prototype when copied. */
function makePlain(value: unknown): void {
	if (typeof value !== 'object' || value === null) return;
	Reflect.deleteProperty(value, '__proto__');
	Object.values(value).forEach(makePlain);
}

/** The interface has no event id; event, letter and instant together are one (hexadecimal SHA-256). */
export function dedupeKey({ event, data, occurred_at: occurredAt }: WebhookBody): string {
	return createHash('sha256')
		.update(JSON.stringify([event, data.id, occurredAt]))
		.digest('hex');
}
