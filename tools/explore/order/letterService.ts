/** The letter service of the model: it keeps the rules of its specification and answers as a step says. */
import type { IN8nHttpFullResponse } from 'n8n-workflow';

/** What becomes of a request that has arrived, and what the node hears of it. */
export type Answer =
	| 'creates'
	| 'creates, is cut off'
	| 'creates, stays silent to the end'
	| 'creates, answers without an id'
	| 'is cut off'
	| 'stays silent to the end'
	| 'is not there to the end'
	| 'is busy'
	/** With a conflict, of the attempt before. */
	| 'is still at work'
	| 'refuses'
	| 'refuses the key'
	| 'wants a pause';

export interface Letter {
	id: string;
	/** The order that somebody wanted, by the name of its recipient. */
	wanted: string;
	message?: string;
}

interface Order {
	to: { name: string };
	message?: string;
}

/** A request that has been sent and not been answered. */
export interface Pending {
	key: string;
	body: string;
	respond: (response: IN8nHttpFullResponse) => void;
	fail: (error: Error) => void;
}

const ENVELOPES: Partial<Record<Answer, [status: number, type: string, code: string]>> = {
	'is busy': [503, 'internal_error', 'internal_error'],
	'is still at work': [409, 'idempotency_error', 'idempotency_conflict'],
	refuses: [422, 'validation_error', 'invalid_zip'],
	'refuses the key': [401, 'authentication_error', 'invalid_api_key'],
	'wants a pause': [429, 'rate_limit_error', 'rate_limit_exceeded'],
};

/** More than any deadline. */
export const PAUSE_SECONDS = 900;

export class LetterService {
	readonly letters: Letter[] = [];
	private readonly orders = new Map<string, { body: string; answer: object; refused?: boolean }>();
	pending: Pending[] = [];

	/** @param keepsRefused It keeps the keys of orders that it has refused. */
	constructor(
		private readonly now: () => number,
		private readonly keepsRefused = false,
	) {}

	/** Takes the place of n8n's HTTP helper. */
	async request(key: string, body: string, signal: AbortSignal): Promise<IN8nHttpFullResponse> {
		return await new Promise((respond, fail) => {
			const pending = { key, body, respond, fail };
			this.pending.push(pending);
			signal.addEventListener('abort', () => {
				this.pending = this.pending.filter((other) => other !== pending);
				fail(new Error('The execution was cancelled'));
			});
		});
	}

	/** What it may do with the request. It has no reason to refuse an order that it has taken. */
	allows(how: Answer, { key, body }: Pending): boolean {
		const known = this.orders.get(key);
		if (known === undefined) return how !== 'is still at work';
		if (known.body !== body) return how === 'creates';
		return known.refused ? !how.startsWith('creates') && how !== 'is still at work' : how !== 'refuses';
	}

	/** The request for which the node has now been given an id. */
	answer(index: number, how: Answer): Pending | undefined {
		const [pending] = this.pending.splice(index, 1);
		if (pending === undefined) throw new Error(`There is no request ${index}`);
		const { respond, fail } = pending;
		const created = how.startsWith('creates') ? this.create(pending) : undefined;
		if (how === 'refuses' && this.keepsRefused) {
			this.orders.set(pending.key, { body: pending.body, answer: {}, refused: true });
		}
		if (how === 'creates') respond(this.response(created === undefined ? 409 : 201, created ?? CONFLICT));
		else if (how === 'creates, answers without an id') respond(this.response(200, {}));
		else if (ENVELOPES[how] === undefined) {
			fail(broken(how === 'is not there to the end' ? 'ECONNREFUSED' : 'ECONNRESET'));
		} else {
			const [status, type, code] = ENVELOPES[how];
			respond(this.response(status, envelope(type, code)));
		}
		return how === 'creates' && created !== undefined ? pending : undefined;
	}

	/** The same key gives the same resource again, and a conflict with another body (spec, Idempotency rules). */
	private create({ key, body }: Pending): object | undefined {
		const known = this.orders.get(key);
		if (known !== undefined) return known.body === body ? known.answer : undefined;
		const order = JSON.parse(body) as Order & { cards?: Order[] };
		const ids = (order.cards ?? [order]).map(({ to: { name }, message }) => {
			const id = `crd_${this.letters.length + 1}`;
			this.letters.push({ id, wanted: name, message });
			return id;
		});
		const createdAt = new Date(this.now()).toISOString();
		const more = { status: 'queued', created_at: createdAt, tracking_code: null, tracking_url: null };
		const answer = order.cards
			? {
					batch_id: `bat_${ids.join('_')}`,
					status: 'queued',
					total_cards: ids.length,
					created_at: createdAt,
				}
			: { id: ids[0], ...more, estimated_posting_at: null };
		this.orders.set(key, { body, answer });
		return answer;
	}

	private response(statusCode: number, body: object): IN8nHttpFullResponse {
		const pause = statusCode === 429 && { 'retry-after': String(PAUSE_SECONDS) };
		const headers = { date: new Date(this.now()).toUTCString(), ...pause };
		return { statusCode, headers, body: asStream(JSON.stringify(body)) };
	}

	get state(): unknown {
		const orders = [...this.orders].map(([key, { body, refused }]) => [key, body, refused]);
		const pending = this.pending.map(({ key, body }) => [key, body]);
		return [this.letters, orders, pending];
	}
}

const envelope = (type: string, code: string): object => ({
	error: { type, code, message: `It is ${code}`, request_id: 'req_1' },
});

const CONFLICT = envelope('idempotency_error', 'idempotency_conflict');

const broken = (code: string): Error => Object.assign(new Error(`${code} in the model`), { code });

/** As n8n's helper gives it, but in this turn: a real stream takes some of Node's own. */
const asStream = (text: string) => ({
	on(event: string, listener: (chunk?: Buffer) => void) {
		if (event === 'data') listener(Buffer.from(text));
		if (event === 'end') listener();
		return this;
	},
	destroy: () => undefined,
});
