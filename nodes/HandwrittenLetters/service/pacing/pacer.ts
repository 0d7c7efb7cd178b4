/**
 * Decides when the next request may leave. One pacer serves every node run of a process that uses
 * the same account, because the service counts requests per account (spec, Limits 1). It learns
 * from the answers alone; the clock comes in as an argument.
 */
import type { Clock } from '../../../n8n/clock';
import { systemClock } from '../../../n8n/clock';
import type { Answer, Ticket } from './answer';
import { CongestionWindow } from './congestionWindow';
import type { Gate } from './pacedRun';
import { PacedRun } from './pacedRun';
import { RateWindow } from './rateWindow';

export class Pacer implements Gate {
	private inFlight = 0;

	private readonly congestion = new CongestionWindow();

	private readonly rate = new RateWindow();

	/** Nobody on the account sends until then: a Retry-After (spec, Errors: 429), or a backoff. */
	private pausedUntil = 0;

	/** Those with somebody waiting; the next free place goes to the first that can use it. */
	private waiting: PacedRun[] = [];

	private alarm: { at: number; cancel: AbortController } | undefined;

	constructor(private readonly clock: Clock) {}

	/** A place in turn for the requests of one node run. */
	open(maxInFlight: number, onHeld: (until: number) => void = () => undefined): PacedRun {
		return new PacedRun(this, maxInFlight, onHeld);
	}

	changed(run: PacedRun): void {
		if (!this.waiting.includes(run)) this.waiting.push(run);
		this.admitWaiters();
	}

	done({ epoch, asks }: Ticket, { outcome, rate, pauseMs }: Answer): void {
		const now = this.clock.now();
		this.inFlight -= 1;
		this.rate.settle(rate, outcome === 'fine', this.inFlight, now);
		if (outcome === 'fine') this.congestion.grow();
		else if (outcome !== 'unknown') this.congestion.shrink(epoch, this.inFlight);
		if (asks && outcome === 'fine') this.pausedUntil = 0;
		if (pauseMs !== undefined) this.pausedUntil = Math.max(this.pausedUntil, now + pauseMs);
		this.admitWaiters();
	}

	private admitWaiters(): void {
		const now = this.clock.now();
		this.rate.renew(now);
		if (now < this.pausedUntil) {
			for (const run of this.waiting) if (run.refuseImpatient(this.pausedUntil, now)) this.admit(run, true);
		} else {
			while (this.admitNext());
		}
		const until = this.heldUntil(now);
		for (const run of this.waiting) run.hold(until, now);
		this.waiting = this.waiting.filter(({ isWaiting }) => isWaiting);
		this.setAlarm(this.waiting.length > 0 ? until : undefined);
	}

	/** Gives one place to the run whose turn it is. False when there is none, or nobody to take it. */
	private admitNext(): boolean {
		const run = this.waiting.find(({ isReady }) => isReady);
		if (!run || !this.hasPlace) return false;
		this.waiting = [...this.waiting.filter((other) => other !== run), run];
		this.admit(run);
		return true;
	}

	private admit(run: PacedRun, asks?: true): void {
		this.inFlight += 1;
		this.rate.take();
		run.admit({ epoch: this.congestion.epoch, asks });
	}

	private get hasPlace(): boolean {
		return this.inFlight < this.congestion.places && this.rate.places(this.inFlight) > 0;
	}

	/** The instant everybody waits for; undefined when it is an answer that they wait for. */
	private heldUntil(now: number): number | undefined {
		const until = Math.max(this.pausedUntil, this.rate.isSpent(this.inFlight) ? this.rate.resetAt : 0);
		return until > now ? until : undefined;
	}

	/** One timer at most, and only while somebody waits for an instant. */
	private setAlarm(at: number | undefined): void {
		if (this.alarm?.at === at) return;
		this.alarm?.cancel.abort();
		this.alarm = undefined;
		if (at === undefined) return;
		const alarm = { at, cancel: new AbortController() };
		this.alarm = alarm;
		this.clock.sleep(at - this.clock.now(), alarm.cancel.signal).then(
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
