/**
 * Decides when the next request may leave. One pacer serves every node run of a process that uses
 * the same account, because the service counts requests per account (spec, Limits 1).
 */
import type { Clock } from '../../n8n/clock';
import { systemClock } from '../../n8n/clock';
import type { RateLimit } from './rateLimit';
import { RateWindow } from './rateLimit';
import type { FailedAttempt } from './result';

/** How a request went, as far as pacing is concerned. */
export interface Pace {
	/** `troubled`: 5xx, a timeout or a broken connection. `throttled`: 429. `unknown`: it was given up. */
	outcome: 'fine' | 'throttled' | 'troubled' | 'unknown';
	/** Nobody on this account sends for this long after a 429: its Retry-After, or a backoff. */
	pauseMs?: number;
	rate?: RateLimit;
}

/** Leave to send one request: how much trouble there had been by then. */
export type Place = number;

/** Why a request gets no place. */
export class NoPlace extends Error {
	constructor(readonly reason: FailedAttempt) {
		super('The request is not sent now');
	}
}

export interface PlaceRequest {
	/** How long of a pause the asker would wait out. */
	patienceMs?: number;
	/** The request has been sent before: it comes before those that have not begun. */
	again?: boolean;
}

interface Waiter extends Required<PlaceRequest> {
	admit: (place: Place) => void;
	refuse: (reason: Error) => void;
}

/** The requests of one node run at the pacer of its account: who waits, and how many are under way. */
export class PacedRun {
	/** In turn. */
	waiters: Waiter[] = [];

	private inFlight = 0;

	/** One of its requests has left. */
	private hasAsked = false;

	private readonly closed: { new?: Error; all?: Error } = {};

	/** Since when, and until when, the account's limit or a pause holds this run up. */
	private held: { since: number; until: number } | undefined;

	/** How long the account's limit or a pause held this run up, in all. */
	waitedMs = 0;

	/** @param maxInFlight Most requests of this run under way at once. */
	constructor(
		private readonly pacer: Pacer,
		private readonly maxInFlight: number,
	) {}

	get heldUntil(): number | undefined {
		return this.held?.until;
	}

	/** Somebody waits, and the run may have one more request under way. */
	get isReady(): boolean {
		return this.waiters.length > 0 && this.inFlight < this.maxInFlight;
	}

	/**
	 * Resolves when one more request may leave. Every place must be given back to `release`.
	 * @throws NoPlace when the account is paused for longer than `patienceMs`, and the run has asked; the
	 * reason of `close`; nothing else
	 */
	async acquire({ patienceMs = Infinity, again = false }: PlaceRequest = {}): Promise<Place> {
		const closed = this.closed.all ?? (again ? undefined : this.closed.new);
		if (closed) throw closed;
		return await new Promise((admit, refuse) => {
			const before = again ? this.waiters.filter((other) => other.again).length : Infinity;
			this.waiters.splice(before, 0, { again, patienceMs, admit, refuse });
			this.pacer.changed(this);
		});
	}

	release(place: Place, pace: Pace): void {
		this.inFlight -= 1;
		this.pacer.done(place, pace);
	}

	/** From now on these get no place: all, or those never sent. Requests under way are not touched. */
	close(reason: Error, whom: 'new' | 'all'): void {
		this.closed[whom] ??= reason;
		const { all } = this.closed;
		const refused = this.waiters.filter(({ again }) => all !== undefined || !again);
		this.refuse(refused, all ?? reason);
		this.pacer.changed(this);
	}

	private refuse(refused: Waiter[], reason: Error): void {
		this.waiters = this.waiters.filter((waiter) => !refused.includes(waiter));
		for (const { refuse } of refused) refuse(reason);
	}

	/** For the pacer: lets the first one go that waits. */
	admit(place: Place): void {
		this.inFlight += 1;
		this.hasAsked = true;
		this.waiters.shift()?.admit(place);
	}

	/**
	 * For the pacer: refuses who would not wait a pause out, unless an answer is on its way.
	 * @returns whether the run asks once all the same: the service may be well again long before
	 */
	refuseImpatient(until: number, now: number): boolean {
		const impatient = this.waiters.filter(({ patienceMs }) => until - now > patienceMs);
		if (impatient.length === 0 || this.inFlight > 0) return false;
		if (this.hasAsked) this.refuse(impatient, new NoPlace({ heldBack: 'paused', until }));
		return !this.hasAsked;
	}

	/** For the pacer: says whether, and until when, the account holds up who waits now. */
	hold(until: number | undefined, now: number): void {
		if (this.held) this.waitedMs += now - this.held.since;
		this.held = this.waiters.length > 0 && until !== undefined ? { since: now, until } : undefined;
	}
}

export class Pacer {
	private inFlight = 0;

	/** How many requests the service has shown it handles at once, and eight to begin with. */
	private size = 8;

	private growFastBelow = Infinity;

	/** Raised so that one burst of failures shrinks the size once, and by each pause. */
	private troubles: Place = 0;

	private readonly rate = new RateWindow();

	/** Nobody on the account sends until then: a Retry-After (spec, Errors: 429), or a backoff. */
	private pausedUntil = 0;

	/** Those with somebody waiting; the next free place goes to the first that can use it. */
	private waiting: PacedRun[] = [];

	/** What it looks again at, by itself. */
	private wake: { at: number; cancel: AbortController } | undefined;

	constructor(private readonly clock: Clock) {}

	/** A place in turn for the requests of one node run. */
	open(maxInFlight: number): PacedRun {
		return new PacedRun(this, maxInFlight);
	}

	/** Somebody waits who did not, or no longer does. */
	changed(run: PacedRun): void {
		if (!this.waiting.includes(run)) this.waiting.push(run);
		this.admitWaiters();
	}

	done(place: Place, { outcome, rate, pauseMs }: Pace): void {
		const now = this.clock.now();
		const isNew = place === this.troubles;
		this.inFlight -= 1;
		this.rate.settle(rate, outcome === 'fine', this.inFlight, now);
		if (outcome === 'fine') {
			this.size += this.size < this.growFastBelow ? 1 : 1 / this.size;
			// One that leaves in a pause finds out whether that still holds.
			if (isNew) this.pausedUntil = 0;
		} else if (outcome !== 'unknown' && isNew) this.shrink();
		if (pauseMs !== undefined) {
			this.troubles += 1;
			this.pausedUntil = Math.max(this.pausedUntil, now + pauseMs);
		}
		this.admitWaiters();
	}

	/** As TCP does. */
	private shrink(): void {
		this.troubles += 1;
		this.size = Math.max(1, Math.min(this.size, this.inFlight + 1) / 2);
		this.growFastBelow = this.size;
	}

	private admitWaiters(): void {
		const now = this.clock.now();
		this.rate.renew(now);
		if (now < this.pausedUntil) {
			for (const run of this.waiting) if (run.refuseImpatient(this.pausedUntil, now)) this.admit(run);
		} else {
			while (this.admitNext());
		}
		// The instant everybody waits for; undefined when it is an answer that they wait for.
		const heldUntil = Math.max(this.pausedUntil, this.rate.isSpent(this.inFlight) ? this.rate.resetAt : 0);
		const until = heldUntil > now ? heldUntil : undefined;
		for (const run of this.waiting) run.hold(until, now);
		this.waiting = this.waiting.filter(({ waiters }) => waiters.length > 0);
		this.wakeAt(this.waiting.length > 0 ? until : undefined);
	}

	/** One timer at most. */
	private wakeAt(at: number | undefined): void {
		if (this.wake?.at === at) return;
		this.wake?.cancel.abort();
		this.wake = undefined;
		if (at === undefined) return;
		const wake = { at, cancel: new AbortController() };
		this.wake = wake;
		this.clock.sleep(at - this.clock.now(), wake.cancel.signal).then(
			() => {
				if (this.wake === wake) this.wake = undefined;
				this.admitWaiters();
			},
			() => undefined,
		);
	}

	/** Gives one place to the run whose turn it is. False when there is none, or nobody to take it. */
	private admitNext(): boolean {
		const run = this.waiting.find(({ isReady }) => isReady);
		const hasPlace = this.inFlight < Math.floor(this.size) && this.rate.places(this.inFlight) > 0;
		if (!run || !hasPlace) return false;
		this.waiting = [...this.waiting.filter((other) => other !== run), run];
		this.admit(run);
		return true;
	}

	private admit(run: PacedRun): void {
		this.inFlight += 1;
		this.rate.take();
		run.admit(this.troubles);
	}
}

const pacers = new Map<string, Pacer>();

/** The process's pacer for an account; `account` is a hash, never the key itself. */
export function pacerFor(account: string): Pacer {
	const pacer = pacers.get(account) ?? new Pacer(systemClock);
	pacers.set(account, pacer);
	return pacer;
}
