/**
 * Carries out the faults of `/v1` as a broken proxy in front of it would: `status` and `reset`
 * before anything is looked at; `cut`, `delay` and `malformed` on whatever the service answers. Each may
 * come with a delay.
 */
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';

import { errorEnvelope } from '../api/errors';
import type { Fault } from './faults';

type Next = Parameters<onSendHookHandler>[3];

/** What the spec lists for a status (spec, Errors): type and code. */
const ERROR_OF: Readonly<Record<number, readonly [string, string]>> = {
	401: ['authentication_error', 'invalid_api_key'],
	404: ['not_found_error', 'card_not_found'],
	409: ['idempotency_error', 'idempotency_conflict'],
	429: ['rate_limit_error', 'rate_limit_exceeded'],
};
const OTHER_CLIENT_ERROR = ['validation_error', 'invalid_request'] as const;
const SERVER_ERROR = ['internal_error', 'internal_error'] as const;

function faultBody(status: number, requestId: string) {
	const [type, code] = ERROR_OF[status] ?? (status < 500 ? OTHER_CLIENT_ERROR : SERVER_ERROR);
	const message = `Fault on demand: ${status} before anything was accepted`;
	return errorEnvelope({ type, code, message }, requestId);
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
		if (fault.retryAfter !== undefined) reply.header('Retry-After', String(fault.retryAfter));
		void reply.code(fault.status).send(faultBody(fault.status, request.id));
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
		} else next();
	});
}
