/** Signatures of webhooks, for tests of a receiver: made as the service makes them, and checked. */
import { timingSafeEqual } from 'node:crypto';

import { DEFAULTS } from '../defaults';
import { sign as hmac } from '../webhooks/signature';

export interface Signed {
	secret: string;
	/** The exact text or bytes that are sent. */
	body: string | Uint8Array;
	/** `X-Service` unless given. */
	headerPrefix?: string;
}

export interface ToSign extends Signed {
	event: string;
	/** Unix seconds; now unless given. */
	timestamp?: number;
}

export interface ToVerify extends Signed {
	/** As Node or fetch gives them. */
	headers: Record<string, string | string[] | undefined> | { get(name: string): string | null };
	/** How far the timestamp may be off, either way; 300 unless given. */
	toleranceSeconds?: number;
	/** Unix seconds; the present unless given. */
	now?: number;
}

export interface Signature {
	/** The headers of a webhook with this body. */
	sign(given: ToSign): Record<string, string>;
	/** Null if the signature is right and fresh, else what is wrong with it. */
	verify(given: ToVerify): string | null;
}

const TOLERANCE_SECONDS = 300;
const present = (): number => Math.floor(Date.now() / 1000);

function headerOf(headers: ToVerify['headers'], name: string): string {
	if (typeof headers.get === 'function') return headers.get(name) ?? '';
	const entries = Object.entries(headers as Record<string, string | string[] | undefined>);
	return String(entries.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1] ?? '');
}

function verify({ secret, body, headers, headerPrefix, toleranceSeconds, now }: ToVerify): string | null {
	const prefix = headerPrefix ?? DEFAULTS.headerPrefix;
	const [signature, timestamp] = ['Signature', 'Timestamp'].map((name) =>
		headerOf(headers, `${prefix}-${name}`),
	);
	if (!signature || !timestamp) return `${prefix}-Signature or ${prefix}-Timestamp is missing`;
	if (!/^\d+$/.test(timestamp)) return `${prefix}-Timestamp must be Unix seconds, but is "${timestamp}"`;
	const [expected, given] = [
		Buffer.from(hmac(secret, Number(timestamp), Buffer.from(body))),
		Buffer.from(signature),
	];
	if (expected.length !== given.length || !timingSafeEqual(expected, given)) {
		return 'The signature does not match: another secret, or the body was changed or parsed before';
	}
	const age = (now ?? present()) - Number(timestamp);
	const tolerance = toleranceSeconds ?? TOLERANCE_SECONDS;
	return Math.abs(age) <= tolerance
		? null
		: `The timestamp is ${Math.abs(age)} seconds off, more than ${tolerance}`;
}

export const signature: Signature = {
	sign({ secret, body, event, timestamp = present(), headerPrefix = DEFAULTS.headerPrefix }) {
		return {
			[`${headerPrefix}-Signature`]: hmac(secret, timestamp, Buffer.from(body)),
			[`${headerPrefix}-Timestamp`]: String(timestamp),
			[`${headerPrefix}-Event`]: event,
		};
	},
	verify,
};
