/**
 * One node run's requests at the pacer of its account: who waits, in which order, how many are
 * under way, and how long the account's limit or a pause held them up.
 */
import type { Answer, Ticket } from './answer';

/** The account is paused for longer than somebody who asked for a place is ready to wait. */
export class PausedTooLong extends Error {
	/** @param until the end of the pause, in milliseconds */
	constructor(readonly until: number) {
		super('The account is paused for too long');
	}
}

/** What a run asks of the pacer of its account. */
export interface Gate {
	/** Somebody waits who did not, or no longer does. */
	changed(run: PacedRun): void;
	done(ticket: Ticket, answer: Answer): void;
}

export interface PlaceRequest {
	signal?: AbortSignal;
	/** How long of a pause the asker would wait out. */
	patienceMs?: number;
	/** The request has been sent before: it comes before those that have not begun. */
	again?: boolean;
	/** It comes before those as well, though it has not begun. */
	ahead?: boolean;
}

interface Waiter {
	again: boolean;
	ahead: boolean;
	patienceMs: number;
	admit: (ticket: Ticket) => void;
	refuse: (reason: Error) => void;
}

export class PacedRun {
	private waiters: Waiter[] = [];

	private inFlight = 0;

	/** One of its requests has left. */
	private hasAsked = false;

	private closedToNew: Error | undefined;

	private closedToAll: Error | undefined;

	/** Since when the account holds this run up. */
	private heldSince: number | undefined;

	private heldMs = 0;

	/**
	 * @param maxInFlight Most requests of this run under way at once.
	 * @param onHeld Called when the account holds the run up, with the instant this ends.
	 */
	constructor(
		private readonly gate: Gate,
		private readonly maxInFlight: number,
		private readonly onHeld: (until: number) => void,
	) {}

	/** How long the account's limit or a pause held this run up, in all. */
	get waitedMs(): number {
		return this.heldMs;
	}

	get isWaiting(): boolean {
		return this.waiters.length > 0;
	}

	/** Somebody waits, and the run may have one more request under way. */
	get isReady(): boolean {
		return this.isWaiting && this.inFlight < this.maxInFlight;
	}

	/**
	 * Resolves when one more request may leave. Every ticket must be given back to `release`.
	 * @throws PausedTooLong when the account is paused for longer than `patienceMs`, and the run has asked; the
	 * reason of `close`; the signal's reason when it aborts; nothing else
	 */
	async acquire({
		signal,
		patienceMs = Infinity,
		again = false,
		ahead = again,
	}: PlaceRequest = {}): Promise<Ticket> {
		signal?.throwIfAborted();
		const closed = this.closedTo(again);
		if (closed) throw closed;
		return await new Promise<Ticket>((resolve, reject) => {
			const leave = () => {
				signal?.removeEventListener('abort', onAbort);
				this.waiters = this.waiters.filter((other) => other !== waiter);
			};
			const onAbort = () => {
				waiter.refuse(signal?.reason as Error);
				this.gate.changed(this);
			};
			const waiter: Waiter = {
				again,
				ahead,
				patienceMs,
				admit: (ticket) => {
					leave();
					this.inFlight += 1;
					this.hasAsked = true;
					resolve(ticket);
				},
				refuse: (reason) => {
					leave();
					reject(reason);
				},
			};
			signal?.addEventListener('abort', onAbort, { once: true });
			this.waiters.splice(ahead ? this.waiters.filter((other) => other.ahead).length : Infinity, 0, waiter);
			this.gate.changed(this);
		});
	}

	release(ticket: Ticket, answer: Answer): void {
		this.inFlight -= 1;
		this.gate.done(ticket, answer);
	}

	/** From now on these get no place: all, or those never sent. Requests under way are not touched. */
	close(reason: Error, whom: 'new' | 'all'): void {
		this.closedToNew ??= reason;
		if (whom === 'all') this.closedToAll ??= reason;
		for (const { again, refuse } of this.waiters) {
			const closed = this.closedTo(again);
			if (closed) refuse(closed);
		}
		this.gate.changed(this);
	}

	private closedTo(again: boolean): Error | undefined {
		return this.closedToAll ?? (again ? undefined : this.closedToNew);
	}

	/** For the pacer: lets the first one go that waits. */
	admit(ticket: Ticket): void {
		this.waiters[0]?.admit(ticket);
	}

	/**
	 * For the pacer: refuses who would not wait a pause out, unless an answer is on its way.
	 * @returns whether the run asks once all the same: the service may be well again long before
	 */
	refuseImpatient(until: number, now: number): boolean {
		const impatient = this.waiters.filter(({ patienceMs }) => until - now > patienceMs);
		if (impatient.length === 0 || this.inFlight > 0) return false;
		if (!this.hasAsked) return true;
		for (const { refuse } of impatient) refuse(new PausedTooLong(until));
		return false;
	}

	/** For the pacer: says whether, and until when, the account holds up who waits now. */
	hold(until: number | undefined, now: number): void {
		const held = this.isWaiting && until !== undefined;
		if (this.heldSince !== undefined) this.heldMs += now - this.heldSince;
		this.heldSince = held ? now : undefined;
		if (held) this.onHeld(until);
	}
}
