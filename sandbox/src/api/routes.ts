/** The service's interface under `/v1` (spec, Endpoints). */
import type {
	FastifyReply,
	FastifyRequest,
	onRequestHookHandler,
	onSendHookHandler,
	preValidationHookHandler,
} from 'fastify';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import type { Cards } from '../cards/cards';
import { STYLES, TEMPLATES } from '../cards/catalog';
import type { BatchCreateRequest, CardCreateRequest } from '../contract';
import { USER_AGENT } from '../defaults';
import { answerUnder, strikeAnswer, strikeArrival } from '../faults/applyFault';
import type { Fault, Faults, FaultyCall } from '../faults/faults';
import * as operations from '../openapi/operations';
import type { StoredCard } from '../state/card';
import type { Journal } from '../state/journal';
import type { Store } from '../state/store';
import type { Clock } from '../time/clock';
import { ApiError, cardNotFound, isUnread, routeNotFound, sendError } from './errors';
import { externalIdsIn } from './externalIds';
import type { RateLimiter } from './rateLimit';
import { bodyTextOf, exactBodyOf, readEarly } from './readBody';
import type { RecordCall } from './recordCall';
import { ACCOUNT, accountOf, idempotencyKey, recorder } from './recordCall';
import { refuseBadBatch, refuseBadCard } from './validateOrder';

interface Options {
	readonly accounts: ReadonlyMap<string, string>;
	readonly clock: Clock;
	readonly faults: Faults;
	readonly cards: Cards;
	readonly journal: Journal;
	readonly rateLimiter: RateLimiter;
	readonly rejectedKeepsKey: boolean;
	readonly store: Store;
}

const FAULT = 'fault';

/** Spec, Endpoints: POST operations require the header. */
function requiredKey(request: FastifyRequest): string {
	const key = idempotencyKey(request);
	if (key === null) throw new ApiError('invalid_request', 'The Idempotency-Key header is required');
	// Node joins repeated headers with a comma.
	const isRepeated = key.includes(',') && request.raw.headersDistinct['idempotency-key']?.length !== 1;
	if (!isRepeated) return key;
	throw new ApiError('invalid_request', 'The Idempotency-Key header must be sent once');
}

function faultyCall(request: FastifyRequest, externalIds: readonly string[]): FaultyCall {
	return { method: request.method, url: request.url, key: idempotencyKey(request), externalIds };
}

/** Of the commands and the library: faults are for the program under test. */
function isOwnCall({ headers }: FastifyRequest): boolean {
	return headers['user-agent'] === USER_AGENT;
}

/** True when the request ends here. */
function struck(
	fault: Fault | null,
	request: FastifyRequest,
	reply: FastifyReply,
	record: RecordCall,
): boolean {
	if (fault === null) return false;
	request.setDecorator(FAULT, fault);
	// Without an answer there is no `onSend` to record it.
	if (fault.kind === 'reset') record(request, fault);
	return strikeArrival(fault, request, reply);
}

/** The faults that look into the body, once it is read. */
function faultsOfBody({ faults }: Options, record: RecordCall): preValidationHookHandler {
	return (request, reply, next) => {
		const call = faultyCall(request, externalIdsIn(request.body));
		if (isOwnCall(request) || !faults.needBody(call) || !struck(faults.strike(call), request, reply, record))
			next();
	};
}

/** The API key, then the rate limit. */
function refusalOf(
	{ accounts, rateLimiter }: Options,
	request: FastifyRequest,
	reply: FastifyReply,
): ApiError | undefined {
	const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
	const accountId = bearer === undefined ? undefined : accounts.get(bearer);
	if (accountId === undefined) {
		return new ApiError('invalid_api_key', 'The API key is missing, invalid or revoked');
	}
	request.setDecorator(ACCOUNT, accountId);

	const permit = rateLimiter.take(accountId);
	reply.headers(permit.headers);
	if (permit.allowed) return undefined;
	return new ApiError('rate_limit_exceeded', 'Too many requests; wait Retry-After seconds');
}

/** Faults on demand come first. */
function admission(options: Options, record: RecordCall): onRequestHookHandler {
	const { faults } = options;
	return (request, reply, next) => {
		const call = faultyCall(request, []);
		const fault = isOwnCall(request) || faults.needBody(call) ? null : faults.strike(call);
		const endsHere = fault?.kind === 'status' || fault?.kind === 'reset';
		const refusal = endsHere ? undefined : refusalOf(options, request, reply);
		const goOn = () => {
			if (!struck(fault, request, reply, record)) next(refusal);
		};
		if (endsHere || refusal !== undefined) readEarly(request, goOn);
		else goOn();
	};
}

function departure(record: RecordCall): onSendHookHandler {
	return (request, reply, payload, next) => {
		const fault = request.getDecorator<Fault | null>(FAULT);
		const sent = fault === null ? payload : answerUnder(fault, request, reply, payload);
		record(request, fault, reply, sent);
		if (fault === null) next();
		else strikeAnswer(fault, request, reply, sent, next);
	};
}

/**
 * An accepted key with another payload is a conflict even if that payload is invalid (spec,
 * Idempotency rules 3), so the handlers look the key up before they judge the body.
 */
const judgedByHandler = { validatorCompiler: () => (value: unknown) => ({ value }) };

/** A foreign card is reported as unknown (spec, Authentication 4). */
function ownCard({ store }: Options, request: FastifyRequest, id: string): StoredCard {
	const stored = store.cards.get(id);
	if (stored?.accountId !== accountOf(request)) throw cardNotFound();
	return stored;
}

function createCard(
	{ cards, store, rejectedKeepsKey }: Options,
	request: FastifyRequest,
	reply: FastifyReply,
): void {
	const accountId = accountOf(request);
	const order = exactBodyOf(request);
	const created = store.accepted.cards.once(
		accountId,
		requiredKey(request),
		order,
		(key) => {
			refuseBadCard(request.body);
			const text = bodyTextOf(request) ?? '';
			const card = cards.prepare(order as CardCreateRequest, text, { accountId, key });
			cards.accept(card);
			return card.stored;
		},
		rejectedKeepsKey,
	);
	void reply.code(201).send(store.firstAnswerOf(created));
}

function createBatch(
	{ cards, store, rejectedKeepsKey }: Options,
	request: FastifyRequest,
	reply: FastifyReply,
): void {
	const accountId = accountOf(request);
	const order = exactBodyOf(request);
	const created = store.accepted.batches.once(
		accountId,
		requiredKey(request),
		order,
		(key) => {
			refuseBadBatch(request.body);
			return cards.createBatch(order as BatchCreateRequest, accountId, key);
		},
		rejectedKeepsKey,
	);
	void reply.code(202).send(created.batch);
}

export const v1Routes: FastifyPluginCallbackZod<Options> = (app, options, done) => {
	app.decorateRequest(ACCOUNT, '');
	app.decorateRequest(FAULT, null);
	const record = recorder(options);
	app.addHook('onRequest', admission(options, record));
	app.addHook('preValidation', faultsOfBody(options, record));
	app.addHook('onSend', departure(record));
	app.setNotFoundHandler(routeNotFound);
	app.setErrorHandler((error, request, reply) => {
		const answer = () => sendError(error, request, reply);
		if (isUnread(error, request)) readEarly(request, answer);
		else answer();
	});

	app.post('/cards', { ...judgedByHandler, schema: operations.createCard.schema }, (request, reply) => {
		createCard(options, request, reply);
	});
	app.post('/batches', { ...judgedByHandler, schema: operations.createBatch.schema }, (request, reply) => {
		createBatch(options, request, reply);
	});
	app.get('/cards/:id', { schema: operations.readCard.schema }, (request, reply) => {
		const stored = ownCard(options, request, request.params.id);
		void reply.code(200).send({ ...options.store.cardOf(stored), events: stored.events });
	});
	app.get('/templates', { schema: operations.listTemplates.schema }, (_, reply) => {
		void reply.code(200).send({ templates: [...TEMPLATES] });
	});
	app.get('/styles', { schema: operations.listStyles.schema }, (_, reply) => {
		void reply.code(200).send({ styles: [...STYLES] });
	});
	done();
};
