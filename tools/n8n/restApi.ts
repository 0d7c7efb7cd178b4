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

export class RestApi {
	private cookie = '';
	private readonly browserId = randomUUID();
	private readonly agent = new Agent();

	constructor(private readonly url: string) {}

	async call<T>(method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, content?: unknown): Promise<T> {
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
		if (statusCode >= 300) {
			throw new Refusal(statusCode, `${method} ${path}`, text);
		}
		return (JSON.parse(text) as { data: T }).data;
	}

	/** An answer that comes in pieces, whole. */
	async text(path: string, content: unknown): Promise<string> {
		const { statusCode, body } = await request(`${this.url}/rest${path}`, {
			dispatcher: this.agent,
			method: 'POST',
			headers: { ...this.headers(), 'content-type': 'application/json' },
			body: JSON.stringify(content),
		});
		const text = await body.text();
		if (statusCode >= 300) throw new Refusal(statusCode, `POST ${path}`, text);
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
