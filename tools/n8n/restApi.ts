/** Speaks to n8n's REST API as one browser that has logged in. */
import { randomUUID } from 'node:crypto';

import { Agent, request } from 'undici';

/** An answer of n8n that is not a success. */
class Refusal extends Error {
	constructor(
		readonly status: number,
		call: string,
		text: string,
	) {
		super(`n8n answered ${call} with HTTP ${status}: ${text.slice(0, 500)}`);
	}
}

/** For `catch`: nothing in the place of that refusal, any other error as it is. */
export function unlessStatus(status: number): (error: unknown) => undefined {
	return (error) => {
		if (!(error instanceof Refusal) || error.status !== status) throw error;
		return undefined;
	};
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';

export class RestApi {
	private cookie = '';
	private readonly browserId = randomUUID();
	private readonly agent = new Agent();

	constructor(private readonly url: string) {}

	async call<T>(method: Method, path: string, content?: unknown): Promise<T> {
		return (JSON.parse(await this.text(method, path, content)) as { data: T }).data;
	}

	/** The whole answer, also where it comes in pieces. */
	async text(method: Method, path: string, content?: unknown): Promise<string> {
		const { statusCode, headers, body } = await request(`${this.url}/rest${path}`, {
			dispatcher: this.agent,
			// A busy n8n closes idle connections late, at times just when the next call uses one.
			reset: true,
			method,
			headers: { ...this.headers(), ...(content !== undefined && { 'content-type': 'application/json' }) },
			body: content === undefined ? undefined : JSON.stringify(content),
		});
		const cookies = [headers['set-cookie'] ?? []].flat();
		if (cookies.length > 0) this.cookie = cookies.map((one) => one.split(';')[0]).join('; ');
		const text = await body.text();
		if (statusCode >= 300) throw new Refusal(statusCode, `${method} ${path}`, text);
		return text;
	}

	/** A file that the editor loads, from outside the REST API. */
	async file<T>(path: string): Promise<T> {
		const { body } = await request(this.url + path, { dispatcher: this.agent, headers: this.headers() });
		return (await body.json()) as T;
	}

	close(): Promise<void> {
		return this.agent.destroy();
	}

	private headers(): Record<string, string> {
		return {
			'browser-id': this.browserId,
			accept: 'application/json',
			...(this.cookie && { cookie: this.cookie }),
		};
	}
}
