/**
 * A letter service written from the interface alone, with nothing of the sandbox's or the nodes' code:
 * what `check` is tried on. A mutation makes it wrong in one place.
 */
import { createHash, randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';

import { startLocalServer } from '../../../tools/localServer';

type Json = Record<string, unknown>;

/** Why it refuses a call. */
export type Reason =
	| 'api_key'
	| 'unknown_card'
	| 'idempotency_key'
	| 'empty_key'
	| 'body'
	| 'json'
	| 'conflict'
	| 'no_text'
	| 'property'
	| 'to_property'
	| 'no_to'
	| 'no_zip'
	| 'no_field'
	| 'type'
	| 'zip'
	| 'country'
	| 'state'
	| 'template'
	| 'schedule'
	| 'metadata'
	| 'no_cards';

export interface Answer {
	status: number;
	headers: Record<string, string>;
	body: unknown;
}

interface Call {
	readonly route: 'cards' | 'card' | 'batches' | 'templates' | 'styles' | 'nowhere';
	readonly order: Json;
	readonly isRepeated: boolean;
	readonly refusal: Reason | null;
}

export interface Mutation {
	/** What it fails to refuse. */
	readonly skips?: Reason;
	/** Takes a repeated call for a new one. */
	readonly forgetsKeys?: boolean;
	/** Takes the same payload for the same call, whatever its key. */
	readonly ignoresKeys?: boolean;
	/** Looks for the key anywhere in the header. */
	readonly ignoresScheme?: boolean;
	/** Takes the key from the payload that conflicted. */
	readonly forgetsAtConflict?: boolean;
	/** What it answers differently. */
	readonly change?: (answer: Answer, call: Call) => void;
}

const ERRORS: Record<number, readonly [type: string, code: string]> = {
	400: ['validation_error', 'invalid_request'],
	401: ['authentication_error', 'invalid_api_key'],
	404: ['not_found_error', 'card_not_found'],
	409: ['idempotency_error', 'idempotency_conflict'],
	422: ['validation_error', 'invalid_field'],
	429: ['rate_limit_error', 'rate_limit_exceeded'],
};
const STATUS_OF: Partial<Record<Reason, number>> = {
	api_key: 401,
	unknown_card: 404,
	idempotency_key: 400,
	empty_key: 400,
	json: 400,
	body: 400,
	property: 400,
	to_property: 400,
	conflict: 409,
};
const CARD_FIELDS = ['to', 'template', 'message', 'style', 'schedule_at', 'external_id', 'metadata'];
const TO_REQUIRED = ['name', 'address_line1', 'city', 'state', 'zip'];
const TO_FIELDS = [...TO_REQUIRED, 'address_line2', 'country'];
const DATE_TIME = /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:\.\d+)?(?:Z|[+-][01]\d:[0-5]\d)$/;

const isObject = (value: unknown): value is Json =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

function isSchedule(value: unknown): boolean {
	if (value === undefined) return true;
	const [, day = ''] = DATE_TIME.exec(JSON.stringify(value).slice(1, -1)) ?? [];
	return !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
}

/** Every rule an order breaks. */
function faultsOf(order: Json): Reason[] {
	if (!isObject(order)) return ['body'];
	const { to, template, message, style, external_id: externalId, metadata } = order;
	const isText = (value: unknown) => value === undefined || typeof value === 'string';
	const faults: [Reason, boolean][] = [
		['property', Object.keys(order).some((name) => !CARD_FIELDS.includes(name))],
		['no_to', !isObject(to)],
		['no_text', template === undefined && message === undefined],
		['type', ![template, message, style, externalId].every(isText)],
		['template', template !== undefined && template !== 'tpl_1'],
		['schedule', !isSchedule(order.schedule_at)],
		['metadata', metadata !== undefined && !isObject(metadata)],
	];
	if (isObject(to)) {
		faults.push(
			['to_property', Object.keys(to).some((name) => !TO_FIELDS.includes(name))],
			['no_zip', to.zip === undefined],
			['no_field', TO_REQUIRED.some((name) => name !== 'zip' && to[name] === undefined)],
			['type', ![...TO_REQUIRED, 'country'].every((name) => isText(to[name]))],
			['type', to.address_line2 !== null && !isText(to.address_line2)],
			['country', typeof to.country === 'string' && !/^[A-Z]{2}$/.test(to.country)],
			['zip', typeof to.zip === 'string' && to.zip.length < 8],
			['state', typeof to.state === 'string' && to.state.length !== 2],
		);
	}
	return faults.filter(([, isFault]) => isFault).map(([reason]) => reason);
}

function errorOf(status: number): Answer {
	const [type, code] = ERRORS[status] ?? ['validation_error', 'invalid_field'];
	const error = { type, code, message: 'Refused', request_id: `req_${randomUUID()}` };
	return { status, headers: {}, body: { error } };
}

export interface LetterServiceOptions {
	readonly mutation?: Mutation;
	/** Requests in a window; a fresh one begins each second. */
	readonly limitPerSecond?: number;
}

export async function startLetterService({ mutation = {}, limitPerSecond }: LetterServiceOptions = {}) {
	const cards = new Map<string, Json>();
	const accepted = new Map<string, { hash: string; answer: Answer }>();
	const calls: { method: string; path: string; status: number; raw: string }[] = [];
	const window = { second: 0, used: 0 };

	function newCard(ordered: Json | null): Json {
		const order = ordered ?? {};
		const now = new Date().toISOString();
		const card = {
			id: `card_${randomUUID()}`,
			status: 'queued',
			tracking_code: null,
			tracking_url: null,
			estimated_posting_at: order.schedule_at ?? now,
			created_at: now,
			...(order.external_id !== undefined && { external_id: order.external_id }),
			...(order.metadata !== undefined && { metadata: order.metadata }),
		};
		cards.set(card.id, card);
		return card;
	}

	function create(route: 'cards' | 'batches', order: Json): Answer {
		if (route === 'cards') return { status: 201, headers: {}, body: { ...newCard(order) } };
		const orders = Array.isArray(order.cards) ? (order.cards as Json[]) : [];
		orders.forEach(newCard);
		const created_at = new Date().toISOString();
		const body = { batch_id: `b_${randomUUID()}`, status: 'queued', total_cards: orders.length, created_at };
		return { status: 202, headers: {}, body };
	}

	function refusalOf(route: Call['route'], order: Json): Reason | undefined {
		const orders = route === 'batches' && isObject(order) ? order.cards : [order];
		const faults: Reason[] = Array.isArray(orders) && orders.length > 0 ? [] : ['no_cards'];
		if (route === 'batches' && !isSchedule(order.schedule_at)) faults.push('schedule');
		if (Array.isArray(orders)) faults.push(...orders.flatMap((one: Json) => faultsOf(one)));
		return faults.find((fault) => fault !== mutation.skips);
	}

	function post(route: 'cards' | 'batches', order: Json, key: string | undefined): [Answer, Partial<Call>] {
		if (key === undefined && mutation.skips !== 'idempotency_key') return refuse('idempotency_key');
		if (key === '' && mutation.skips !== 'empty_key') return refuse('empty_key');
		const hash = createHash('sha256').update(JSON.stringify(order)).digest('hex');
		const scoped = `${route} ${mutation.ignoresKeys === true ? hash : (key ?? randomUUID())}`;
		const earlier = mutation.forgetsKeys === true ? undefined : accepted.get(scoped);
		if (earlier !== undefined && earlier.hash !== hash && mutation.skips !== 'conflict') {
			if (mutation.forgetsAtConflict === true) accepted.delete(scoped);
			return refuse('conflict');
		}
		if (earlier !== undefined) return [structuredClone(earlier.answer), { isRepeated: true }];
		const refusal = refusalOf(route, order);
		if (refusal !== undefined) return refuse(refusal);
		const answer = create(route, order);
		accepted.set(scoped, { hash, answer: structuredClone(answer) });
		return [answer, {}];
	}

	function refuse(refusal: Reason): [Answer, Partial<Call>] {
		return [errorOf(STATUS_OF[refusal] ?? 422), { refusal }];
	}

	function read(route: Call['route'], id: string): [Answer, Partial<Call>] {
		const ok = (body: unknown): [Answer, Partial<Call>] => [{ status: 200, headers: {}, body }, {}];
		const template = { id: 'tpl_1', name: 'One', variables: ['first_name'] };
		if (route === 'templates') return ok({ templates: [template, { ...template, id: 'tpl_2' }] });
		if (route === 'styles')
			return ok({
				styles: [
					{ id: 'sty_1', name: 'One', description: null },
					{ id: 'sty_2', name: 'Two' },
				],
			});
		const card = cards.get(id) ?? (mutation.skips === 'unknown_card' ? newCard({}) : undefined);
		if (route !== 'card' || card === undefined) return refuse('unknown_card');
		return ok({ ...card, events: [{ type: 'card.created', at: card.created_at }] });
	}

	function isWithinLimit(): boolean {
		const second = Math.floor(Date.now() / 1000);
		if (second !== window.second) Object.assign(window, { second, used: 0 });
		window.used += 1;
		return limitPerSecond === undefined || window.used <= limitPerSecond;
	}

	const server = await startLocalServer((request, response) => {
		void text(request).then((raw) => {
			const { method = '', url = '', headers } = request;
			const [, , name = '', id] = url.split('/');
			const route = (id === undefined ? name : 'card') as Call['route'];
			let order: Json | undefined;
			try {
				order = JSON.parse(raw || '{}') as Json;
			} catch {
				order = undefined;
			}
			const isKnown =
				headers.authorization === 'Bearer right_key' ||
				mutation.skips === 'api_key' ||
				(mutation.ignoresScheme === true && headers.authorization?.endsWith('right_key'));
			const key = headers['idempotency-key'] as string | undefined;
			let outcome: [Answer, Partial<Call>];
			if (isKnown !== true) outcome = refuse('api_key');
			else if (!isWithinLimit()) outcome = [errorOf(429), {}];
			else if (method === 'GET') outcome = read(route, id ?? '');
			else if (order === undefined) outcome = refuse('json');
			else outcome = post(route as 'cards' | 'batches', order, key);
			const [answer, seen] = outcome;
			const limit = limitPerSecond ?? 100_000;
			answer.headers = {
				'content-type': 'application/json; charset=utf-8',
				'x-ratelimit-limit': String(limit),
				'x-ratelimit-remaining': String(Math.max(limit - window.used, 0)),
				'x-ratelimit-reset': String(window.second + 1),
			};
			mutation.change?.(answer, { route, order: order ?? {}, isRepeated: false, refusal: null, ...seen });
			calls.push({ method, path: url, status: answer.status, raw });
			response.writeHead(answer.status, answer.headers).end(JSON.stringify(answer.body));
		});
	});
	return { baseUrl: `${server.origin}/v1`, calls, cards, close: server.close };
}
