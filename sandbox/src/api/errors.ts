/** Every error of the sandbox leaves as the spec's envelope (spec, Errors), whoever raised it. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod/v4';

import type { ErrorEnvelope } from '../contract';
import { UsedKeyError } from '../state/acceptedCalls';
import type { ErrorCode } from './errorKinds';
import { kindOf } from './errorKinds';
import { describe, violationsOf } from './fieldErrors';

export class ApiError extends Error {
	readonly status;
	readonly type: string;

	constructor(
		readonly code: ErrorCode,
		message: string,
	) {
		super(message);
		const { status, type } = kindOf(code);
		this.status = status;
		this.type = type;
	}
}

export function cardNotFound(): ApiError {
	return new ApiError('card_not_found', 'No card with this id belongs to this account');
}

export function newRequestId(): string {
	return `req_${randomUUID()}`;
}

export function errorEnvelope(
	{ type, code, message }: Pick<ApiError, 'type' | 'code' | 'message'>,
	requestId: string,
): ErrorEnvelope {
	return { error: { type, code, message, request_id: requestId } };
}

const TOO_LARGE = 'FST_ERR_CTP_BODY_TOO_LARGE';
const OTHER_TYPE = 'FST_ERR_CTP_INVALID_MEDIA_TYPE';

/**
 * The spec lists 400 as the only answer to a malformed call, so the framework's own 4xx (wrong
 * content type, broken JSON, bad URL) become 400 `invalid_request`: all but a body that is too large.
 */
function toApiError(error: unknown, { id: requestId, body }: FastifyRequest): ApiError {
	if (error instanceof ApiError) return error;
	if (error instanceof UsedKeyError) return new ApiError('idempotency_conflict', error.message);
	if (error instanceof z.ZodError) {
		return new ApiError('invalid_request', describe(violationsOf(error, body)));
	}
	const { statusCode = 500, code, message } = error as Partial<FastifyError>;
	if (code === TOO_LARGE) {
		return new ApiError('body_too_large', 'The body is larger than 1 MiB; send several smaller batches');
	}
	if (statusCode >= 400 && statusCode < 500) {
		const text = code === OTHER_TYPE ? 'Content-Type must be application/json' : (message ?? 'Bad request');
		return new ApiError('invalid_request', text);
	}
	console.error(`${requestId}: unexpected failure`, error);
	return new ApiError('internal_error', 'Unexpected failure; the sandbox printed the reason');
}

/** Refused by its headers alone, before a byte of the body was read. */
export function isUnread(error: unknown, { headers }: FastifyRequest): boolean {
	const { code } = error as Partial<FastifyError>;
	return code === OTHER_TYPE || (code === TOO_LARGE && headers['content-length'] !== undefined);
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
	const apiError = toApiError(error, request);
	// Fastify wants to close on an oversized body; the client, still sending, would lose this answer.
	if ((error as Partial<FastifyError>).code === TOO_LARGE) {
		reply.removeHeader('connection');
	}
	void reply.code(apiError.status).send(errorEnvelope(apiError, request.id));
}

/** What is sent in the place of an answer whose effects could not be kept. */
export function notSaved({ id }: FastifyRequest, reply: FastifyReply): string {
	const error = new ApiError('internal_error', 'The data folder cannot be written; nothing was accepted');
	for (const name of ['content-encoding', 'etag', 'last-modified']) reply.removeHeader(name);
	void reply.code(error.status).type('application/json; charset=utf-8');
	return JSON.stringify(errorEnvelope(error, id));
}

const ROUTES = 'routes';
/** The methods of each path, in the order of their declaration. */
type Routes = Map<string, Set<string>>;

/** `/cards/:id` and `/docs/static/*` as what they match. */
function matches(pattern: string, path: string): boolean {
	const parts = pattern.split('/').map((part) => (part === '*' ? '.*' : part.replace(/^:.*/, '[^/]+')));
	return new RegExp(`^${parts.join('/')}$`).test(path);
}

export function routeNotFound(request: FastifyRequest, reply: FastifyReply): void {
	const { method, server, url } = request;
	const [path = ''] = url.split('?', 1);
	const routes = [...server.getDecorator<Routes>(ROUTES)].find(([pattern]) => matches(pattern, path));
	const allowed = [...(routes?.[1] ?? [])];
	if (allowed.length === 0 || allowed.includes(method)) {
		sendError(new ApiError('not_found', `No operation ${method} ${path}`), request, reply);
		return;
	}
	void reply.header('allow', allowed.join(', '));
	const message = `${path} takes ${allowed.join(', ')}, but not ${method}`;
	sendError(new ApiError('method_not_allowed', message), request, reply);
}

/** Answers bytes that are not HTTP, which never reach a route. */
export function refuseBrokenHttp(error: Error, socket: Socket): void {
	if (!socket.writable) {
		socket.destroy();
		return;
	}
	const apiError = new ApiError('invalid_request', `Not a valid HTTP request: ${error.message}`);
	const body = JSON.stringify(errorEnvelope(apiError, newRequestId()));
	const head = [
		'HTTP/1.1 400 Bad Request',
		'Content-Type: application/json; charset=utf-8',
		`Content-Length: ${String(Buffer.byteLength(body))}`,
		'Connection: close',
	];
	socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Node would answer without a body. */
function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
	const error = new ApiError('expectation_failed', 'The header Expect can only be 100-continue');
	response.writeHead(error.status, { 'content-type': 'application/json; charset=utf-8' });
	response.end(JSON.stringify(errorEnvelope(error, newRequestId())));
}

export function installErrors(app: FastifyInstance): void {
	app.server.on('checkExpectation', refuseExpectation);
	const routes: Routes = new Map();
	app.decorate(ROUTES, routes);
	app.addHook('onRoute', ({ method, url }) => {
		const methods = routes.get(url) ?? new Set();
		for (const one of [method].flat()) methods.add(one);
		routes.set(url, methods);
	});
	app.setErrorHandler(sendError);
	app.setNotFoundHandler(routeNotFound);
}
