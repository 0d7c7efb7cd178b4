/** Helpers of the sandbox's tests: real HTTP in both directions, waiting for conditions, tidying up. */
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';

import type { Dispatcher } from 'undici';
import { request } from 'undici';

import type { Sandbox, SandboxOptions } from '../../../sandbox/src/createSandbox';
import { createSandbox } from '../../../sandbox/src/createSandbox';
import { DEFAULTS } from '../../../sandbox/src/defaults';
import type { FaultRule } from '../../../sandbox/src/faults/rules';
import { startLocalServer } from '../../../tools/localServer';
import { eventually } from '../../../tools/waiting';

export type Json = Record<string, unknown>;

type Close = () => unknown;
const ofFile: Close[] = [];
const ofTest: Close[] = [];
let isInTest = false;

/** What was started last ends first. What a `beforeAll` has started lives until the end of the file. */
async function closeAll(open: Close[]): Promise<void> {
	for (const close of open.splice(0).reverse()) await close();
}
export function closeAfterwards(close: Close): void {
	(isInTest ? ofTest : ofFile).push(close);
}
beforeEach(() => {
	isInTest = true;
});
afterEach(async () => {
	isInTest = false;
	await closeAll(ofTest);
});
afterAll(() => closeAll(ofFile));

export function temporaryFolder(): string {
	const folder = mkdtempSync(path.join(tmpdir(), 'sandbox-'));
	closeAfterwards(() => rmSync(folder, { recursive: true }));
	return folder;
}

/** Where a new data folder may be, in a folder of its own. */
export const newDataFolder = (): string => path.join(temporaryFolder(), 'letters');

export interface Answer {
	status: number;
	headers: IncomingHttpHeaders;
	body: Json;
}

interface Call {
	body?: unknown;
	/** Sent as it is instead of `body`. */
	rawBody?: string | Buffer;
	headers?: Record<string, string | string[]>;
	/** The API key; null sends none. */
	apiKey?: string | null;
	idempotencyKey?: string;
}

let lastKey = 0;
export function freshKey(): string {
	lastKey += 1;
	return `key-${String(lastKey)}`;
}

/** The answer as it comes, whatever it is. */
export async function callForText(
	method: Dispatcher.HttpMethod,
	url: string,
	{ body, rawBody, headers = {}, apiKey = DEFAULTS.apiKey, idempotencyKey }: Call = {},
): Promise<Omit<Answer, 'body'> & { text: string }> {
	const text = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
	const answer = await request(url, {
		method,
		body: text,
		headers: {
			accept: 'application/json',
			...(text !== undefined && { 'content-type': 'application/json' }),
			...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
			...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
			...headers,
		},
	});
	return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
}

export async function call(method: Dispatcher.HttpMethod, url: string, options?: Call): Promise<Answer> {
	const { text: json, ...answer } = await callForText(method, url, options);
	return { ...answer, body: JSON.parse(json) as Json };
}

export type Delivery = Json & { attempts: Json[] };

/** So many, whatever came of them. */
export const attempts = (count: number): Json[] => Array.from({ length: count }, () => ({}));

/** A sandbox with the calls tests make all the time. */
export class TestSandbox {
	private constructor(readonly sandbox: Sandbox) {}

	static async start(options: SandboxOptions = {}): Promise<TestSandbox> {
		const sandbox = await createSandbox({ port: 0, plan: 'enterprise', ...options });
		closeAfterwards(sandbox.close);
		return new TestSandbox(sandbox);
	}

	get(path: string, options?: Call): Promise<Answer> {
		return call('GET', this.sandbox.baseUrl + path, options);
	}

	/** POST with a fresh idempotency key unless one is given. */
	post(path: string, body: unknown, options: Call = {}): Promise<Answer> {
		return call('POST', this.sandbox.baseUrl + path, {
			body,
			idempotencyKey: freshKey(),
			...options,
		});
	}

	control(method: Dispatcher.HttpMethod, path: string, body?: unknown): Promise<Answer> {
		return call(method, `${this.sandbox.origin}/_sandbox${path}`, { body, apiKey: null });
	}

	async newCard(body: Json = order()): Promise<string> {
		const answer = await this.post('/cards', body);
		expect(answer.status).toBe(201);
		return String(answer.body.id);
	}

	/** One step towards delivery, or to a status through all between. */
	advance(id: unknown, to?: string): Promise<Answer> {
		return this.control('POST', `/cards/${String(id)}/advance`, to === undefined ? undefined : { to });
	}

	/** Oldest first. */
	async deliveries(): Promise<Delivery[]> {
		return (await this.control('GET', '/deliveries')).body.deliveries as Delivery[];
	}

	/** Waits until a delivery, the first unless another is meant, looks like this. */
	async delivery(looks: Json, nth = 0): Promise<Delivery> {
		await eventually(async () => {
			expect((await this.deliveries())[nth]).toMatchObject(looks);
		});
		return (await this.deliveries())[nth] as Delivery;
	}

	/** Waits until there are so many deliveries, each tried at least once. */
	async settled(count: number): Promise<Delivery[]> {
		await eventually(async () => {
			const attempts = (await this.deliveries()).map((one) => one.attempts.length);
			expect([attempts.length, attempts.every((tries) => tries > 0)]).toEqual([count, true]);
		});
		return await this.deliveries();
	}

	async setRules(...rules: FaultRule[]): Promise<void> {
		const { status, body } = await this.control('PUT', '/faults', { rules });
		expect([status, body.rules]).toEqual([200, rules.map((rule) => ({ ...rule, struck: 0 }))]);
	}

	async state(): Promise<Json> {
		return (await this.control('GET', '/state')).body;
	}

	/** How often each rule has struck. */
	async struck(): Promise<unknown[]> {
		return ((await this.state()).faults as Json[]).map((rule) => rule.struck);
	}

	async letters(): Promise<number> {
		return (await this.state()).cards as number;
	}

	/** Oldest first. */
	async cards(): Promise<Json[]> {
		return (await this.control('GET', '/cards')).body.cards as Json[];
	}

	/** The journal, oldest first. */
	async requests(): Promise<Json[]> {
		return (await this.control('GET', '/requests')).body.requests as Json[];
	}

	async eventTypes(id: string): Promise<unknown[]> {
		const { body } = await this.get(`/cards/${id}`);
		return (body.events as Json[]).map(({ type }) => type);
	}

	async status(id: string): Promise<unknown> {
		return (await this.get(`/cards/${id}`)).body.status;
	}
}

export const address = {
	name: 'Ana Souza',
	address_line1: 'Rua das Flores, 10',
	city: 'São Paulo',
	state: 'SP',
	zip: '01310-100',
};

export function order(changes: Json = {}): Json {
	return { to: address, message: 'Obrigado!', ...changes };
}

export function errorOf({ body }: Answer): Record<string, string> {
	return body.error as Record<string, string>;
}

export function expectRefused(answer: Answer, status: number, code: string, words = ''): void {
	const message = expect.stringContaining(words) as unknown;
	expect([answer.status, errorOf(answer)]).toMatchObject([status, { code, message }]);
}

export interface Received {
	headers: IncomingHttpHeaders;
	rawBody: Buffer;
	body: { event: string; data: Json; occurred_at: string };
}

/** Written from the specification alone (Events, Webhook request headers). */
export function signatureOf({ headers, rawBody }: Received, secret: string, prefix = 'x-service'): string {
	const timestamp = String(headers[`${prefix}-timestamp`]);
	return createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest('hex');
}

export function isSignedWith(secret: string, received: Received, prefix = 'x-service'): boolean {
	return received.headers[`${prefix}-signature`] === signatureOf(received, secret, prefix);
}

type ReceiverAnswer = number | { status: number; body: string };

/** A webhook receiver that answers with whatever `answer` says for the n-th request. */
export async function startReceiver(answer: (nth: number) => ReceiverAnswer = () => 200) {
	const received: Received[] = [];
	const server = await startLocalServer((incoming, response) => {
		void buffer(incoming).then((rawBody) => {
			const body = JSON.parse(rawBody.toString()) as Received['body'];
			received.push({ headers: incoming.headers, rawBody, body });
			const given = answer(received.length);
			const { status, body: text } = typeof given === 'number' ? { status: given, body: '' } : given;
			response.writeHead(status).end(text);
		});
	});
	closeAfterwards(server.close);
	return {
		url: `${server.origin}/hook`,
		received,
		events: () => received.map(({ body }) => body.event),
		/** Waits until so many have come. */
		gets: (count: number) => eventually(() => expect(received).toHaveLength(count)),
		close: server.close,
	};
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
