/**
 * The one way from a node to the service: the requests of one node run, paced and retried until
 * each has a good answer, a final refusal, or its deadline. HTTP itself is n8n's, for its proxies
 * and its credential handling; the same Idempotency-Key goes out with every attempt.
 */
import type { JsonObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { Account, Context } from '../../n8n/account';
import type { Clock } from '../../n8n/clock';
import { systemClock } from '../../n8n/clock';
import type { ServiceRequest } from './attempt/exchange';
import { exchange, TimedOut } from './attempt/exchange';
import type { Heard, Step } from './attempt/nextStep';
import { firstAsked, nextStep, noted } from './attempt/nextStep';
import { Sending } from './attempt/sending';
import type { Good, Refused, Verdict } from './attempt/verdict';
import { judgeAnswer, judgeBrokenExchange, judgeTimeout } from './attempt/verdict';
import type { EarlierOrder } from './earlierOrders';
import { earlierOrder, handOut, leaveOpen, wasCreatedBefore } from './earlierOrders';
import type { Answer, Ticket } from './pacing/answer';
import type { PacedRun } from './pacing/pacedRun';
import { pacerFor } from './pacing/pacer';
import { readReason, RunClosed } from './runClosed';

/** An answer with a status of 2xx; to an order, one with an id. */
export interface ServiceResponse {
	status: number;
	/** The parsed JSON, or the text itself where it is not JSON. */
	body: unknown;
	/** The service had this order before this request: the answer holds no new letter. */
	orderedBefore: boolean;
}

export interface SendOptions {
	/** How long one request may be tried, in milliseconds, counted from its first attempt. */
	deadlineMs: number;
	/** How long one attempt may take, in milliseconds. */
	timeoutMs: number;
	/** Most requests of this run under way at once. */
	maxInFlight: number;
	/** How long the run waits for any answer at all, in milliseconds; by default each request's deadline. */
	firstAnswerMs?: number;
	/** When the execution began, in milliseconds: what was created before is ordered before. */
	begunAt?: number;
}

/** A wait that a person would notice, and wonder about. */
const LONG_WAIT_MS = 30_000;

export class ServiceClient {
	private readonly run: PacedRun;

	private saidUntil = 0;

	private isComplete = false;

	/** What is remembered of the service. */
	private heard: Heard | undefined;

	private constructor(
		private readonly context: Context,
		private readonly account: Account,
		private readonly options: SendOptions,
		private readonly clock: Clock,
		private readonly signal: AbortSignal | undefined,
	) {
		this.run = pacerFor(account.hash).open(options.maxInFlight, (until) => {
			this.sayOnce(until);
		});
	}

	static create(context: Context, account: Account, options: SendOptions): ServiceClient {
		const signal = 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
		return new ServiceClient(context, account, options, systemClock, signal);
	}

	/** Where the requests go, with the port. */
	get host(): string {
		return new URL(this.account.baseUrl).host;
	}

	/** How long this run waited for the account's rate limit or a Retry-After, in all. */
	get waitedMs(): number {
		return this.run.waitedMs;
	}

	/** What this process knows of it from earlier runs. */
	earlier(request: ServiceRequest): EarlierOrder {
		return request.method === 'POST' ? earlierOrder(this.account.hash, request.idempotencyKey) : {};
	}

	/** Whether it was known before the execution began. */
	isBefore({ since }: { since: number }): boolean {
		return since < (this.options.begunAt ?? Infinity);
	}

	/** The service may be gone: the next request shows whether it is. */
	get isInDoubt(): boolean {
		return this.heard?.doubtedAt !== undefined;
	}

	/** No request comes after those that are waiting. */
	nothingFollows(): void {
		this.isComplete = true;
	}

	/** Requests that have not been tried yet fail from now on, without being sent. */
	startNothingNew(): void {
		this.run.close(new RunClosed({ heldBack: 'runFailed' }), 'new');
	}

	/**
	 * Sends one request until it is answered well. An order's 2xx without an id may hide it: it is
	 * asked for once more, since the same key gives the same resource again (spec, Idempotency rules 2).
	 * @throws RequestFailure on a final refusal, when the deadline has passed, or when the run is stopped.
	 */
	async send(request: ServiceRequest): Promise<ServiceResponse> {
		const key = request.method === 'POST' ? request.idempotencyKey : undefined;
		const sending = new Sending(key, this.options.deadlineMs, this.earlier(request).mayExist);
		sending.isProbe = this.isInDoubt;
		for (;;) {
			const ticket = await this.takePlace(sending);
			const result = await this.attempt(request, sending, ticket);
			if ('kind' in result) return this.toResponse(request, result);
			if (result.sleepMs === undefined) throw this.failure(sending);
			await this.sleep(result.sleepMs, sending);
		}
	}

	private async takePlace(sending: Sending): Promise<Ticket> {
		const patienceMs = sending.leftMs(this.clock.now());
		try {
			const again = sending.attempts > 0;
			return await this.run.acquire({
				signal: this.signal,
				patienceMs,
				again,
				ahead: again || sending.isProbe,
			});
		} catch (refusal) {
			throw this.failure(sending, refusal);
		}
	}

	/** From the place it got to the one it gives back: the run is closed before the next is given away. */
	private async attempt(request: ServiceRequest, sending: Sending, ticket: Ticket): Promise<Good | Step> {
		let answer = UNKNOWN;
		try {
			// One that waited already may be a bad one too, so it is asked only where there is no other.
			if (sending.attempts === 0) sending.isProbe ||= this.isInDoubt && this.isComplete;
			const begunAt = this.clock.now();
			this.heard ??= firstAsked(begunAt);
			sending.begin(begunAt);
			const verdict = await this.ask(request);
			const now = this.clock.now();
			this.heard = noted(this.heard, verdict, now);
			answer = verdict.answer;
			if (verdict.kind === 'good') return verdict;
			sending.note(verdict, now);
			const { heard } = this;
			const { firstAnswerMs } = this.options;
			const step = nextStep({ sending, verdict, now, heard, firstAnswerMs, random: Math.random });
			const { close, doubt, pauseMs } = step;
			if (doubt) this.heard = { doubtedAt: now, ...heard };
			if (close) this.run.close(new RunClosed({ ...verdict.failure, heldBack: close.why }), close.to);
			answer = { ...answer, pauseMs };
			return step;
		} finally {
			this.run.release(ticket, answer);
		}
	}

	private async ask(request: ServiceRequest): Promise<Verdict> {
		try {
			const { timeoutMs } = this.options;
			const raw = await exchange(this.context, this.account, request, { timeoutMs, signal: this.signal });
			return judgeAnswer(request, raw, this.clock.now());
		} catch (error) {
			if (this.stopped) return judgeStopped(request);
			if (error instanceof TimedOut) return judgeTimeout(request);
			const verdict = judgeBrokenExchange(request, error);
			if (verdict) return verdict;
			throw new NodeApiError(this.context.getNode(), error as JsonObject);
		}
	}

	private toResponse(request: ServiceRequest, { status, body, id, date }: Good): ServiceResponse {
		if (request.method === 'GET' || id === undefined) return { status, body, orderedBefore: false };
		const now = this.clock.now();
		const { begunAt = now } = this.options;
		const since = handOut(this.account.hash, request.idempotencyKey, id, now);
		return {
			status,
			body,
			orderedBefore: since < begunAt || wasCreatedBefore(body, date, now - begunAt),
		};
	}

	private async sleep(milliseconds: number, sending: Sending): Promise<void> {
		if (milliseconds === 0) return;
		try {
			await this.clock.sleep(milliseconds, this.signal);
		} catch {
			throw this.failure(sending);
		}
	}

	/** @param refusal Why it gets no place, where that is the reason. */
	private failure(sending: Sending, refusal?: unknown): Error {
		const reason = this.stopped ? undefined : readReason(refusal);
		const failure = sending.failure(this.clock.now(), this.stopped, reason);
		const { mayHaveBeenAccepted, idempotencyKey } = failure.details;
		if (mayHaveBeenAccepted && idempotencyKey) leaveOpen(this.account.hash, idempotencyKey, this.clock.now());
		return failure;
	}

	/** The run was cancelled or timed out. */
	private get stopped(): boolean {
		return this.signal?.aborted === true;
	}

	/** A wait of minutes would look like a run that hangs. */
	private sayOnce(until: number): void {
		if (until - this.clock.now() < LONG_WAIT_MS || until <= this.saidUntil) return;
		this.saidUntil = until;
		const place = `execution ${this.context.getExecutionId()}, node "${this.context.getNode().name}"`;
		this.context.logger.info(
			`Sending waits until ${new Date(until).toISOString()} for the rate limit of the account (${place})`,
		);
	}
}

/** Given up on this side: says nothing about the service. */
const UNKNOWN: Answer = { outcome: 'unknown' };

function judgeStopped({ method }: ServiceRequest): Refused {
	return { kind: 'refused', answer: UNKNOWN, failure: {}, mayHaveBeenAccepted: method === 'POST' };
}
