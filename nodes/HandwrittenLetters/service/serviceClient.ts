/**
 * The one way to the service: each request is paced and tried again until it has a good answer, a final
 * refusal, or its deadline. HTTP itself is n8n's; the same Idempotency-Key goes out with every attempt.
 */
import { canonicalJson, cutBelow } from '../../contract/json';
import { escapeHidden } from '../../contract/visibleText';
import { DEEPEST_NESTING } from '../../contract/vocabulary';
import type { Account, Context } from '../../n8n/account';
import { systemClock as clock } from '../../n8n/clock';
import type { Transport } from './exchange';
import { exchange, TimedOut, transportOf } from './exchange';
import type { Progress, Step } from './nextStep';
import { BACKOFF_CAP_MS, begun, failureOf, nextStep, NOT_BEGUN, noted, spentMs } from './nextStep';
import type { OrderMemory } from './orderMemory';
import { hashText, memoryFor, wasCreatedBefore } from './orderMemory';
import type { Pace, PacedRun, Place } from './pacer';
import { NoPlace, pacerFor } from './pacer';
import type { Request } from './request';
import type { Result, Unanswered } from './result';
import type { Good, NotGood } from './verdict';
import { judgeAnswer, judgeBrokenExchange, judgeStopped, judgeTimeout } from './verdict';

export interface SendOptions {
	/** How long one request may be tried, in milliseconds, counted from its first attempt. */
	deadlineMs: number;
	/** How long one attempt may take, in milliseconds. */
	timeoutMs: number;
	/** Most requests of this run under way at once. */
	maxInFlight: number;
	/** How long one request may be tried as long as nothing has answered at all, in milliseconds. */
	firstAnswerMs?: number;
	/** When the execution began, in milliseconds: what was created before is ordered before. */
	begunAt?: number;
	/** The run goes on after a failure. */
	goOn?: boolean;
	/** "Retry execution". */
	isRetry?: boolean;
}

export class ServiceClient {
	private readonly run: PacedRun;

	private readonly memory: OrderMemory;

	/** Where the requests go, with the port. */
	readonly host: string;

	private saidUntil = 0;

	/** The service has answered at all, be it with an error. */
	private hasAnswered = false;

	/** When the last answer came that was not 429, 408, 425 or 5xx. */
	acceptedAt = -Infinity;

	constructor(
		private readonly account: Account,
		private readonly options: SendOptions,
		private readonly means: {
			transport: Transport;
			/** Aborts when the run is cancelled or timed out. */
			signal?: AbortSignal;
			/** Writes into n8n's log. */
			log?: (line: string) => void;
		},
	) {
		this.host = new URL(account.baseUrl).host;
		this.run = pacerFor(account.hash).open(options.maxInFlight);
		this.memory = memoryFor(account.hash);
		const { signal } = means;
		const end = () => {
			this.run.close(signal?.reason as Error, 'all');
		};
		signal?.addEventListener('abort', end, { once: true });
	}

	static create(context: Context, account: Account, options: SendOptions): ServiceClient {
		const signal = 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
		const log = (line: string): void => {
			const place = `execution ${context.getExecutionId()}, node "${context.getNode().name}"`;
			context.logger.info(escapeHidden(`${line} (${place})`));
		};
		return new ServiceClient(account, options, {
			transport: transportOf(context, account),
			signal,
			log,
		});
	}

	/** How long this run waited for the account's rate limit or a Retry-After, in all. */
	get waitedMs(): number {
		return this.run.waitedMs;
	}

	giveBack(place: Place): void {
		this.run.release(place, { outcome: 'unknown' });
	}

	/** Nobody gets a place any more for a request that was never sent. */
	startNothingNew(): void {
		this.run.close(new NoPlace({}), 'new');
	}

	/**
	 * Sends one request until it is answered well, refused for good, its deadline has passed or the run is
	 * stopped. An order's 2xx without an id may hide it: it is asked for once more, since the same key gives
	 * the same resource again (spec, Idempotency rules 2).
	 * @param place for its first attempt, where it has one already
	 * @param once there is only one attempt, and it comes before those of others that have not begun
	 */
	async send(request: Request, place?: Place, once = false): Promise<Result> {
		let progress = NOT_BEGUN;
		let free = place;
		try {
			const body = request.body && canonicalJson(request.body);
			for (;;) {
				const taken = free ?? (await this.takePlace(progress, once || progress.attempts > 0));
				free = undefined;
				const { verdict, step, ...attempted } = await this.attempt(request, body, progress, taken);
				progress = attempted.progress;
				if (verdict.kind === 'good') return this.toResult(request, verdict, body);
				if (step.sleepMs === undefined || once) return this.giveUp(request, progress, step);
				if (step.sleepMs > 0) await clock.sleep(step.sleepMs, this.means.signal);
			}
		} catch (error) {
			if (free !== undefined) this.giveBack(free);
			return this.giveUp(request, progress, this.readEnd(error));
		}
	}

	/** @param error why it got no place; undefined where the run has failed */
	notSent(request: Request, error?: unknown): Unanswered {
		if (error === undefined) return this.memory.withoutAnswer(request, undefined, this.options.begunAt);
		return this.giveUp(request, NOT_BEGUN, this.readEnd(error));
	}

	/** By default for a request that is chosen when it may leave. @throws what `notSent` takes */
	async takePlace(progress = NOT_BEGUN, again = false): Promise<Place> {
		// The service has not asked for a backoff, so that is waited out.
		const patienceMs = Math.max(this.deadlineMs - spentMs(progress, clock.now()), BACKOFF_CAP_MS);
		this.means.signal?.throwIfAborted();
		const place = this.run.acquire({ patienceMs, again });
		this.sayIfHeld();
		return await place;
	}

	/** From the place it got to the one it gives back: the run is closed before the next is given away. */
	private async attempt(
		request: Request,
		body: string | undefined,
		before: Progress,
		place: Place,
	): Promise<{ progress: Progress; verdict: Good | NotGood; step: Step }> {
		let pace: Pace = { outcome: 'unknown' };
		try {
			const started = begun(before, clock.now());
			const verdict = await this.ask(request, body);
			const now = clock.now();
			pace = verdict.pace;
			if (pace.outcome === 'fine') this.acceptedAt = now;
			this.hasAnswered ||= verdict.kind === 'good' || verdict.failure.status !== undefined;
			if (verdict.kind === 'good') return { progress: started, verdict, step: {} };
			const progress = noted(started, verdict, now);
			const step = nextStep(progress, verdict, { now, deadlineMs: this.deadlineMs, random: Math.random });
			pace = { ...pace, pauseMs: step.pauseMs };
			if (step.endsRun) this.run.close(new NoPlace({ ...verdict.failure, heldBack: 'keyRefused' }), 'all');
			return { progress, verdict, step };
		} finally {
			this.run.release(place, pace);
			this.sayIfHeld();
		}
	}

	private async ask(request: Request, body: string | undefined): Promise<Good | NotGood> {
		const { transport, signal } = this.means;
		const { baseUrl } = this.account;
		const { timeoutMs } = this.options;
		try {
			const raw = await exchange(transport, request, { baseUrl, body, timeoutMs, signal });
			return judgeAnswer(request, raw, clock.now());
		} catch (error) {
			if (this.stopped) return judgeStopped(request);
			if (error instanceof TimedOut) return judgeTimeout(request);
			return judgeBrokenExchange(request, error, baseUrl);
		}
	}

	/** @param sent the body of an order */
	private toResult(request: Request, good: Good, sent?: string): Result {
		const { effect, key } = request;
		const { id, date } = good;
		// Deeper, n8n could not read the execution any more, nor anybody the id.
		const body = cutBelow(good.body, DEEPEST_NESTING);
		if (effect !== 'order' || id === undefined || key === undefined)
			return { request, outcome: 'read', body };
		const now = clock.now();
		const { begunAt = now } = this.options;
		const since = this.memory.handOut(key.value, id, now, sent && hashText(sent));
		const isBefore = since < begunAt || wasCreatedBefore(body, date, now - begunAt);
		return { request, outcome: isBefore ? 'ordered_before' : 'ordered', body };
	}

	/** @param reason why it is not tried now, other than its last attempt */
	private giveUp(request: Request, progress: Progress, { reason, isLate }: Step): Unanswered {
		const now = clock.now();
		const { key } = request;
		const { firstAttemptAt = now } = progress;
		const mayExist = key !== undefined && this.memory.earlier(key.value).mayExist;
		const failure = {
			...failureOf(progress, now, { stopped: this.stopped, mayExist, reason }),
			host: this.host,
			...(isLate && this.acceptedAt < firstAttemptAt && { silentSince: firstAttemptAt }),
		};
		if (key !== undefined && failure.mayHaveBeenAccepted) this.memory.leaveOpen(key.value, now);
		return this.memory.withoutAnswer(request, failure, this.options.begunAt);
	}

	private readEnd(error: unknown): Step {
		if (this.stopped) return {};
		return { reason: error instanceof NoPlace ? error.reason : { thrown: error as Error } };
	}

	private get deadlineMs(): number {
		const { deadlineMs, firstAnswerMs = Infinity } = this.options;
		return this.hasAnswered ? deadlineMs : Math.min(deadlineMs, firstAnswerMs);
	}

	/** The run was cancelled or timed out. */
	private get stopped(): boolean {
		return this.means.signal?.aborted === true;
	}

	/** A wait of half a minute or more would look like a run that hangs. */
	private sayIfHeld(): void {
		const until = this.run.heldUntil ?? 0;
		if (until - clock.now() < 30_000 || until <= this.saidUntil) return;
		this.saidUntil = until;
		this.means.log?.(
			`Sending waits until ${new Date(until).toISOString()} for the rate limit of the account`,
		);
	}
}
