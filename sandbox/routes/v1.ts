/** The service's interface under `/v1` (spec, Endpoints). */
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { STYLES, TEMPLATES } from '../catalog';
import { isoTime, type Clock } from '../clock';
import { ApiError, cardNotFound, routeNotFound } from '../errors';
import { strikeAnswer, strikeArrival } from '../faultActions';
import type { Fault, Faults } from '../faults';
import type { Letters } from '../letters';
import * as operations from '../openapi/operations';
import { refuseBadOrder } from '../orderCheck';
import type { RateLimiter } from '../rateLimit';
import type { Store } from '../store';

interface Options {
	readonly accounts: ReadonlyMap<string, string>;
	readonly clock: Clock;
	readonly faults: Faults;
	readonly letters: Letters;
	readonly rateLimiter: RateLimiter;
	readonly store: Store;
}

const ACCOUNT = 'accountId';
const FAULT = 'fault';

function accountOf(request: FastifyRequest): string {
	return request.getDecorator<string>(ACCOUNT);
}

function idempotencyKey({ headers }: FastifyRequest): string | null {
	const key = headers['idempotency-key'];
	return typeof key === 'string' && key.trim() !== '' ? key : null;
}

/** Spec, Endpoints: POST operations require the header. */
function requiredKey(request: FastifyRequest): string {
	const key = idempotencyKey(request);
	if (key !== null) return key;
	throw new ApiError(400, 'invalid_request', 'The Idempotency-Key header is required');
}

export const v1Routes: FastifyPluginCallbackZod<Options> = (app, options, done) => {
	const { accounts, clock, faults, letters, rateLimiter, store } = options;

	app.decorateRequest(ACCOUNT, '');
	app.decorateRequest(FAULT, null);

	function record(request: FastifyRequest, status: number | null, fault: Fault | null): void {
		store.record({
			method: request.method,
			path: request.url,
			status,
			fault: fault?.kind ?? null,
			idempotency_key: idempotencyKey(request),
			request_id: request.id,
			at: isoTime(clock.now()),
		});
	}

	app.addHook('onRequest', (request, reply, next) => {
		const fault = faults.strike(request.method, request.url);
		if (fault !== null) {
			request.setDecorator(FAULT, fault);
			// Without an answer there is no `onSend` to record it.
			if (fault.kind === 'reset') record(request, null, fault);
			if (strikeArrival(fault, request, reply)) return;
		}

		const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
		const accountId = bearer === undefined ? undefined : accounts.get(bearer);
		if (accountId === undefined) {
			next(new ApiError(401, 'invalid_api_key', 'The API key is missing, invalid or revoked'));
			return;
		}
		request.setDecorator(ACCOUNT, accountId);

		const permit = rateLimiter.take(accountId);
		reply.headers(permit.headers);
		if (permit.allowed) next();
		else next(new ApiError(429, 'rate_limit_exceeded', 'Too many requests; wait Retry-After seconds'));
	});

	// Before the answer leaves: whoever has the answer, or has lost it, finds it in the journal.
	app.addHook('onSend', (request, reply, payload, next) => {
		const fault = request.getDecorator<Fault | null>(FAULT);
		record(request, reply.statusCode, fault);
		if (fault === null) next();
		else strikeAnswer(fault, request, reply, payload, next);
	});

	app.setNotFoundHandler(routeNotFound);

	// `attachValidation`: an accepted key with another payload is a conflict even if that payload
	// is invalid (spec, Idempotency rules 3), so the key is looked up before the body is judged.
	app.post(
		'/cards',
		{ attachValidation: true, schema: operations.createCard },
		(request, reply) => {
			const accountId = accountOf(request);
			const card = store.acceptedCards.once(accountId, requiredKey(request), request.body, () => {
				refuseBadOrder(request.body, request.validationError);
				// A copy: a repeated call gets the first answer, whatever happened to the card since.
				return { ...letters.create(request.body, { accountId }).card };
			});
			void reply.code(201).send({ ...card });
		},
	);

	app.post(
		'/batches',
		{ attachValidation: true, schema: operations.createBatch },
		(request, reply) => {
			const accountId = accountOf(request);
			const batch = store.acceptedBatches.once(accountId, requiredKey(request), request.body, () => {
				refuseBadOrder(request.body, request.validationError);
				return letters.createBatch(request.body, accountId);
			});
			void reply.code(202).send(batch);
		},
	);

	app.get(
		'/cards/:id',
		{ schema: operations.readCard },
		(request, reply) => {
			const stored = store.cards.get(request.params.id);
			// A foreign card is reported as unknown (spec, Authentication 4).
			if (stored?.accountId !== accountOf(request)) throw cardNotFound();
			void reply.code(200).send({ ...stored.card, events: stored.events });
		},
	);

	app.get('/templates', { schema: operations.listTemplates }, (_, reply) => {
		void reply.code(200).send({ templates: [...TEMPLATES] });
	});

	app.get('/styles', { schema: operations.listStyles }, (_, reply) => {
		void reply.code(200).send({ styles: [...STYLES] });
	});

	done();
};
