/**
 * The calls of a check. It holds itself to the limit it was given for POSTs, and waits for the next
 * window instead of running into the rate limit: a check must not slow down a real account.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { request } from 'undici';
import type { IncomingHttpHeaders } from 'undici/types/header';

import { ClientError } from '../client/controlClient';

const TIMEOUT_MS = 30_000;
/** The rest of the account's calls want some of the window too. */
const LEFT_FREE = 3;
const LONGEST_WAIT_SECONDS = 120;

export interface Answer {
	readonly status: number;
	readonly headers: IncomingHttpHeaders;
	readonly text: string;
	/** Undefined if it is not JSON. */
	readonly body: unknown;
}

export interface Call {
	/** The header, instead of the right one; null sends none. */
	readonly authorization?: string | null;
	/** The Idempotency-Key; null sends none. */
	readonly key?: string | null;
	/** JSON, or text that is sent as it is. */
	readonly body?: unknown;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

/** Seconds to wait so that the next call still fits in a window. */
function secondsToWait(headers: IncomingHttpHeaders, now: number): number {
	const remaining = Number(headers['x-ratelimit-remaining'] ?? NaN);
	const reset = Number(headers['x-ratelimit-reset'] ?? NaN);
	if (!(remaining <= LEFT_FREE) || Number.isNaN(reset)) return 0;
	return Math.min(Math.max(reset - now / 1000, 0) + 1, LONGEST_WAIT_SECONDS);
}

export class Prober {
	private waitSeconds = 0;
	private posts = 0;

	constructor(
		private readonly baseUrl: string,
		readonly apiKey: string,
		private readonly mostPosts: number,
	) {}

	/** How many more POSTs may leave. */
	get postsLeft(): number {
		return this.mostPosts - this.posts;
	}

	get(path: string, call: Call = {}): Promise<Answer> {
		return this.send('GET', path, call);
	}

	post(path: string, call: Call): Promise<Answer> {
		if (this.postsLeft <= 0) throw new Error('A check may send no more POSTs');
		this.posts += 1;
		return this.send('POST', path, call);
	}

	private async send(method: 'GET' | 'POST', path: string, call: Call): Promise<Answer> {
		const { authorization = `Bearer ${this.apiKey}`, key = null, body } = call;
		await sleep(this.waitSeconds * 1000);
		let answer;
		try {
			answer = await request(this.baseUrl + path, {
				method,
				headersTimeout: TIMEOUT_MS,
				bodyTimeout: TIMEOUT_MS,
				body: typeof body === 'object' ? JSON.stringify(body) : (body as string | undefined),
				headers: {
					accept: 'application/json',
					'content-type': 'application/json',
					...(authorization !== null && { authorization }),
					...(key !== null && { 'idempotency-key': key }),
				},
			});
		} catch (error) {
			throw new ClientError(`${method} ${this.baseUrl}${path}: ${(error as Error).message}`);
		}
		const { statusCode: status, headers } = answer;
		const text = await answer.body.text();
		this.waitSeconds = secondsToWait(headers, Date.now());
		if (status === 429) throw new ClientError('The rate limit is used up by others. Try again later.');
		return { status, headers, text, body: parsed(text) };
	}
}
