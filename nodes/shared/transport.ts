/**
 * The one way from a node to the service: one request, paced and retried until it has a good
 * answer, a final refusal, or its deadline. HTTP itself is n8n's, for its proxies and its
 * credential handling; the same Idempotency-Key goes out with every attempt.
 */
import { createHash } from 'node:crypto';

import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	JsonObject,
} from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { errorEnvelopeSchema } from './contract';
import { RequestFailure } from './errors';
import { readFault } from './faults';
import type { Answer, Clock, PausedTooLong, Pacer, RateLimit, Ticket } from './pacing';
import { backoffMs, pacerFor, systemClock } from './pacing';

export const CREDENTIAL = 'handwrittenLettersApi';

export interface ServiceRequest {
	method: 'GET' | 'POST';
	/** Below the base URL, with a leading slash. */
	path: string;
	body?: object;
	idempotencyKey?: string;
}

/** An answer with a status of 2xx. */
export interface ServiceResponse {
	status: number;
	/** The parsed JSON, or the text itself where it is not JSON. */
	body: unknown;
}

export interface SendOptions {
	/** How long one request may be tried, in milliseconds, counted from its first attempt. */
	deadlineMs: number;
	/** How long one attempt may take, in milliseconds. */
	timeoutMs: number;
	/** Most requests of this execution under way at once. */
	maxInFlight: number;
}

interface RawAnswer {
	status: number;
	headers: Record<string, unknown>;
	text: string;
}

/** A refused or lost attempt, and whether another one makes sense. */
interface Attempt {
	response?: ServiceResponse;
	answer: Answer;
	failure?: Pick<RequestFailure['details'], 'status' | 'envelope' | 'connection'>;
	retry: boolean;
	retryAfterMs: number;
	mayHaveBeenAccepted: boolean;
}

/** A `Retry-After` longer than this is not a wait but a mistake in the header. */
const LONGEST_PAUSE_MS = 24 * 60 * 60 * 1000;

interface Credential extends ICredentialDataDecryptedObject {
	apiKey: string;
	baseUrl: string;
}

type Context = IExecuteFunctions | ILoadOptionsFunctions;

export class ServiceClient {
	private constructor(
		private readonly context: Context,
		private readonly credential: Credential,
		private readonly baseUrl: string,
		private readonly pacer: Pacer,
		private readonly options: SendOptions,
		private readonly clock: Clock,
		private readonly signal: AbortSignal | undefined,
	) {}

	/** @throws NodeOperationError when the credential's base URL cannot be one; nothing is sent. */
	static async create(context: Context, options: SendOptions): Promise<ServiceClient> {
		const credential = await context.getCredentials<Credential>(CREDENTIAL);
		const { apiKey, baseUrl } = credential;
		const base = readBaseUrl(baseUrl);
		if (base === undefined) {
			throw new NodeOperationError(
				context.getNode(),
				`The base URL "${baseUrl}" of the credential is not a web address. Nothing was sent.`,
				{
					description:
						'Set the base URL in the Handwritten Letters API credential to the address of the service, starting with https:// (or http://) and ending in the version, for example https://example.com/v1.',
				},
			);
		}
		const account = createHash('sha256').update(`${base}\n${apiKey}`).digest('hex');
		const signal =
			'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
		return new ServiceClient(context, credential, base, pacerFor(account), options, systemClock, signal);
	}

	/**
	 * Sends one request until it is answered well. A 2xx that is no JSON may hide an id: it is asked
	 * for once more, since the same key gives the same resource again (spec, Idempotency rules 2).
	 * @throws RequestFailure on a final refusal, when the deadline has passed, or when the run is stopped.
	 */
	async send(request: ServiceRequest): Promise<ServiceResponse> {
		const response = await this.sendUntilAnswered(request);
		if (request.idempotencyKey === undefined || typeof response.body !== 'string') return response;
		try {
			const again = await this.sendUntilAnswered(request);
			return typeof again.body === 'string' ? response : again;
		} catch {
			// The order was accepted, whatever becomes of asking again.
			return response;
		}
	}

	private async sendUntilAnswered(request: ServiceRequest): Promise<ServiceResponse> {
		const { deadlineMs } = this.options;
		let firstAttemptAt: number | undefined;
		let mayHaveBeenAccepted = false;
		let failure: Attempt['failure'];
		const spentMs = () => (firstAttemptAt === undefined ? 0 : this.clock.now() - firstAttemptAt);
		const giveUp = (attempts: number) =>
			new RequestFailure({
				...failure,
				attempts,
				seconds: Math.round(spentMs() / 1000),
				mayHaveBeenAccepted,
				stopped: this.stopped,
				idempotencyKey: request.idempotencyKey,
			});
		for (let attempts = 1; ; attempts += 1) {
			let ticket: Ticket;
			try {
				ticket = await this.pacer.acquire(this.options.maxInFlight, this.signal, deadlineMs - spentMs());
			} catch (refusal) {
				if (this.stopped) throw giveUp(attempts - 1);
				const until = new Date((refusal as PausedTooLong).until).toISOString();
				failure ??= { connection: `the service asked not to be called before ${until}` };
				throw giveUp(attempts - 1);
			}
			firstAttemptAt ??= this.clock.now();
			let answer: Answer = { outcome: 'unknown' };
			let waitMs: number;
			try {
				const attempt = await this.attempt(request);
				({ answer, failure } = attempt);
				if (attempt.response) return attempt.response;
				mayHaveBeenAccepted ||= attempt.mayHaveBeenAccepted;
				waitMs = backoffMs(attempts - 1, attempt.retryAfterMs, Math.random);
				if (answer.outcome === 'throttled') answer.pauseMs = waitMs;
				if (!attempt.retry || spentMs() + waitMs > deadlineMs) throw giveUp(attempts);
			} finally {
				this.pacer.release(ticket, answer);
			}
			try {
				await this.clock.sleep(waitMs, this.signal);
			} catch {
				throw giveUp(attempts);
			}
		}
	}

	/** The run was cancelled or timed out. */
	private get stopped(): boolean {
		return this.signal?.aborted === true;
	}

	private async attempt(request: ServiceRequest): Promise<Attempt> {
		let raw: RawAnswer;
		try {
			raw = await this.exchange(request);
		} catch (error) {
			if (this.stopped) {
				return {
					answer: { outcome: 'unknown' },
					retry: false,
					retryAfterMs: 0,
					mayHaveBeenAccepted: request.method === 'POST',
				};
			}
			const fault = readFault(error);
			if (fault === undefined) {
				throw new NodeApiError(this.context.getNode(), error as JsonObject);
			}
			return {
				answer: { outcome: 'troubled' },
				failure: { connection: fault.words },
				retry: fault.passing,
				retryAfterMs: 0,
				mayHaveBeenAccepted: request.method === 'POST' && !fault.neverSent,
			};
		}
		return this.judge(request, raw);
	}

	private judge(request: ServiceRequest, { status, headers, text }: RawAnswer): Attempt {
		const rate = readRateLimit(headers, this.clock.now());
		const body = parseJson(text);
		if (status >= 200 && status < 300) {
			return {
				response: { status, body },
				answer: { outcome: 'fine', rate },
				retry: false,
				retryAfterMs: 0,
				mayHaveBeenAccepted: true,
			};
		}
		const envelope = errorEnvelopeSchema.safeParse(body);
		const outcome = status === 429 ? 'throttled' : status >= 500 ? 'troubled' : 'fine';
		const retryAfterMs = readRetryAfterMs(headers, this.clock.now());
		return {
			answer: {
				outcome,
				rate,
				...(outcome === 'troubled' && retryAfterMs > 0 ? { pauseMs: retryAfterMs } : {}),
			},
			failure: { status, envelope: envelope.success ? envelope.data.error : undefined },
			retry: outcome !== 'fine',
			retryAfterMs: outcome === 'fine' ? 0 : retryAfterMs,
			mayHaveBeenAccepted: request.method === 'POST' && status >= 500,
		};
	}

	private async exchange(request: ServiceRequest): Promise<RawAnswer> {
		const options: IHttpRequestOptions = {
			method: request.method,
			url: `${this.baseUrl}${request.path}`,
			headers: {
				'Content-Type': 'application/json',
				Accept: 'application/json',
				...(request.idempotencyKey === undefined
					? {}
					: { 'Idempotency-Key': request.idempotencyKey }),
			},
			...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
			// The text as it came: a 2xx that is not JSON must not be lost in a parser.
			encoding: 'text',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			// A redirect would carry the key elsewhere and turn a POST into a GET.
			disableFollowRedirect: true,
			timeout: this.options.timeoutMs,
		};
		const response = (await this.context.helpers.httpRequestWithAuthentication.call(
			this.context,
			CREDENTIAL,
			options,
			// Without it n8n would read and decrypt the credential anew for every request.
			{ credentialsDecrypted: { id: '', name: '', type: CREDENTIAL, data: this.credential } },
		)) as IN8nHttpFullResponse;
		return {
			status: response.statusCode,
			headers: response.headers,
			text: typeof response.body === 'string' ? response.body : JSON.stringify(response.body),
		};
	}
}

/** The base URL without its trailing slashes, or undefined when it is no http(s) address. */
function readBaseUrl(value: string): string | undefined {
	const text = value.trim();
	if (!URL.canParse(text)) return undefined;
	const { protocol, host } = new URL(text);
	if (!/^https?:$/.test(protocol) || host === '') return undefined;
	return text.replace(/\/+$/, '');
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}

function readInteger(headers: Record<string, unknown>, name: string): number | undefined {
	const value = headers[name];
	return typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : undefined;
}

function readDate(headers: Record<string, unknown>, name: string): number | undefined {
	const value = headers[name];
	const at = typeof value === 'string' ? Date.parse(value) : NaN;
	return Number.isNaN(at) ? undefined : at;
}

/** `Retry-After` is seconds (spec, Errors); HTTP also allows a date, as a proxy may send. */
function readRetryAfterMs(headers: Record<string, unknown>, now: number): number {
	const seconds = readInteger(headers, 'retry-after');
	const date = readDate(headers, 'retry-after') ?? 0;
	const waitMs =
		seconds === undefined ? Math.max(0, date - (readDate(headers, 'date') ?? now)) : seconds * 1000;
	return waitMs > LONGEST_PAUSE_MS ? 0 : waitMs;
}

function readRateLimit(headers: Record<string, unknown>, now: number): RateLimit | undefined {
	const limit = readInteger(headers, 'x-ratelimit-limit');
	const remaining = readInteger(headers, 'x-ratelimit-remaining');
	const reset = readInteger(headers, 'x-ratelimit-reset');
	if (limit === undefined || remaining === undefined || reset === undefined) return undefined;
	// Against the answer's own Date, so that a wrong clock on either side does no harm.
	const resetAt = now + Math.max(0, reset * 1000 - (readDate(headers, 'date') ?? now));
	return { limit, remaining, reset, resetAt };
}
