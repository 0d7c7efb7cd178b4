/**
 * The one way from a node to the service: the requests of one node run, paced and retried until
 * each has a good answer, a final refusal, or its deadline. HTTP itself is n8n's, for its proxies
 * and its credential handling; the same Idempotency-Key goes out with every attempt.
 */
import { cutBelow } from '../../contract/nesting';
import { escapeHidden } from '../../contract/visibleText';
import { DEEPEST_NESTING } from '../../contract/vocabulary';
import type { Account, Context } from '../../n8n/account';
import type { Clock } from '../../n8n/clock';
import { systemClock } from '../../n8n/clock';
import type { ServiceRequest } from './attempt/exchange';
import { exchange, TimedOut } from './attempt/exchange';
import type { Failure } from './attempt/failure';
import type { Heard, Step } from './attempt/nextStep';
import { firstAsked, nextStep, noted } from './attempt/nextStep';
import { Sending } from './attempt/sending';
import type { Good, Refused, Verdict } from './attempt/verdict';
import { judgeAnswer, judgeBrokenExchange, judgeTimeout } from './attempt/verdict';
import type { OrderMemory } from './orderMemory';
import { memoryFor, nameOrder, wasCreatedBefore } from './orderMemory';
import type { Answer, Ticket } from './pacing/answer';
import type { PacedRun } from './pacing/pacedRun';
import { pacerFor } from './pacing/pacer';
import type { Answered, Result, Unanswered } from './result';
import { outcomeOf } from './result';
import { readReason, RunClosed } from './runClosed';

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

	private readonly memory: OrderMemory;

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
		this.memory = memoryFor(account.hash);
		this.memory.forgetOldAnswers(clock.now());
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

	/** What an earlier try of the run was answered: it need not ask again. */
	given(request: ServiceRequest): Answered | undefined {
		const { effect, key } = request;
		if (effect !== 'order' || key === undefined) return undefined;
		const name = () => this.nameOf(request);
		return this.memory.givenAnswer(key, name, this.clock.now());
	}

	/**
	 * Sends one request until it is answered well, refused for good, its deadline has passed or the run is
	 * stopped. An order's 2xx without an id may hide it: it is asked for once more, since the same key gives
	 * the same resource again (spec, Idempotency rules 2).
	 */
	async send(request: ServiceRequest): Promise<Result> {
		const mayExist = request.key !== undefined && this.memory.earlier(request.key).mayExist;
		const sending = new Sending(this.options.deadlineMs, mayExist);
		sending.isProbe = this.isInDoubt;
		try {
			for (;;) {
				const result = await this.attempt(request, sending, await this.takePlace(sending));
				if ('kind' in result) return this.toResult(request, result);
				if (result.sleepMs === undefined) return this.giveUp(request, sending);
				if (result.sleepMs > 0) await this.clock.sleep(result.sleepMs, this.signal);
			}
		} catch (error) {
			return this.giveUp(request, sending, error);
		}
	}

	/** What is known of a request without a good answer; of one that was not tried, there is no failure. */
	withoutAnswer(request: ServiceRequest, failure?: Failure): Unanswered {
		const { effect, key } = request;
		if (effect === 'none') return { outcome: 'not_read', failure };
		const outcome = outcomeOf(failure);
		if (effect === 'change') return { outcome: outcome === 'unknown' ? outcome : 'not_read', failure };
		const { earlier, mayExist } = key === undefined ? {} : this.memory.earlier(key);
		if (earlier === undefined) {
			return { outcome: mayExist && outcome === 'not_ordered' ? 'unknown' : outcome, failure };
		}
		const ordered = earlier.since < (this.options.begunAt ?? Infinity) ? 'ordered_before' : 'ordered';
		const earlierId = earlier.id;
		return { outcome: outcome === 'other_contents' ? outcome : ordered, failure, earlierId };
	}

	private async takePlace(sending: Sending): Promise<Ticket> {
		const again = sending.attempts > 0;
		return await this.run.acquire({
			signal: this.signal,
			patienceMs: sending.leftMs(this.clock.now()),
			again,
			ahead: again || sending.isProbe,
		});
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
			return judgeBrokenExchange(request, error);
		}
	}

	private toResult(request: ServiceRequest, { body: whole, id, date }: Good): Result {
		// Deeper, n8n could not read the execution any more, nor anybody the id.
		const body = cutBelow(whole, DEEPEST_NESTING);
		const { effect, key } = request;
		if (effect !== 'order' || id === undefined || key === undefined) return { outcome: 'read', body };
		const now = this.clock.now();
		const { begunAt = now } = this.options;
		const since = this.memory.handOut(key, id, now, request.body);
		const isBefore = since < begunAt || wasCreatedBefore(body, date, now - begunAt);
		const answer: Answered = { outcome: isBefore ? 'ordered_before' : 'ordered', body };
		this.memory.keepAnswer(key, this.nameOf(request), answer, now);
		return answer;
	}

	private nameOf(request: ServiceRequest): string {
		const { begunAt = this.clock.now() } = this.options;
		return nameOrder(begunAt, request);
	}

	/** @param error What ended it, other than its last attempt. */
	private giveUp(request: ServiceRequest, sending: Sending, error?: unknown): Unanswered {
		const now = this.clock.now();
		const reason = this.stopped || error === undefined ? undefined : readReason(error);
		const failure = { ...sending.failure(now, this.stopped, reason), host: this.host };
		if (request.key !== undefined && failure.mayHaveBeenAccepted) this.memory.leaveOpen(request.key, now);
		return this.withoutAnswer(request, failure);
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
			escapeHidden(
				`Sending waits until ${new Date(until).toISOString()} for the rate limit of the account (${place})`,
			),
		);
	}
}

/** Given up on this side: says nothing about the service. */
const UNKNOWN: Answer = { outcome: 'unknown' };

function judgeStopped({ effect }: ServiceRequest): Refused {
	return { kind: 'refused', answer: UNKNOWN, failure: {}, mayHaveBeenAccepted: effect !== 'none' };
}
