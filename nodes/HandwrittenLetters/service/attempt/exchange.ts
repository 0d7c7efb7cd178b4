/** One request and its answer, over n8n's HTTP helper, within a time of our own. */
import type { IHttpRequestMethods, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { canonicalJson } from '../../../contract/canonicalJson';
import type { Account, Context } from '../../../n8n/account';
import { CREDENTIAL } from '../../../n8n/account';

/** What a request does at the service: nothing, order something physical, or change what is there. */
export type Effect = 'none' | 'order' | 'change';

export interface ServiceRequest {
	effect: Effect;
	method: IHttpRequestMethods;
	/** Below the base URL, with a leading slash. */
	path: string;
	body?: object;
	/** Its Idempotency-Key, which every POST must have (spec, Endpoints). */
	key?: string;
	/** Where the id of what is ordered stands in the answer. */
	idField?: 'id' | 'batch_id';
}

/** An answer as it came. */
export interface RawAnswer {
	/** What was asked. */
	url: string;
	status: number;
	headers: Record<string, unknown>;
	text: string;
}

/** The answer had not ended in time. */
export class TimedOut extends Error {}

/** What ends an attempt. */
export interface ExchangeOptions {
	timeoutMs: number;
	/** The run's: aborts when it is cancelled or timed out. */
	signal: AbortSignal | undefined;
}

/** Far above what the spec's answers need; gzip can unpack to a thousand times its size. */
const MOST_BYTES = 10_000_000;

/** The longest time a timer can be set to. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * n8n's own timeout starts anew with every byte, so an answer that trickles would never end.
 * @throws TimedOut; the error of n8n's helper when the connection broke or the run was stopped
 */
export async function exchange(
	context: Context,
	account: Account,
	request: ServiceRequest,
	{ timeoutMs, signal }: ExchangeOptions,
): Promise<RawAnswer> {
	const wholeMs = Math.min(Math.ceil(timeoutMs), LONGEST_TIMEOUT_MS);
	const timer = AbortSignal.timeout(wholeMs);
	const attempt = new AbortController();
	const end = () => {
		attempt.abort();
	};
	for (const source of [timer, signal]) source?.addEventListener('abort', end, { once: true });
	try {
		if (signal?.aborted) end();
		return await call(context, account, optionsOf(account, request, wholeMs), attempt.signal);
	} catch (error) {
		throw timer.aborted && !signal?.aborted ? new TimedOut() : error;
	} finally {
		for (const source of [timer, signal]) source?.removeEventListener('abort', end);
	}
}

function optionsOf({ baseUrl }: Account, request: ServiceRequest, timeoutMs: number): IHttpRequestOptions {
	const { method, path, body, key } = request;
	return {
		method,
		url: `${baseUrl}${path}`,
		headers: {
			Accept: 'application/json',
			...(body && { 'Content-Type': 'application/json' }),
			...(key !== undefined && { 'Idempotency-Key': key }),
		},
		// The same order is the same bytes, whatever the sequence of its fields.
		...(body && { body: canonicalJson(body) }),
		// As it comes: n8n sets no maximum.
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// A redirect would carry the key elsewhere and turn a POST into a GET.
		disableFollowRedirect: true,
		timeout: timeoutMs,
	};
}

async function call(
	context: Context,
	{ credential }: Account,
	options: IHttpRequestOptions,
	signal: AbortSignal,
): Promise<RawAnswer> {
	// n8n's helper takes its signal from the context, and would overwrite one in the options.
	const caller = Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as Context;
	const response = (await context.helpers.httpRequestWithAuthentication.call(
		caller,
		CREDENTIAL,
		options,
		// Without it n8n would read and decrypt the credential anew for every request.
		{ credentialsDecrypted: { id: '', name: '', type: CREDENTIAL, data: credential } },
	)) as IN8nHttpFullResponse;
	return {
		url: options.url,
		status: response.statusCode,
		headers: response.headers,
		text: await readText(response.body as unknown as Body, signal),
	};
}

/** What n8n's helper gives of an answer that is asked for as a stream. */
interface Body {
	on(event: 'data', listener: (chunk: Uint8Array) => void): this;
	on(event: 'end' | 'close', listener: () => void): this;
	on(event: 'error', listener: (error: Error) => void): this;
	destroy(error: Error): void;
}

/** @throws what the stream ends with; an error of its own where the answer is too large */
async function readText(body: Body, signal: AbortSignal): Promise<string> {
	const end = () => {
		body.destroy(new Error('The attempt has ended'));
	};
	signal.addEventListener('abort', end, { once: true });
	try {
		if (signal.aborted) end();
		return await new Promise((resolve, reject) => {
			const decoder = new TextDecoder();
			let text = '';
			let bytes = 0;
			body.on('data', (chunk) => {
				bytes += chunk.length;
				if (bytes > MOST_BYTES) body.destroy(tooLarge());
				else text += decoder.decode(chunk, { stream: true });
			});
			body.on('end', () => {
				resolve(text + decoder.decode());
			});
			body.on('error', reject);
			// Without an end, and without an error.
			body.on('close', () => {
				reject(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
			});
		});
	} finally {
		signal.removeEventListener('abort', end);
	}
}

const tooLarge = () =>
	Object.assign(new Error('its answer is larger than 10 MB'), { code: 'ANSWER_TOO_LARGE' });
