/**
 * Carries out the faults of `/v1` as a broken proxy in front of it would: `status` and `reset`
 * before anything is looked at; `status` with `after`, `cut`, `delay` and `malformed` on whatever the
 * service answers. Each may come with a delay.
 */
import { STATUS_CODES } from 'node:http';

import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';

import type { ErrorCode } from '../api/errorKinds';
import { kindOf } from '../api/errorKinds';
import { errorEnvelope } from '../api/errors';
import type { Fault } from './faults';

type Next = Parameters<onSendHookHandler>[3];

/** What the spec lists for a status (spec, Errors). */
const CODE_OF: Readonly<Record<number, ErrorCode>> = {
	401: 'invalid_api_key',
	404: 'card_not_found',
	409: 'idempotency_conflict',
	429: 'rate_limit_exceeded',
};

type StatusFault = Extract<Fault, { status: number }>;

function envelope({ kind, status }: StatusFault, requestId: string): string {
	const code = CODE_OF[status] ?? (status < 500 ? 'invalid_request' : 'internal_error');
	const when = kind === 'status' ? 'before anything was accepted' : 'after the call was carried out';
	const message = `Fault on demand: ${status} ${when}`;
	return JSON.stringify(errorEnvelope({ type: kindOf(code).type, code, message }, requestId));
}

/** What a proxy sends that has lost its service. */
function page(status: number): string {
	const title = `${status} ${STATUS_CODES[status] ?? 'Error'}`;
	return `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n</body>\r\n</html>\r\n`;
}

/** Sets status and headers; gives the body. */
function statusAnswer(fault: StatusFault, request: FastifyRequest, reply: FastifyReply): string {
	if (fault.retryAfter !== undefined) reply.header('Retry-After', String(fault.retryAfter));
	void reply.code(fault.status).type(fault.html ? 'text/html' : 'application/json; charset=utf-8');
	return fault.html ? page(fault.status) : envelope(fault, request.id);
}

/** What stands in the place of the service's answer. */
export function answerUnder(
	fault: Fault,
	request: FastifyRequest,
	reply: FastifyReply,
	payload: unknown,
): unknown {
	return fault.kind === 'status_after' ? statusAnswer(fault, request, reply) : payload;
}

/** Acts now or after the delay; never once the client has gone away or the sandbox closes. */
function afterDelay({ delaySeconds }: Fault, reply: FastifyReply, act: () => void): void {
	if (delaySeconds === 0) {
		act();
		return;
	}
	const timer = setTimeout(act, delaySeconds * 1000).unref();
	reply.raw.once('close', () => clearTimeout(timer));
}

/** True when the request ends here; a delayed status waits as any other answer. */
export function strikeArrival(fault: Fault, request: FastifyRequest, reply: FastifyReply): boolean {
	if (fault.kind === 'status') {
		void reply.send(statusAnswer(fault, request, reply));
		return true;
	}
	if (fault.kind === 'reset') {
		reply.hijack();
		afterDelay(fault, reply, () => request.raw.socket.resetAndDestroy());
		return true;
	}
	return false;
}

/** Calls `next` with what is sent, perhaps later or never. */
export function strikeAnswer(
	fault: Fault,
	{ raw: { socket } }: FastifyRequest,
	reply: FastifyReply,
	payload: unknown,
	next: Next,
): void {
	if (fault.kind === 'cut') reply.hijack();
	afterDelay(fault, reply, () => {
		if (fault.kind === 'cut') socket.destroy();
		else if (fault.kind === 'malformed' && typeof payload === 'string') {
			next(null, payload.slice(0, payload.length / 2));
		} else next(null, payload);
	});
}
