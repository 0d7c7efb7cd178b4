/**
 * Signs webhook deliveries (spec, Events: Webhook request headers). Written apart from the trigger
 * node's verifier on purpose: a mistake shared by both would pass every test.
 */
import { createHmac } from 'node:crypto';

/** Hex HMAC SHA-256 of `<timestamp>.<raw body>`; the timestamp is in Unix seconds. */
export function sign(secret: string, timestamp: number, rawBody: string | Buffer): string {
	return createHmac('sha256', secret)
		.update(`${String(timestamp)}.`)
		.update(rawBody)
		.digest('hex');
}
