/** Enters each call to `/v1` in the journal, and why its key was refused. */
import type { FastifyReply, FastifyRequest } from 'fastify';

import type { ErrorEnvelope } from '../contract';
import type { Fault } from '../faults/faults';
import { message } from '../state/exchange';
import type { Journal, JournalEntry, Why } from '../state/journal';
import { carriesCredential, withoutCredentials } from '../state/secrets';
import type { Clock } from '../time/clock';
import { isoTime } from '../time/clock';
import { bodyTextOf } from './readBody';

export const ACCOUNT = 'accountId';

export function accountOf(request: FastifyRequest): string {
	return request.getDecorator<string>(ACCOUNT);
}

export function idempotencyKey({ headers }: FastifyRequest): string | null {
	const key = headers['idempotency-key'];
	return typeof key === 'string' && key.trim() !== '' ? key : null;
}

/** What was wrong with how the key came; the key itself is not said. */
function whyUnauthorized({ headers, originalUrl }: FastifyRequest): Why {
	const [scheme = '', key] = (headers.authorization ?? '').trim().split(/ +/, 2);
	if (key !== undefined) {
		if (/^bearer$/i.test(scheme)) return { code: 'wrong_key' };
		return { code: 'other_scheme', where: /^[a-z-]{1,16}$/i.exec(scheme)?.[0] };
	}
	if (scheme !== '') return { code: /^bearer$/i.test(scheme) ? 'no_key' : 'no_scheme' };
	const header = Object.keys(headers).find(
		(name) => carriesCredential(name) && !/cookie|^authorization/.test(name),
	);
	if (header !== undefined) return { code: 'other_header', where: header };
	const [, query] = originalUrl.split('?', 2);
	const parameter = [...new URLSearchParams(query).keys()].find(carriesCredential);
	return parameter === undefined ? { code: 'no_key' } : { code: 'in_query', where: parameter };
}

/** What the answer says of a refusal; a fault's own answer says nothing of the call. */
function refusalIn(status: number | null, fault: Fault | null, payload: unknown): string | null {
	if (status === null || status < 400 || fault !== null || typeof payload !== 'string') return null;
	return (JSON.parse(payload) as ErrorEnvelope).error.message;
}

/** Before the answer leaves: whoever has the answer, or has lost it, finds it in the journal. */
export function recorder({ clock, journal }: { readonly clock: Clock; readonly journal: Journal }) {
	return (request: FastifyRequest, fault: Fault | null, reply?: FastifyReply, payload?: unknown): void => {
		const status = reply?.statusCode ?? null;
		const isForTheKey = status === 401 && fault === null;
		const entry: JournalEntry = {
			method: request.method,
			path: withoutCredentials(request.originalUrl),
			status,
			fault: fault?.kind ?? null,
			error: refusalIn(status, fault, payload),
			idempotency_key: idempotencyKey(request),
			request_id: request.id,
			at: isoTime(clock.now()),
			why: isForTheKey ? whyUnauthorized(request) : null,
		};
		const exchange = {
			request: message(request.headers, bodyTextOf(request)),
			answer: reply === undefined ? null : message(reply.getHeaders(), payload),
		};
		journal.record(entry, exchange, accountOf(request));
	};
}

export type RecordCall = ReturnType<typeof recorder>;
