/**
 * The service under test: a sandbox from the sources, or with CONFORMANCE_PACKAGE the one in that
 * built file. With CONFORMANCE_BASE_URL and CONFORMANCE_API_KEY it is another address, such as an
 * account's homologation (never production: the suite orders letters). Every answer is also held to
 * the OpenAPI document.
 */
import { randomUUID } from 'node:crypto';

import type { Dispatcher } from 'undici';

import type { Sandbox, SandboxOptions } from '../../../sandbox/src/createSandbox';
import { createSandbox as createFromSources } from '../../../sandbox/src/createSandbox';
import { DEFAULTS } from '../../../sandbox/src/defaults';
import type { Answer, Json } from '../sandbox/support';
import { call, order } from '../sandbox/support';
import { ServiceDocument } from './document';

export { address, errorOf, order } from '../sandbox/support';
export type { Answer, Json } from '../sandbox/support';

const {
	CONFORMANCE_BASE_URL: otherAddress,
	CONFORMANCE_API_KEY: otherKey = '',
	CONFORMANCE_PACKAGE: builtPackage,
} = process.env;

const { createSandbox } =
	builtPackage === undefined
		? { createSandbox: createFromSources }
		: jest.requireActual<{ createSandbox: typeof createFromSources }>(builtPackage);

/** For tests that need a sandbox: its control API, its clock, a second account. */
export const itInSandbox = otherAddress === undefined ? test : test.skip;
export const describeSandbox = otherAddress === undefined ? describe : describe.skip;

/** Never used before, also where other runs have left theirs. */
export const freshKey = (): string => randomUUID();

type Call = NonNullable<Parameters<typeof call>[2]>;

export const OTHER_ACCOUNT = 'other_key';

/** Every operation of the interface (spec, Endpoints). */
export const OPERATIONS = [
	['POST', '/cards'],
	['GET', '/cards/unknown'],
	['POST', '/batches'],
	['GET', '/templates'],
	['GET', '/styles'],
] as const;

export class Service {
	private constructor(
		readonly sandbox: Sandbox,
		readonly document: ServiceDocument,
	) {}

	static async start(options: SandboxOptions = {}): Promise<Service> {
		const apiKeys = [DEFAULTS.apiKey, OTHER_ACCOUNT];
		const sandbox = await createSandbox({ port: 0, plan: 'enterprise', apiKeys, ...options });
		return new Service(sandbox, await ServiceDocument.load(sandbox.origin));
	}

	close = (): Promise<void> => this.sandbox.close();

	get baseUrl(): string {
		return otherAddress?.replace(/\/$/, '') ?? this.sandbox.baseUrl;
	}

	async send(method: Dispatcher.HttpMethod, path: string, options: Call = {}): Promise<Answer> {
		const apiKey = otherAddress === undefined ? DEFAULTS.apiKey : otherKey;
		const answer = await call(method, this.baseUrl + path, { apiKey, ...options });
		this.document.expectDocumented(method, path, answer);
		if (answer.status < 300 && options.body !== undefined) {
			const resource = path === '/cards' ? 'CardCreateRequest' : 'BatchCreateRequest';
			expect([options.body, this.document.accepts(resource, options.body)]).toEqual([options.body, true]);
		}
		return answer;
	}

	get(path: string, options?: Call): Promise<Answer> {
		return this.send('GET', path, options);
	}

	/** With a fresh idempotency key unless one is given. */
	post(path: string, body: unknown, options: Call = {}): Promise<Answer> {
		return this.send('POST', path, { body, idempotencyKey: freshKey(), ...options });
	}

	async accepted(path: '/cards' | '/batches', body: unknown, options?: Call): Promise<Json> {
		const answer = await this.post(path, body, options);
		expect([answer.status, answer.body]).toEqual([path === '/cards' ? 201 : 202, expect.anything()]);
		return answer.body;
	}

	newCard(changes: Json = {}): Promise<Json> {
		return this.accepted('/cards', order(changes));
	}

	/** The first identifier of a catalog list. */
	async firstOf(list: 'templates' | 'styles'): Promise<string> {
		const { body } = await this.get(`/${list}`);
		return String((body[list] as Json[])[0]?.id);
	}

	control(method: Dispatcher.HttpMethod, path: string, body?: unknown): Promise<Answer> {
		return call(method, `${this.sandbox.origin}/_sandbox${path}`, { body, apiKey: null });
	}

	/** Letters accepted so far; zero where the service does not say. */
	async letters(): Promise<number> {
		if (otherAddress !== undefined) return 0;
		return (await this.control('GET', '/state')).body.cards as number;
	}

	advance(id: unknown, to: string): Promise<Answer> {
		return this.control('POST', `/cards/${String(id)}/advance`, { to });
	}
}
