/**
 * What a broken exchange means: whether a later attempt can get past it, and whether the order may
 * have reached the service. Only where nothing can have been sent does it say so.
 */

export interface ConnectionError {
	/** What went wrong, in words for the user. */
	words: string;
	/** A later attempt can get past it; anything else is a mistake to report at once. */
	passing: boolean;
	/** It struck before the first byte of the request. */
	neverSent: boolean;
	/** Host and port of the proxy that could not be reached. */
	proxy?: string;
}

/** What breaks on the way to the service and back. */
const ON_THE_WAY = new Set(['ECONNABORTED', 'ECONNRESET', 'EPIPE', 'ERR_BAD_RESPONSE', 'ETIMEDOUT']);
/**
 * What breaks before it is reached. The last five are this computer's: n8n opens a connection for every
 * request, so many letters can use up its ports.
 */
const IN_REACHING_IT = new Set([
	'ECONNREFUSED',
	'EAI_AGAIN',
	'EHOSTDOWN',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'ENOTFOUND',
	'EADDRNOTAVAIL',
	'EMFILE',
	'ENETDOWN',
	'ENFILE',
	'ENOBUFS',
]);
/** An answer that is not HTTP, or that gzip or Brotli cannot unpack. */
const BROKEN_ANSWER = /^(HPE|Z|ERR__ERROR)_/;
/** The service's certificate is not trusted: checked before the request is written. */
const UNTRUSTED = /CERT|^UNABLE_TO_VERIFY/;
/** It answers https in plain text. Later than in the handshake Node words it otherwise (tried in 20 to 24). */
const NO_TLS = /^write EPROTO[^]*wrong version number/;
/** Node's words at the end of a connection that was not made. */
const NOT_MADE = /^(?:connect |Client network socket disconnected before secure TLS connection)/;
/** Where Node was to connect to. */
const TARGET = /^(?:connect|getaddrinfo) [A-Z_]+ (\S+)/;

export const TOO_LATE = 'it did not answer in time';
export const BROKE = 'the connection broke';
export const REFUSED = 'nothing listens at the base URL';
export const NEEDS_HTTP = 'the server at the base URL does not use https';
export const NOT_TRUSTED = 'its certificate is not trusted';
const UNKNOWN_NAME = 'the name in the base URL is not known';

const WORDS: Record<string, string> = {
	ECONNABORTED: TOO_LATE,
	ETIMEDOUT: TOO_LATE,
	ECONNREFUSED: REFUSED,
	ENOTFOUND: UNKNOWN_NAME,
	EAI_AGAIN: UNKNOWN_NAME,
};

interface ErrorPart {
	code?: unknown;
	message?: string;
	cause?: unknown;
	/** Of each address of a name. */
	errors?: Array<{ message?: string }>;
}

/** The connection error inside an error of n8n's HTTP helper; undefined for any other error. */
export function readConnectionError(error: unknown, baseUrl: string): ConnectionError | undefined {
	let part = error as ErrorPart | null | undefined;
	for (let depth = 0; part && depth < 5; depth += 1) {
		const { code, message = '', cause, errors } = part;
		if (typeof code === 'string') return classify(code, message || (errors?.[0]?.message ?? ''), baseUrl);
		part = cause as typeof part;
	}
	return readWrapped(error, baseUrl);
}

/** n8n 1 loses the cause on the way; its code and its words are left. A refusal's code is a number. */
function readWrapped(error: unknown, baseUrl: string): ConnectionError | undefined {
	const { httpCode, messages } = (error ?? {}) as { httpCode?: unknown; messages?: string[] };
	if (typeof httpCode !== 'string' || /^\d/.test(httpCode)) return undefined;
	return classify(httpCode, messages?.[0] ?? '', baseUrl);
}

/** @param message begins with the system call, which n8n's error does not keep as a field */
function classify(code: string, message: string, baseUrl: string): ConnectionError {
	if (NO_TLS.test(message)) return { words: NEEDS_HTTP, passing: false, neverSent: true };
	if (UNTRUSTED.test(code)) return { words: `${NOT_TRUSTED} (${message})`, passing: false, neverSent: true };
	const reaching = IN_REACHING_IT.has(code);
	const passing = reaching || ON_THE_WAY.has(code) || BROKEN_ANSWER.test(code);
	// A connection that stood can become unreachable as well; then the request may be through.
	const stood = /^(read|write) /.test(message);
	return {
		words: passing ? (WORDS[code] ?? BROKE) : message,
		passing,
		neverSent: (reaching && !stood) || NOT_MADE.test(message),
		proxy: passing ? proxyIn(message, baseUrl) : undefined,
	};
}

/** A node cannot see whether n8n has a proxy set, but the connection then went to another port or name. */
function proxyIn(message: string, baseUrl: string): string | undefined {
	const [, target] = TARGET.exec(message) ?? [];
	if (target === undefined) return undefined;
	const { hostname, port, protocol } = new URL(baseUrl);
	if (message.startsWith('getaddrinfo')) return target === hostname ? undefined : target;
	const ownPort = port || (protocol === 'https:' ? '443' : '80');
	return target.endsWith(`:${ownPort}`) ? undefined : target;
}
