/**
 * Decides when the next request may leave. One pacer serves every execution of a process that
 * uses the same account, because the service counts requests per account (spec, Limits 1).
 * It learns from the answers alone; the clock comes in as an argument.
 */
import { sleep } from 'n8n-workflow';

export interface Clock {
	/** Milliseconds since the epoch. */
	now(): number;
	/** Waits; rejects at once when the signal aborts. */
	sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
	now: () => Date.now(),
	sleep: async (milliseconds, signal) => {
		signal?.throwIfAborted();
		// n8n 1's `sleep` knows no signal, so the abort is also watched here.
		let onAbort = () => {};
		const aborted = new Promise<never>((_resolve, reject) => {
			onAbort = () => {
				reject(signal?.reason as Error);
			};
		});
		signal?.addEventListener('abort', onAbort, { once: true });
		try {
			await Promise.race([sleep(milliseconds, signal), aborted]);
		} finally {
			signal?.removeEventListener('abort', onAbort);
		}
	},
};

/** What `X-RateLimit-*` said (spec, Limits 2). */
export interface RateLimit {
	limit: number;
	remaining: number;
	/** Unix seconds by the service's clock: identifies the window. */
	reset: number;
	/** The same instant on our clock, in milliseconds; never too early. */
	resetAt: number;
}

/** How a request went, as far as pacing is concerned. */
export interface Answer {
	/**
	 * `troubled`: 5xx, a timeout or a broken connection. `throttled`: 429. `unknown`: given up on
	 * this side, which says nothing about the service.
	 */
	outcome: 'fine' | 'throttled' | 'troubled' | 'unknown';
	/** Nobody on this account sends for this long (Retry-After, or a backoff). */
	pauseMs?: number;
	rate?: RateLimit;
}

export interface Ticket {
	readonly epoch: number;
	/** Left before the announced end of a spent window, to see whether it is over already. */
	readonly early: boolean;
}

interface Waiter {
	maxInFlight: number;
	patienceMs: number;
	admit: (ticket: Ticket) => void;
	refuse: (reason: Error) => void;
}

/** The account is paused for longer than somebody who asked for a place is ready to wait. */
export class PausedTooLong extends Error {
	/** @param until the end of the pause, in milliseconds */
	constructor(readonly until: number) {
		super('The account is paused for too long');
	}
}

const FIRST_WINDOW = 8;
/**
 * How long before the announced end of a spent window it may be over already: the headers hold whole
 * seconds, rounded up. Nearly that second, since the answer's `Date` is rounded down as well.
 * Waiting it out in every window would cost a tenth of a short one.
 */
const EARLY_MS = 900;
/** Half of it is tried after a refusal; less is not worth another one. */
const LEAST_EARLY_MS = 400;
/** A reset further away than this is not a rate window but a mistake in the header. */
const LONGEST_WINDOW_MS = 60 * 60 * 1000;

const BACKOFF_BASE_MS = 500;
const BACKOFF_CAP_MS = 30_000;

/**
 * Exponential backoff with full jitter, in milliseconds. `attempt` counts from 0; `random` yields
 * [0, 1). The whole Retry-After is a floor, never shortened (spec, Errors: 429).
 */
export function backoffMs(attempt: number, retryAfterMs: number, random: () => number): number {
	const ceiling = Math.min(BACKOFF_CAP_MS, BACKOFF_BASE_MS * 2 ** attempt);
	return Math.max(retryAfterMs, Math.ceil(random() * ceiling));
}

export class Pacer {
	private inFlight = 0;

	/** How many requests the service has shown it handles at once. */
	private window = FIRST_WINDOW;

	private growFastBelow = Infinity;

	/** Raised by each shrink, so that one burst of failures shrinks the window once. */
	private epoch = 0;

	private pausedUntil = 0;

	private rate: RateLimit | undefined;

	/** How early a spent window is tried. Halved by each refusal, then 0: this service does not round up. */
	private earlyMs = EARLY_MS;

	private readonly waiters: Waiter[] = [];

	private alarm: { at: number; cancel: AbortController } | undefined;

	constructor(private readonly clock: Clock) {}

	/**
	 * Resolves when one more request may leave. Every ticket must be given back to `release`.
	 * @throws PausedTooLong at once, when the account is paused for longer than `patienceMs`; the
	 * signal's reason when it aborts; nothing else
	 */
	async acquire(maxInFlight: number, signal?: AbortSignal, patienceMs = Infinity): Promise<Ticket> {
		signal?.throwIfAborted();
		return await new Promise<Ticket>((resolve, reject) => {
			const refuse = (reason: Error) => {
				signal?.removeEventListener('abort', onAbort);
				this.waiters.splice(this.waiters.indexOf(waiter), 1);
				reject(reason);
			};
			const onAbort = () => {
				refuse(signal?.reason as Error);
				this.admitWaiters();
			};
			const waiter: Waiter = {
				maxInFlight,
				patienceMs,
				refuse,
				admit: (ticket) => {
					signal?.removeEventListener('abort', onAbort);
					resolve(ticket);
				},
			};
			signal?.addEventListener('abort', onAbort, { once: true });
			this.waiters.push(waiter);
			this.admitWaiters();
		});
	}

	release(ticket: Ticket, answer: Answer): void {
		this.inFlight -= 1;
		if (answer.rate) this.learn(answer.rate);
		if (ticket.early && answer.outcome === 'throttled') this.tryLater();
		else if (answer.outcome === 'fine') this.grow();
		else if (answer.outcome !== 'unknown' && ticket.epoch === this.epoch) this.shrink();
		if (answer.pauseMs !== undefined) {
			this.pausedUntil = Math.max(this.pausedUntil, this.clock.now() + answer.pauseMs);
		}
		this.admitWaiters();
	}

	private grow(): void {
		this.window += this.window < this.growFastBelow ? 1 : 1 / this.window;
	}

	private shrink(): void {
		this.epoch += 1;
		this.window = Math.max(1, Math.min(this.window, this.inFlight + 1) / 2);
		this.growFastBelow = this.window;
	}

	private tryLater(): void {
		const half = this.earlyMs / 2;
		this.earlyMs = half < LEAST_EARLY_MS ? 0 : half;
	}

	private learn(rate: RateLimit): void {
		const known = this.rate;
		if (rate.resetAt - this.clock.now() > LONGEST_WINDOW_MS) return;
		if (!known || rate.reset > known.reset) this.rate = { ...rate };
		else if (rate.reset === known.reset) {
			// Answers overtake each other: the smallest number is the newest.
			known.remaining = Math.min(known.remaining, rate.remaining);
			known.resetAt = Math.min(known.resetAt, rate.resetAt);
			known.limit = rate.limit;
		}
	}

	private admitWaiters(): void {
		const now = this.clock.now();
		this.refuseImpatient(now);
		if (this.rate && now >= this.rate.resetAt) this.rate.remaining = this.rate.limit;
		for (let index = 0; index < this.waiters.length; ) {
			const waiter = this.waiters[index] as Waiter;
			const early = this.isSpent();
			if (now < this.pausedUntil || (early && !this.mayTryEarly(now))) break;
			if (this.inFlight < Math.min(Math.floor(this.window), waiter.maxInFlight)) {
				this.waiters.splice(index, 1);
				this.inFlight += 1;
				waiter.admit({ epoch: this.epoch, early });
			} else index += 1;
		}
		this.setAlarm(now);
	}

	private refuseImpatient(now: number): void {
		const impatient = this.waiters.filter(({ patienceMs }) => this.pausedUntil - now > patienceMs);
		for (const { refuse } of impatient) refuse(new PausedTooLong(this.pausedUntil));
	}

	/** True when the window has no room left. Requests under way may not be counted in it yet. */
	private isSpent(): boolean {
		return this.rate !== undefined && this.rate.remaining - this.inFlight <= 0;
	}

	/** One request alone may find out that a spent window ended a little before it was to end. */
	private mayTryEarly(now: number): boolean {
		return this.inFlight === 0 && now >= this.renewedAt() - this.earlyMs;
	}

	private renewedAt(): number {
		return this.rate?.resetAt ?? 0;
	}

	/** When the spent window may be over: first perhaps, then surely. */
	private nextRenewal(now: number): number {
		const early = this.renewedAt() - this.earlyMs;
		return now < early ? early : this.renewedAt();
	}

	/** One timer at most, and only while somebody waits for an instant, not for an answer. */
	private setAlarm(now: number): void {
		const reset = this.isSpent() ? this.nextRenewal(now) : 0;
		const at = this.waiters.length > 0 ? Math.max(this.pausedUntil, reset) : 0;
		if (this.alarm?.at === at) return;
		this.alarm?.cancel.abort();
		this.alarm = undefined;
		if (at <= now) return;
		const alarm = { at, cancel: new AbortController() };
		this.alarm = alarm;
		this.clock.sleep(at - now, alarm.cancel.signal).then(
			() => {
				if (this.alarm === alarm) this.alarm = undefined;
				this.admitWaiters();
			},
			() => undefined,
		);
	}
}

const pacers = new Map<string, Pacer>();

/** The process's pacer for an account; `account` is a hash, never the key itself. */
export function pacerFor(account: string): Pacer {
	let pacer = pacers.get(account);
	if (!pacer) {
		pacer = new Pacer(systemClock);
		pacers.set(account, pacer);
	}
	return pacer;
}
