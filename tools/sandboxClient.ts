/** A sandbox for a test, on a free port, with the few control calls tests need. */
import { request } from 'undici';

import type { SandboxOptions } from '../sandbox/src/createSandbox';
import { createSandbox } from '../sandbox/src/createSandbox';
import { DEFAULTS } from '../sandbox/src/defaults';
import type { CredentialData } from './engine/engine';

export interface JournalEntry {
	method: string;
	path: string;
	/** Null when a fault destroyed the connection before the service looked at the request. */
	status: number | null;
	fault: string | null;
	idempotency_key: string | null;
}

/** What the control API shows of a letter, as far as tests look at it. */
export interface SandboxCard {
	id: string;
	external_id?: string | null;
	/** What was ordered. */
	request: { to: { name: string; city: string; zip: string }; message?: string };
}

export class SandboxClient {
	private constructor(
		readonly origin: string,
		readonly credential: CredentialData,
		private readonly stop: () => Promise<void>,
		private readonly controlToken: string | null,
	) {}

	static async start(options: SandboxOptions = {}): Promise<SandboxClient> {
		const sandbox = await createSandbox({ port: 0, plan: 'enterprise', ...options });
		return SandboxClient.at(sandbox.origin, sandbox.close, sandbox.controlToken);
	}

	/** One that runs already, perhaps in another process; `stop` ends it. */
	static at(origin: string, stop: () => Promise<void>, controlToken: string | null = null): SandboxClient {
		const credential = {
			apiKey: DEFAULTS.apiKey,
			baseUrl: `${origin}/v1`,
			webhookSecret: DEFAULTS.webhookSecret,
			previousWebhookSecret: '',
			headerPrefix: DEFAULTS.headerPrefix,
		};
		return new SandboxClient(origin, credential, stop, controlToken);
	}

	close = async (): Promise<void> => {
		await this.stop();
	};

	async control<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<T> {
		const answer = await request(`${this.origin}/_sandbox${path}`, {
			method,
			headers: {
				...(body !== undefined && { 'Content-Type': 'application/json' }),
				...(this.controlToken !== null && { Authorization: `Bearer ${this.controlToken}` }),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		if (answer.statusCode >= 300) {
			throw new Error(`${method} ${path}: ${answer.statusCode} ${await answer.body.text()}`);
		}
		return (await answer.body.json()) as T;
	}

	/** As any program of the account orders a letter; gives its ID. */
	async order(letter: object, idempotencyKey: string): Promise<string> {
		const { apiKey, baseUrl } = this.credential;
		const { statusCode, body } = await request(`${baseUrl}/cards`, {
			method: 'POST',
			headers: {
				Authorization: `Bearer ${apiKey}`,
				'Content-Type': 'application/json',
				'Idempotency-Key': idempotencyKey,
			},
			body: JSON.stringify(letter),
		});
		if (statusCode >= 300) throw new Error(`The order was answered ${statusCode}: ${await body.text()}`);
		return ((await body.json()) as { id: string }).id;
	}

	/** Distinct letters the service has accepted. */
	async letters(): Promise<number> {
		return (await this.control<{ cards: number }>('GET', '/state')).cards;
	}

	/** In the order in which the service took them. */
	async cards(): Promise<SandboxCard[]> {
		return (await this.control<{ cards: SandboxCard[] }>('GET', '/cards')).cards;
	}

	/** The requests below `/v1`, oldest first. */
	async requests(): Promise<JournalEntry[]> {
		return (await this.control<{ requests: JournalEntry[] }>('GET', '/requests')).requests;
	}
}
