/** Makes webhook deliveries as the service would, or nearly. Signs by itself, apart from the sandbox. */
import { createHmac, randomUUID } from 'node:crypto';

import { DEFAULTS } from '../sandbox/src/defaults';
import type { RawRequest } from './rawRequest';

/** An event of a letter nobody has heard of. */
export function eventBody(changes: Record<string, unknown> = {}): Record<string, unknown> {
	return {
		event: 'card.delivered',
		data: { id: `crd_${randomUUID()}`, status: 'delivered', created_at: '2026-01-01T00:00:00Z' },
		occurred_at: '2026-01-02T00:00:00Z',
		...changes,
	};
}

export const unixNow = (): number => Math.floor(Date.now() / 1000);

export function sign(secret: string, timestamp: string, body: string | Buffer): string {
	return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
}

export interface DeliveryChanges {
	/** What is signed and, unless `sent` says otherwise, sent. */
	body?: string | Buffer;
	sent?: string | Buffer;
	secret?: string;
	timestamp?: string;
	/** What becomes of the signature after signing. */
	signature?: (signature: string) => string;
	event?: string;
	prefix?: string;
	/** What becomes of the headers after all. */
	headers?: (headers: RawRequest['headers']) => RawRequest['headers'];
	method?: string;
}

export function signedDelivery(changes: DeliveryChanges = {}): RawRequest {
	const {
		body = JSON.stringify(eventBody()),
		sent = body,
		secret = DEFAULTS.webhookSecret,
		timestamp = String(unixNow()),
		signature = (genuine) => genuine,
		event = eventOf(body),
		prefix = DEFAULTS.headerPrefix,
		headers = (all) => all,
		method = 'POST',
	} = changes;
	return {
		method,
		headers: headers([
			['Content-Type', 'application/json'],
			[`${prefix}-Signature`, signature(sign(secret, timestamp, body))],
			[`${prefix}-Timestamp`, timestamp],
			[`${prefix}-Event`, event],
		]),
		body: Buffer.from(sent),
	};
}

function eventOf(body: string | Buffer): string {
	try {
		const { event } = JSON.parse(String(body)) as { event?: unknown };
		return typeof event === 'string' ? event : 'card.delivered';
	} catch {
		return 'card.delivered';
	}
}
