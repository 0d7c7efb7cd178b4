/** Control API: the journal of calls to `/v1`, and what is looked for in it. */
import { METHODS } from 'node:http';

import { z } from 'zod/v4';

import { ApiError } from '../api/errors';
import { externalIdsIn } from '../api/externalIds';
import type { App } from '../app';
import { call as callAnswer } from '../openapi/calls';
import { operation } from '../openapi/control/operation';
import { total } from '../openapi/control/schemas';
import type { Services } from '../services';
import { shownMessage } from '../state/exchange';
import type { RecordedCall } from '../state/journal';
import { pageOf } from './cardQuery';
import { whyConflict } from './conflicts';
import { idPathSchema, limitSchema, offsetSchema, parameter } from './parameters';

const querySchema = z.strictObject({
	method: parameter(
		z
			.string()
			.toUpperCase()
			.refine((name) => METHODS.includes(name), 'must be an HTTP method'),
	),
	/** How it begins, with or without `/v1`. */
	path: parameter(z.string()),
	key: parameter(z.string()),
	external_id: parameter(z.string()),
	status: parameter(z.string().regex(/^([1-5]\d\d|none)$/, 'must be an HTTP status, or none')),
	/** Whatever the case, in path, key, request_id, status and both bodies. */
	text: parameter(z.string().toLowerCase()),
	/** Answered with an error or not at all; or those that a fault struck. */
	only: parameter(z.enum(['refused', 'fault'])),
	limit: parameter(limitSchema),
	offset: parameter(offsetSchema),
});
type Query = z.infer<typeof querySchema>;

/** A call that was cut shows the status of the answer that never left. */
const isRefused = ({ entry: { status, fault } }: RecordedCall): boolean =>
	status === null || status >= 400 || fault === 'cut';

const NO_STATUS = 'none';
const statusOf = ({ entry }: RecordedCall): string => String(entry.status ?? NO_STATUS);

/** Undefined where it cannot be read: one that was cut may not be JSON any more. */
function parsed(body: string): unknown {
	try {
		return JSON.parse(body) as unknown;
	} catch {
		return undefined;
	}
}

function orders({ exchange }: RecordedCall, externalId: string): boolean {
	const body = exchange?.request.body ?? '';
	// Without a backslash every letter stands for itself, and most bodies need not be read as JSON.
	if (!body.includes('\\') && !body.includes(externalId)) return false;
	return externalIdsIn(parsed(body)).includes(externalId);
}

function holds({ entry, exchange }: RecordedCall, needle: string): boolean {
	const { path, idempotency_key: key, request_id: id, status } = entry;
	const texts = [path, key, id, String(status), exchange?.request.body, exchange?.answer?.body];
	return texts.some((text) => text?.toLowerCase().includes(needle) ?? false);
}

function matches(call: RecordedCall, query: Query): boolean {
	const { method, path: recordedPath, idempotency_key: recordedKey } = call.entry;
	const { path, key, external_id: externalId, text } = query;
	if (query.method !== undefined && method !== query.method) return false;
	if (path !== undefined && !recordedPath.startsWith(path) && !recordedPath.startsWith(`/v1${path}`)) {
		return false;
	}
	if (key !== undefined && recordedKey !== key) return false;
	if (query.status !== undefined && statusOf(call) !== query.status) return false;
	if (externalId !== undefined && !orders(call, externalId)) return false;
	if (query.only === 'refused' && !isRefused(call)) return false;
	if (query.only === 'fault' && call.entry.fault === null) return false;
	return text === undefined || holds(call, text);
}

function shown(call: RecordedCall, { journal, secrets }: Pick<Services, 'journal' | 'secrets'>) {
	const { entry, exchange } = call;
	const answer = exchange?.answer ?? null;
	const isConflict = entry.status === 409 && entry.fault === null;
	return {
		...secrets.maskedCall(entry),
		...(isConflict && { why: whyConflict(call, journal.latest(), secrets) }),
		request: exchange === null ? null : shownMessage(exchange.request, secrets),
		answer: answer === null ? null : shownMessage(answer, secrets),
	};
}

function countsOf(calls: readonly RecordedCall[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const call of calls) counts[statusOf(call)] = (counts[statusOf(call)] ?? 0) + 1;
	return counts;
}

export function requestRoutes(app: App, services: Services): void {
	const { journal } = services;
	app.get(
		'/requests',
		{
			schema: operation(
				{
					id: 'listCalls',
					summary: 'Calls to `/v1`, oldest first; with a limit, newest first',
					answer: z.strictObject({
						requests: z.array(callAnswer),
						total,
						counts: z.record(z.string(), z.int()).describe('By status'),
					}),
				},
				{ querystring: querySchema },
			),
		},
		({ query }, reply) => {
			const found = journal.latest().filter((call) => matches(call, query));
			void reply.send({
				requests: pageOf(found, query.limit, query.offset).map((call) => shown(call, services)),
				total: found.length,
				counts: countsOf(found),
			});
		},
	);

	app.get(
		'/requests/:id',
		{
			schema: operation(
				{
					id: 'readCall',
					summary: 'One call, by its request_id',
					answer: callAnswer,
					refusals: ['RequestNotFound'],
				},
				{ params: idPathSchema },
			),
		},
		({ params }, reply) => {
			const call = journal.find(params.id);
			if (call !== undefined) return reply.send(shown(call, services));
			throw new ApiError('request_not_found', 'No call has this request_id, or it is no longer kept');
		},
	);
}
