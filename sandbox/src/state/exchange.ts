/** What a call to `/v1` and its answer said, headers and bodies, as the journal keeps and shows it. */
import type { Secrets } from './secrets';
import { carriesCredential, MASK } from './secrets';

/** The sandbox's own choice, so that memory stays bounded. */
export const LONGEST_BODY_BYTES = 64 * 1024;

export interface Message {
	readonly headers: Readonly<Record<string, unknown>>;
	/** Null without one; cut after 64 KB. */
	readonly body: string | null;
	readonly isCut: boolean;
	/** There was one, and the sandbox has not read it as text. */
	readonly isUnread?: boolean;
}

export interface Exchange {
	readonly request: Message;
	/** Null when the connection was destroyed before there was one. */
	readonly answer: Message | null;
}

/** A copy, where it is cut: a part of a text would keep all of it in memory. */
function shortened(body: string): string {
	if (body.length * 3 <= LONGEST_BODY_BYTES) return body;
	const bytes = Buffer.from(body);
	if (bytes.length <= LONGEST_BODY_BYTES) return body;
	let end = LONGEST_BODY_BYTES;
	// Not in the middle of a character (UTF-8: bytes that continue one begin with 10).
	while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
	return bytes.toString('utf8', 0, end);
}

export function message(given: Message['headers'], body: unknown): Message {
	const headers = maskedHeaders(given);
	if (typeof body !== 'string') return { headers, body: null, isCut: false, isUnread: announcesBody(given) };
	const kept = shortened(body);
	return { headers, body: kept, isCut: kept !== body };
}

export function announcesBody(headers: Message['headers']): boolean {
	return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function maskedHeader(name: string, value: unknown): unknown {
	if (!carriesCredential(name)) return value;
	// The scheme says what kind of credential it was.
	const [, scheme] = /^([a-z-]{1,16}) +\S/i.exec(String(value)) ?? [];
	return scheme === undefined || !/authorization/i.test(name) ? MASK : `${scheme} ${MASK}`;
}

/** Keys in the wrong place are not kept either. */
function maskedHeaders(headers: Message['headers']): Message['headers'] {
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name, maskedHeader(name, value)]),
	);
}

function shownBody({ body, isCut }: Message, secrets: Secrets): string | null {
	if (body === null) return null;
	return isCut ? secrets.maskedCut(body) : secrets.masked(body);
}

/** The message without its secrets. */
export function shownMessage(message: Message, secrets: Secrets) {
	const shown = Object.entries(message.headers).map(([name, value]) => [
		name,
		typeof value === 'string' ? secrets.masked(value) : value,
	]);
	return {
		headers: Object.fromEntries(shown) as Record<string, unknown>,
		body: shownBody(message, secrets),
		...(message.isCut && { cut: true }),
		...(message.isUnread && { not_read: true }),
	};
}
