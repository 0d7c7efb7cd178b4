/**
 * Decides whether a delivery comes from the service (spec, Events: Webhook request headers and
 * Receiver rules 1 and 2). Pure: bytes, headers, secrets and clock come in; nothing is parsed
 * before the signature has been checked.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface IncomingRequest {
	/** Names and values in turn, as they came over the wire (Node's `rawHeaders`). */
	rawHeaders: readonly string[];
	rawBody: Buffer;
}

export interface Expectation {
	/** `X-Service` in the interface; the real one carries the maker's name. */
	headerPrefix: string;
	/** Every secret that is valid now: the current one and, during a rotation, the previous one. */
	secrets: readonly string[];
	toleranceSeconds: number;
	/** Milliseconds since the epoch. */
	now: number;
}

/** The event the headers name, or why the delivery is refused (for the log; holds no secret). */
export type SignatureCheck = { genuine: true; event: string } | { genuine: false; reason: string };

/** Far above any delivery of the interface: a Card with its metadata. */
export const MAX_BODY_BYTES = 1024 * 1024;

const refuse = (reason: string): SignatureCheck => ({ genuine: false, reason });

export function verifySignature(request: IncomingRequest, expectation: Expectation): SignatureCheck {
	const { rawHeaders, rawBody } = request;
	const { headerPrefix, toleranceSeconds, now } = expectation;
	const secrets = expectation.secrets.filter((secret) => secret.trim() !== '');
	if (secrets.length === 0) return refuse('no webhook secret is configured');
	if (rawBody.length > MAX_BODY_BYTES) return refuse(`the body is larger than ${MAX_BODY_BYTES} bytes`);

	const read = (name: string) => readOnce(rawHeaders, `${headerPrefix}-${name}`);
	const [signature, timestamp, event] = [read('Signature'), read('Timestamp'), read('Event')];
	for (const { value, reason } of [signature, timestamp, event]) {
		if (value === '') return refuse(reason);
	}

	if (!/^\d{1,15}$/.test(timestamp.value)) return refuse('the timestamp is not a whole number of seconds');
	if (!/^[0-9a-f]{64}$/i.test(signature.value))
		return refuse('the signature is not 64 hexadecimal characters');
	if (!secrets.some((secret) => signs(secret, timestamp.value, rawBody, signature.value))) {
		const spaced = secrets.some((secret) => secret !== secret.trim());
		return refuse(
			`the signature does not match the body with any configured secret${spaced ? '; a configured secret begins or ends with white space' : ''}`,
		);
	}

	const ageSeconds = now / 1000 - Number(timestamp.value);
	// Not `>`: a tolerance that is no number, from an expression, must let nothing through.
	if (!(Math.abs(ageSeconds) <= toleranceSeconds)) {
		return refuse(
			Number(timestamp.value) > 1e11
				? 'the timestamp looks like milliseconds; seconds are expected'
				: `the timestamp is ${Math.abs(Math.round(ageSeconds))} seconds ${ageSeconds > 0 ? 'old' : 'in the future'}; ${toleranceSeconds} are allowed`,
		);
	}
	return { genuine: true, event: event.value };
}

/**
 * The value of a header that must stand exactly once, empty with a reason when it does not. Node
 * joins repeated headers, so the raw list is read.
 */
function readOnce(rawHeaders: readonly string[], name: string): { value: string; reason: string } {
	const [value, another] = rawHeaders.filter(
		(_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name.toLowerCase(),
	);
	if (value === undefined) return { value: '', reason: `the header ${name} is missing` };
	if (another !== undefined) return { value: '', reason: `the header ${name} appears more than once` };
	return { value, reason: `the header ${name} is empty` };
}

/** HMAC SHA-256 over `<timestamp>.<raw_body>`, compared in constant time. */
function signs(secret: string, timestamp: string, rawBody: Buffer, signature: string): boolean {
	const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest();
	return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}
