/** One request and its answer, over n8n's HTTP helper, within a time of our own. */
import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import type { Account, Context } from '../../n8n/account';
import { CREDENTIAL } from '../../n8n/account';
import type { Request } from './request';

/** An answer as it came. */
export interface Answer {
	/** What was asked. */
	url: string;
	status: number;
	headers: Record<string, unknown>;
	text: string;
}

/** The answer had not ended in time. */
export class TimedOut extends Error {}

/** n8n's way to a server; the answer's body is a stream, or text. */
export type Transport = (options: IHttpRequestOptions, signal: AbortSignal) => Promise<IN8nHttpFullResponse>;

/** That of a node, with its proxies and its credential handling. */
export function transportOf(context: Context, { credential }: Account): Transport {
	// Without it n8n would read and decrypt the credential anew for every request.
	const known = { credentialsDecrypted: { id: '', name: '', type: CREDENTIAL, data: credential } };
	return async (options, signal) => {
		// n8n's helper takes its signal from the context, and would overwrite one in the options.
		const caller = Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as Context;
		return (await context.helpers.httpRequestWithAuthentication.call(
			caller,
			CREDENTIAL,
			options,
			known,
		)) as IN8nHttpFullResponse;
	};
}

/** Far above what the spec's answers need; gzip can unpack to a thousand times its size. */
const MOST_BYTES = 10_000_000;

/** The longest time a timer can be set to. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * n8n's own timeout starts anew with every byte, so an answer that trickles would never end. The body is canonical
 * JSON: the same order is the same bytes. The signal is the run's: it aborts when that is cancelled or timed out.
 * @throws TimedOut; the error of n8n's helper when the connection broke or the run was stopped
 */
export async function exchange(
	transport: Transport,
	{ method, path, key }: Request,
	{
		baseUrl,
		body,
		timeoutMs,
		signal,
	}: { baseUrl: string; body: string | undefined; timeoutMs: number; signal: AbortSignal | undefined },
): Promise<Answer> {
	const timeout = Math.min(Math.ceil(timeoutMs), LONGEST_TIMEOUT_MS);
	const timer = AbortSignal.timeout(timeout);
	const attempt = new AbortController();
	let answer: Body | undefined;
	const end = () => {
		attempt.abort();
		answer?.destroy(new Error('The attempt has ended'));
	};
	for (const source of [timer, signal]) source?.addEventListener('abort', end, { once: true });
	try {
		if (signal?.aborted) end();
		const url = `${baseUrl}${path}`;
		const options: IHttpRequestOptions = {
			method,
			url,
			headers: {
				Accept: 'application/json',
				...(body !== undefined && { 'Content-Type': 'application/json' }),
				...(key !== undefined && { 'Idempotency-Key': key.value }),
			},
			body,
			// As it comes: n8n sets no maximum.
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			// A redirect would carry the key elsewhere and turn a POST into a GET.
			disableFollowRedirect: true,
			timeout,
		};
		const { statusCode: status, headers, body: stream } = await transport(options, attempt.signal);
		if (typeof stream === 'string') return { url, status, headers, text: stream };
		answer = stream as unknown as Body;
		if (attempt.signal.aborted) end();
		return { url, status, headers, text: await readText(answer) };
	} catch (error) {
		throw timer.aborted && !signal?.aborted ? new TimedOut() : error;
	} finally {
		for (const source of [timer, signal]) source?.removeEventListener('abort', end);
	}
}

/** What n8n's helper gives of an answer that is asked for as a stream. */
interface Body {
	on(event: 'data', listener: (chunk: Uint8Array) => void): this;
	on(event: 'end' | 'close', listener: () => void): this;
	on(event: 'error', listener: (error: Error) => void): this;
	destroy(error: Error): void;
}

const decoder = new TextDecoder();

/** @throws what the stream ends with; an error of its own where the answer is too large */
async function readText(body: Body): Promise<string> {
	return await new Promise((resolve, reject) => {
		const chunks: Uint8Array[] = [];
		let bytes = 0;
		body.on('data', (chunk) => {
			bytes += chunk.length;
			if (bytes > MOST_BYTES) body.destroy(tooLarge());
			else chunks.push(chunk);
		});
		body.on('end', () => {
			resolve(decoder.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
		});
		body.on('error', reject);
		// Without an end, and without an error.
		body.on('close', () => {
			reject(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
		});
	});
}

const tooLarge = () =>
	Object.assign(new Error('its answer is larger than 10 MB'), { code: 'ANSWER_TOO_LARGE' });
