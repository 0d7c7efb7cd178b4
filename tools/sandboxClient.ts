/** A sandbox for a test, on a free port, with the few control calls tests need. */
import { ControlClient } from '../sandbox/src/client/controlClient';
import type { SandboxOptions } from '../sandbox/src/createSandbox';
import { createSandbox } from '../sandbox/src/createSandbox';
import { DEFAULTS } from '../sandbox/src/defaults';
import type { Letter, RecordedRequest } from '../sandbox/src/library/types';
import type { CredentialData } from './engine/engine';

export class SandboxClient {
	private readonly client: ControlClient;

	private constructor(
		readonly origin: string,
		readonly credential: CredentialData,
		private readonly stop: () => Promise<void>,
		controlToken: string | null,
	) {
		this.client = new ControlClient({ origin, apiKey: credential.apiKey, controlToken });
	}

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
		return await this.client.control<T>(method, path, { body });
	}

	/** As any program of the account orders a letter; gives its ID. */
	async order(body: object, idempotencyKey: string): Promise<string> {
		const { apiKey } = this.credential;
		const headers = {
			authorization: `Bearer ${apiKey}`,
			'idempotency-key': idempotencyKey,
			// Faults spare the sandbox's own tools.
			'user-agent': 'any program',
		};
		return (await this.client.call<{ id: string }>('POST', '/v1/cards', { body, headers })).id;
	}

	/** Distinct letters the service has accepted. */
	async letters(): Promise<number> {
		return (await this.client.state()).cards;
	}

	/** In the order in which the service took them. */
	async cards(): Promise<Letter[]> {
		return await this.client.letters();
	}

	/** The requests below `/v1`, oldest first. */
	async requests(): Promise<RecordedRequest[]> {
		return await this.client.requests();
	}
}
