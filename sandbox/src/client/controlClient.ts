/** The control API as the verbs and the library call it. They do nothing that `curl` could not do. */
import { randomUUID } from 'node:crypto';

import type { Dispatcher } from 'undici';
import { request } from 'undici';

import { completed } from '../cards/sampleOrders';
import { USER_AGENT } from '../defaults';
import type {
	CardEventName,
	CardStatus,
	Delivery,
	FaultRule,
	Letter,
	Order,
	ReceiverSettings,
	RecordedRequest,
	SeedLetter,
} from '../library/types';

/** What the sandbox refused, or why it could not be asked, in words for the person who called. */
export class ClientError extends Error {
	constructor(
		message: string,
		readonly status: number | null = null,
	) {
		super(message);
	}
}

/** A receiver as the sandbox shows it: without its secret. */
export type ReceiverView = { name: string } & Required<Omit<ReceiverSettings, 'secret'>>;

export type CountedRule = FaultRule & { struck: number };
export interface ClockState {
	now: string;
	speed: 'off' | number;
}
export interface Limits {
	limit: number | null;
	windowSeconds: number;
}

interface State {
	cards: number;
	clock: ClockState;
	limits: Limits;
	faults: CountedRule[];
}

export type Query = Record<string, string | number | undefined>;

interface Options {
	readonly origin: string;
	readonly apiKey: string;
	readonly controlToken: string | null;
}

interface Call {
	readonly query?: Query;
	readonly body?: unknown;
	readonly headers?: Record<string, string>;
}

function messageIn(text: string): string | undefined {
	try {
		return (JSON.parse(text) as { error?: { message?: string } }).error?.message;
	} catch {
		return undefined;
	}
}

export class ControlClient {
	constructor(private readonly options: Options) {}

	async call<Answer>(
		method: Dispatcher.HttpMethod,
		path: string,
		{ query, body, headers }: Call = {},
	): Promise<Answer> {
		const { origin } = this.options;
		let answer: Dispatcher.ResponseData;
		try {
			answer = await request(origin + path, {
				method,
				query: Object.fromEntries(Object.entries(query ?? {}).filter(([, value]) => value !== undefined)),
				body: body === undefined ? undefined : JSON.stringify(body),
				headers: {
					accept: 'application/json',
					'user-agent': USER_AGENT,
					...(body !== undefined && { 'content-type': 'application/json' }),
					...headers,
				},
			});
		} catch (error) {
			const { code, message } = error as NodeJS.ErrnoException;
			throw new ClientError(`No sandbox answers at ${origin} (${code ?? message}). Start one first.`);
		}
		const text = await answer.body.text();
		if (answer.statusCode < 300) return JSON.parse(text) as Answer;
		throw new ClientError(
			messageIn(text) ?? `${method} ${path} was answered with ${String(answer.statusCode)}`,
			answer.statusCode,
		);
	}

	control<Answer>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, call: Call = {}): Promise<Answer> {
		const { controlToken } = this.options;
		const headers = controlToken === null ? undefined : { authorization: `Bearer ${controlToken}` };
		return this.call(method, `/_sandbox${path}`, { ...call, headers });
	}

	/** Orders as a customer would; a made-up letter where the order does not say otherwise. */
	async send(order: Partial<Order> = {}, key: string = randomUUID()): Promise<Letter> {
		const body = completed(order);
		const headers = { authorization: `Bearer ${this.options.apiKey}`, 'idempotency-key': key };
		const { id } = await this.call<{ id: string }>('POST', '/v1/cards', { body, headers });
		return this.letter(id);
	}

	/** The first of them first. */
	async seed(letters: readonly SeedLetter[]): Promise<Letter[]> {
		return (await this.control<{ cards: Letter[] }>('POST', '/seed', { body: { letters } })).cards;
	}

	letter(id: string): Promise<Letter> {
		return this.control('GET', `/cards/${encodeURIComponent(id)}`);
	}

	async letters(query: Query = {}): Promise<Letter[]> {
		return (await this.control<{ cards: Letter[] }>('GET', '/cards', { query })).cards;
	}

	/** By id or external_id; undefined while there is none. */
	async find(reference: string): Promise<Letter | undefined> {
		try {
			return await this.letter(reference);
		} catch (error) {
			if (!(error instanceof ClientError) || error.status !== 404) throw error;
		}
		const matching = await this.letters({ search: reference });
		return matching.findLast(({ external_id: externalId }) => externalId === reference);
	}

	/** By id or external_id; the newest without either. */
	async existing(reference?: string): Promise<Letter> {
		const letter =
			reference === undefined ? (await this.letters({ limit: 1 }))[0] : await this.find(reference);
		if (letter !== undefined) return letter;
		throw new ClientError(
			reference === undefined
				? 'The sandbox has no letter yet'
				: `No letter has the id or external_id "${reference}"`,
		);
	}

	async advance(id: string, to?: CardStatus): Promise<Letter> {
		const body = to === undefined ? {} : { to };
		await this.control('POST', `/cards/${encodeURIComponent(id)}/advance`, { body });
		return this.letter(id);
	}

	trigger(event: CardEventName, card?: string, receiver?: string): Promise<Delivery> {
		return this.control('POST', '/events', { body: { event, card, receiver } });
	}

	async deliveries(query: Query = {}): Promise<Delivery[]> {
		return (await this.control<{ deliveries: Delivery[] }>('GET', '/deliveries', { query })).deliveries;
	}

	redeliver(id: string): Promise<Delivery> {
		return this.control('POST', `/deliveries/${encodeURIComponent(id)}/redeliver`);
	}

	async requests(query: Query = {}): Promise<RecordedRequest[]> {
		return (await this.control<{ requests: RecordedRequest[] }>('GET', '/requests', { query })).requests;
	}

	request(id: string): Promise<RecordedRequest> {
		return this.control('GET', `/requests/${encodeURIComponent(id)}`);
	}

	async receivers(): Promise<ReceiverView[]> {
		return (await this.control<{ receivers: ReceiverView[] }>('GET', '/receivers')).receivers;
	}

	setReceiver(name: string, body: ReceiverSettings): Promise<ReceiverView> {
		return this.control('PUT', `/receivers/${encodeURIComponent(name)}`, { body });
	}

	async removeReceiver(name: string): Promise<void> {
		await this.control('DELETE', `/receivers/${encodeURIComponent(name)}`);
	}

	async setFaults(rules: readonly FaultRule[]): Promise<void> {
		await this.control('PUT', '/faults', { body: { rules } });
	}

	/** Beside those in force, whose counts stay. */
	addFault(rule: FaultRule): Promise<CountedRule> {
		return this.control('POST', '/faults', { body: rule });
	}

	/** Throws a ClientError without a status while nobody answers. */
	ready(): Promise<{ ready: true }> {
		return this.control('GET', '/ready');
	}

	state(): Promise<State> {
		return this.control('GET', '/state');
	}

	setLimits(body: Partial<Limits>): Promise<Limits> {
		return this.control('PUT', '/limits', { body });
	}

	setSpeed(speed: 'off' | number): Promise<ClockState> {
		return this.control('PUT', '/clock', { body: { speed } });
	}

	advanceTime(advanceSeconds: number): Promise<ClockState> {
		return this.control('PUT', '/clock', { body: { advanceSeconds } });
	}

	async reset(): Promise<void> {
		await this.control('POST', '/reset');
	}
}
