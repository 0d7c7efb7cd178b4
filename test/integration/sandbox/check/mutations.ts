/** Ways in which a letter service may break the interface, one each. */
import type { Answer, Mutation, Reason } from '../../../support/peers/letterService';

type Json = Record<string, unknown>;
type Route = 'cards' | 'card' | 'batches' | 'templates' | 'styles';

const skips = (reason: Reason): Mutation => ({ skips: reason });

/** A change of the good answers of one operation. */
function answers(route: Route, change: (body: Json, answer: Answer) => void): Mutation {
	return {
		change: (answer, call) => {
			if (call.route === route && answer.status < 300) change(answer.body as Json, answer);
		},
	};
}

/** A change of the answers that refuse for one reason. */
function refuses(reason: Reason, change: (error: Json, answer: Answer) => void): Mutation {
	return {
		change: (answer, { refusal }) => {
			if (refusal === reason) change((answer.body as { error: Json }).error, answer);
		},
	};
}

const everywhere = (change: (answer: Answer) => void): Mutation => ({ change });

export const MUTATIONS: Readonly<Record<string, Mutation>> = {
	'takes any API key': skips('api_key'),
	'takes an API key without its scheme': { ignoresScheme: true },
	'answers 401 with 403': refuses('api_key', (_, answer) => (answer.status = 403)),
	'names another code for 401': refuses('api_key', (error) => (error.code = 'unauthorized')),
	'names another type for 401': refuses('api_key', (error) => (error.type = 'auth_error')),
	'finds a letter that is unknown': skips('unknown_card'),
	'names another code for 404': refuses('unknown_card', (error) => (error.code = 'not_found')),
	'gives no request_id': refuses('unknown_card', (error) => delete error.request_id),
	'gives a numeric request_id': refuses('api_key', (error) => (error.request_id = 7)),
	'gives a flat error': refuses('no_zip', (error, answer) => (answer.body = error)),
	'answers errors as text': refuses('conflict', (_, answer) => (answer.body = 'Conflict')),
	'needs no Idempotency-Key': skips('idempotency_key'),
	'takes an empty Idempotency-Key': skips('empty_key'),
	'answers a missing Idempotency-Key with 500': refuses(
		'idempotency_key',
		(_, answer) => (answer.status = 500),
	),
	'answers broken JSON with 500': refuses('json', (_, answer) => (answer.status = 500)),
	'forgets keys': { forgetsKeys: true },
	'forgets a key that conflicted': { forgetsAtConflict: true },
	'takes two keys for one letter': { ignoresKeys: true },
	'takes another payload under a used key': skips('conflict'),
	'answers a conflict with 422': refuses('conflict', (_, answer) => (answer.status = 422)),
	'names another code for a conflict': refuses('conflict', (error) => (error.code = 'conflict')),
	'answers a repeated call with 409': {
		change: (answer, { isRepeated }) => {
			if (isRepeated) answer.status = 409;
		},
	},
	'gives a repeated letter another id': {
		change: (answer, { isRepeated }) => {
			if (isRepeated) Object.assign(answer.body as Json, { id: 'other', batch_id: 'other' });
		},
	},
	'takes a letter without text': skips('no_text'),
	'takes an unknown property': skips('property'),
	'takes an unknown property of the address': skips('to_property'),
	'takes a letter without a recipient': skips('no_to'),
	'takes a letter without a postal code': skips('no_zip'),
	'takes a letter without a city': skips('no_field'),
	'takes numbers for text': skips('type'),
	'takes a list for a letter': skips('body'),
	'takes a country by its name': skips('country'),
	'takes a short postal code': skips('zip'),
	'takes a state of three letters': skips('state'),
	'takes an unknown template': skips('template'),
	'takes a date that is none': skips('schedule'),
	'takes metadata that is text': skips('metadata'),
	'takes an empty batch': skips('no_cards'),
	'answers a wrong state with 500': refuses('state', (_, answer) => (answer.status = 500)),
	'names another type for a wrong field': refuses('state', (error) => (error.type = 'bad_request')),
	'creates with 200': answers('cards', (_, answer) => (answer.status = 200)),
	'creates with a property more': answers('cards', (body) => (body.price = 3)),
	'creates without an id': answers('cards', (body) => delete body.id),
	'creates in an older status': answers('cards', (body) => (body.status = 'processing')),
	'creates in a later status': answers('cards', (body) => (body.status = 'writing')),
	'creates with a tracking code': answers('cards', (body) => (body.tracking_code = 'BR1')),
	'creates with a timeline': answers('cards', (body) => (body.events = [])),
	'loses external_id': answers('cards', (body) => delete body.external_id),
	'changes external_id': answers('cards', (body) => (body.external_id = 'CHECK-1')),
	'loses metadata': answers('cards', (body) => delete body.metadata),
	'rounds numbers in metadata': answers('cards', ({ metadata }) => (((metadata ?? {}) as Json).number = 2)),
	'drops nulls from lists in metadata': answers('cards', ({ metadata }) => {
		Object.assign((metadata ?? {}) as Json, { list: [1, 'two', { deep: true }] });
	}),
	'gives times without an offset': answers('cards', (body) => (body.created_at = '2026-01-01 10:00')),
	'gives another time of creation': answers('cards', (body) => (body.created_at = '2020-01-01T10:00:00Z')),
	'forgets the schedule': answers('cards', (body) => {
		body.estimated_posting_at = '2026-01-01T10:00:00Z';
	}),
	'reads without a timeline': answers('card', (body) => delete body.events),
	'reads with old event names': answers('card', (body) => {
		body.events = [{ type: 'created', at: body.created_at }];
	}),
	'reads a timeline out of order': answers('card', (body) => {
		body.events = [
			{ type: 'card.created', at: '2026-01-02T10:00:00Z' },
			{ type: 'card.written', at: '2026-01-01T10:00:00Z' },
		];
	}),
	'reads another letter': answers('card', (body) => (body.id = 'other')),
	'reads without metadata': answers('card', (body) => delete body.metadata),
	'takes batches with 201': answers('batches', (_, answer) => (answer.status = 201)),
	'miscounts a batch': answers('batches', (body) => (body.total_cards = 0)),
	'gives a batch an id instead of a batch_id': answers('batches', (body) => {
		body.id = body.batch_id;
		delete body.batch_id;
	}),
	'gives times of batches as numbers': answers('batches', (body) => (body.created_at = 1_700_000_000)),
	'lists templates without an envelope': answers(
		'templates',
		(body, answer) => (answer.body = body.templates),
	),
	'lists templates without variables': answers('templates', ({ templates }) => {
		for (const template of templates as Json[]) delete template.variables;
	}),
	'lists styles with numeric ids': answers('styles', ({ styles }) => {
		for (const style of styles as Json[]) style.id = 1;
	}),
	'lists a style twice': answers('styles', ({ styles }) => {
		for (const style of styles as Json[]) style.id = 'sty_1';
	}),
	'refuses a letter with every field': {
		change: (answer, { order }) => {
			if (answer.status === 201 && order.style !== undefined) answer.status = 422;
		},
	},
	'refuses a template alone': {
		change: (answer, { order }) => {
			if (answer.status === 201 && order.message === undefined) answer.status = 422;
		},
	},
	'says that errors are HTML': refuses('api_key', (_, answer) => {
		answer.headers['content-type'] = 'text/html';
	}),
	'says that JSON is HTML': everywhere((answer) => (answer.headers['content-type'] = 'text/html')),
	'sends a rate limit that is no number': everywhere((answer) => {
		answer.headers['x-ratelimit-limit'] = 'unlimited';
	}),
	'sends the reset in milliseconds': everywhere((answer) => {
		answer.headers['x-ratelimit-reset'] = String(Date.now());
	}),
	'leaves more than the limit': everywhere((answer) => {
		answer.headers['x-ratelimit-limit'] = '5';
		answer.headers['x-ratelimit-remaining'] = '99';
	}),
};
