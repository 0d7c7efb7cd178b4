/** Reads the body of a call as JSON; what cannot be read is refused in words that say why. */
import { isUtf8 } from 'node:buffer';

import type { FastifyInstance, FastifyRequest } from 'fastify';

import { DEEPEST_NESTING } from '../contract';
import { parseExact } from '../json/exactJson';
import { isNestedTooDeep } from '../json/nesting';
import { announcesBody, LONGEST_BODY_BYTES } from '../state/exchange';
import { ApiError } from './errors';
import { INVALID_REQUEST, isRecord } from './fieldErrors';

const EXACT_BODY = 'exactBody';
const BODY_TEXT = 'bodyText';

/** What was sent, with every number as it was written. */
export function exactBodyOf(request: FastifyRequest): unknown {
	return request.getDecorator(EXACT_BODY);
}

/** The body as it was sent; null without one, or with one that is no text. */
export function bodyTextOf(request: FastifyRequest): string | null {
	return request.getDecorator(BODY_TEXT);
}

function refused(message: string): ApiError {
	return new ApiError(INVALID_REQUEST, message);
}

const PROTOTYPE = '__proto__';

/** Only a text in which the name stands, perhaps in escapes, is worth looking through. */
const MAY_NAME_PROTOTYPE = /__proto__|\\u00[567][0-9a-f]/i;

function holdsPrototypeKey(value: unknown): boolean {
	if (Array.isArray(value)) return value.some(holdsPrototypeKey);
	if (!isRecord(value)) return false;
	return Object.hasOwn(value, PROTOTYPE) || Object.values(value).some(holdsPrototypeKey);
}

function textOf(body: Buffer, { headers }: FastifyRequest): string {
	const encoding = headers['content-encoding'] ?? 'identity';
	if (encoding.toLowerCase() !== 'identity') {
		throw refused(`Content-Encoding ${encoding} is not supported; send the body uncompressed`);
	}
	if (body.length === 0) throw refused('The body is empty; it must be JSON');
	if (!isUtf8(body)) throw refused('The body is not valid UTF-8');
	return body.toString();
}

function parsed(text: string) {
	if (isNestedTooDeep(text)) {
		throw refused(`The body is nested more than ${DEEPEST_NESTING} levels deep`);
	}
	try {
		return parseExact(text);
	} catch (error) {
		throw refused(`The body is not valid JSON: ${(error as SyntaxError).message}`);
	}
}

/** A client that is slow to send its body waits no longer for its refusal. */
const LONGEST_WAIT_MS = 1000;
/** With the rest of the character that the journal's cut may split. */
const ENOUGH_BYTES = LONGEST_BODY_BYTES + 4;

function textIn(chunks: readonly Buffer[]): string | null {
	try {
		// The last character of a body that is not read to its end may be incomplete.
		return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks), { stream: true });
	} catch {
		return null;
	}
}

/** Before a call is answered whose body was not looked at: the journal keeps what it said. */
export function readEarly(request: FastifyRequest, goOn: () => void): void {
	const { raw, headers } = request;
	if (!announcesBody(headers)) {
		goOn();
		return;
	}
	const chunks: Buffer[] = [];
	let bytes = 0;
	const stop = (isRead: boolean) => {
		clearTimeout(timer);
		raw.off('data', take).off('end', end).off('close', giveUp);
		// The rest is let go by.
		raw.resume();
		if (isRead && headers['content-encoding'] === undefined) request.setDecorator(BODY_TEXT, textIn(chunks));
		goOn();
	};
	const end = () => stop(true);
	const giveUp = () => stop(false);
	const take = (chunk: Buffer) => {
		chunks.push(chunk);
		bytes += chunk.length;
		if (bytes >= ENOUGH_BYTES) end();
	};
	const timer = setTimeout(giveUp, LONGEST_WAIT_MS).unref();
	raw.on('data', take).once('end', end).once('close', giveUp);
}

export function installBodyReader(app: FastifyInstance): void {
	app.removeContentTypeParser(['text/plain', 'application/json']);
	app.decorateRequest(EXACT_BODY, null);
	app.decorateRequest(BODY_TEXT, null);
	app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
		try {
			const text = textOf(body as Buffer, request);
			request.setDecorator(BODY_TEXT, text);
			const { value, exact } = parsed(text);
			if (MAY_NAME_PROTOTYPE.test(text) && holdsPrototypeKey(value)) {
				throw refused(`The property name "${PROTOTYPE}" is not allowed`);
			}
			request.setDecorator(EXACT_BODY, exact);
			done(null, value);
		} catch (error) {
			done(error as Error);
		}
	});
}
