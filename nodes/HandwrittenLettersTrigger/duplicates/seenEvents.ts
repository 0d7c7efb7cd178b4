/**
 * Remembers which events have started an execution, so that a redelivery starts no second one, and
 * which of an event's executions is the one to go on, should there be two.
 *
 * The first rule is that no event is ever lost: an event counts as seen only once n8n has stored its
 * execution. While that is undecided, a second delivery of it is neither accepted nor taken for a
 * duplicate; it waits. Two things say that an execution is stored: n8n answers the delivery with
 * 2xx, or n8n writes the static data of that very delivery, which it does after storing the
 * execution and before answering. A process killed earlier leaves no record, so the redelivery is
 * accepted. Two things can still go wrong, and each is given a minute: n8n never answers the
 * delivery (its execution was stopped while it waited for a slot), or n8n answers it and throws its
 * execution away before it begins (a parameter of a later node is missing).
 *
 * Records live in this process and, the newest of them, in the workflow's static data. n8n loads
 * that for each delivery and the last writer wins, so every write holds all that the process knows
 * at the moment of writing (`toJSON`), not at the moment the delivery came.
 *
 * Two executions of an event: n8n, killed between storing an execution and answering, starts it
 * after its own restart, when the service delivers the event again as well. The one accepted later
 * goes on, for it alone can be on record. An execution yields to one accepted later and never to
 * an earlier one, unless the earlier one has gone on here already; so of any number one always goes on.
 */
import type { OpenDelivery } from './openDeliveries';
import { OpenDeliveries } from './openDeliveries';
import type { Accepted } from './seenEventLog';
import { idOf, isFresh, read, SeenEventLog, stepOf } from './seenEventLog';

export interface Limits {
	inMemory: number;
	inStaticData: number;
}
export const LIMITS: Limits = { inMemory: 20_000, inStaticData: 2_000 };

/** So long a delivery may wait for its answer, and an answered one for its execution to begin. */
export const PATIENCE_MS = 60_000;

/** Newest records are read first; after so many known ones, the older ones are known too. */
const ENOUGH_KNOWN = 100;

/** An event on record. */
interface Seen {
	/** Of the latest of its deliveries that n8n has answered. */
	step: number;
	/** When n8n answered; until the execution begins. */
	unbegunSince?: number;
	/** Of the delivery whose execution has gone on in this process. */
	wentOn?: number;
}

/** What n8n writes into static data: serialised at the moment of writing. */
export interface Records {
	toJSON: () => unknown;
}

/** A delivery that starts an execution. */
export interface Delivery {
	/** The moment that its execution is known by. */
	acceptedAt: number;
	records: Records;
	/** To be called when n8n answers: its execution is stored, or it is not and the event may come again. */
	decide: (stored: boolean) => void;
}

export type Sighting =
	| { kind: 'new'; delivery: Delivery }
	| { kind: 'duplicate' }
	/** Another delivery of the event is under way; `stored` says in the end whether n8n has it. */
	| { kind: 'undecided'; stored: Promise<boolean> };

/** True from the first production execution on: a process of queue mode that only receives has none. */
const thisProcess = { runsExecutions: false };

/** The events of one trigger node. Times are milliseconds since the epoch. */
export class SeenEvents {
	/** By id, oldest first. */
	private readonly seen = new Map<string, Seen>();
	/** Ids of `seen` whose execution has not begun, oldest first; some may have begun since. */
	private readonly unbegun = new Set<string>();
	private readonly open = new OpenDeliveries();
	private readonly log: SeenEventLog;
	/** False in a process that only runs executions: a worker of queue mode. */
	private receives = false;

	constructor(
		private readonly limits: Limits = LIMITS,
		private readonly clock = () => Date.now(),
		private readonly process = thisProcess,
	) {
		this.log = new SeenEventLog(limits.inStaticData);
	}

	/** For static data: what is on record at the moment of writing. */
	readonly records: Records = {
		toJSON: () => {
			this.takeBackUnbegun();
			return this.log.toJSON();
		},
	};

	/** Takes over what an earlier process, or another one, has written into static data. */
	takeOver(written: unknown): void {
		// Its own: this process has put it there.
		if (written === this.records) return;
		const missing = [];
		let known = 0;
		for (const accepted of read(written, this.log)) {
			if (this.isKnown(accepted)) known += 1;
			else if (this.isToBeTakenOver(accepted)) missing.push(accepted);
			if (known === ENOUGH_KNOWN) break;
		}
		for (const accepted of missing.reverse()) {
			this.log.add(accepted, this.clock());
			this.remember(accepted.id, { step: accepted.step });
		}
	}

	/** Says what a delivery is; a new one is from now on undecided, until its `decide` is called. */
	see(dedupeKey: string): Sighting {
		const id = idOf(dedupeKey);
		if (this.counted(id)) return { kind: 'duplicate' };
		const other = this.open.newest(id);
		if (other && !this.isOverdue(other.acceptedAt)) return { kind: 'undecided', stored: other.stored };
		return { kind: 'new', delivery: this.accept(id) };
	}

	/** The execution of the delivery accepted at that time has begun. */
	begin(dedupeKey: string, acceptedAt: number): void {
		this.process.runsExecutions = true;
		const id = idOf(dedupeKey);
		const step = stepOf(acceptedAt);
		const delivery = this.open.find(id, step);
		if (delivery) delivery.begun = true;
		const seen = this.counted(id);
		if (seen?.step === step) seen.unbegunSince = undefined;
	}

	/** Whether n8n has stored the delivery accepted at that time; undefined where nobody here knows. */
	decision(dedupeKey: string, acceptedAt: number): Promise<boolean> | undefined {
		const id = idOf(dedupeKey);
		const step = stepOf(acceptedAt);
		return this.open.wasRefused(id, step) ? Promise.resolve(false) : this.open.find(id, step)?.stored;
	}

	/** True when a delivery of the event came to this process, which took over static data then. */
	received(dedupeKey: string): boolean {
		const id = idOf(dedupeKey);
		return this.receives && (this.open.has(id) || this.counted(id) !== undefined);
	}

	/** True for the execution that goes on with the event; each time it asks. */
	goesOn(dedupeKey: string, acceptedAt: number): boolean {
		const id = idOf(dedupeKey);
		const step = stepOf(acceptedAt);
		const seen = this.counted(id);
		if (seen?.wentOn !== undefined) return seen.wentOn === step;
		// A later delivery that is undecided counts only against one whose answer nobody here waits for.
		const undecided = this.open.find(id, step) ? undefined : this.open.newest(id);
		if ((seen ?? undecided ?? { step }).step > step) return false;
		if (seen?.step !== step) this.putOnRecord({ id, step });
		this.remember(id, { step: Math.max(step, seen?.step ?? 0), wentOn: step });
		return true;
	}

	private accept(id: string): Delivery {
		this.receives = true;
		// What it was, it is no longer: out of date, or never begun.
		if (this.seen.has(id)) this.log.remove(id);
		this.unbegun.delete(id);
		const delivery = this.open.accept(id, this.clock());
		return {
			acceptedAt: delivery.acceptedAt,
			records: {
				toJSON: () => {
					if (this.open.isOpen(delivery)) this.recordOnce(delivery);
					return this.records.toJSON();
				},
			},
			decide: (stored) => {
				this.open.close(delivery, stored);
				this.decide(delivery, stored);
				delivery.settle(stored);
			},
		};
	}

	private decide(delivery: OpenDelivery, stored: boolean): void {
		const { id, step, begun } = delivery;
		const seen = this.counted(id);
		if (seen?.wentOn !== undefined || (seen && seen.step > step)) return;
		if (!stored) {
			if (delivery.recorded) this.log.remove(id);
			return;
		}
		this.recordOnce(delivery);
		this.remember(id, { step, unbegunSince: begun ? undefined : this.clock() });
	}

	/**
	 * With a later delivery still open, its record is made later than that: should n8n be killed and
	 * run the later one's execution after its restart, that one yields.
	 */
	private recordOnce(delivery: OpenDelivery): void {
		if (delivery.recorded) return;
		delivery.recorded = true;
		const { id, step } = delivery;
		const latest = this.open.newest(id)?.step ?? step;
		this.putOnRecord({ id, step: latest > step ? latest + 1 : step });
	}

	private putOnRecord(accepted: Accepted): void {
		if (this.seen.has(accepted.id)) this.log.remove(accepted.id);
		this.log.add(accepted, this.clock());
	}

	/** The events whose executions n8n has thrown away are not on record any longer. */
	private takeBackUnbegun(): void {
		if (!this.process.runsExecutions) return;
		for (const id of this.unbegun) {
			const since = this.seen.get(id)?.unbegunSince;
			if (since !== undefined && !this.isOverdue(since)) break;
			this.unbegun.delete(id);
			if (since !== undefined) this.log.remove(id);
		}
	}

	/** What is remembered of an event, unless it is out of date or its execution never began. */
	private counted(id: string): Seen | undefined {
		const seen = this.seen.get(id);
		if (!seen || !isFresh(seen.step, this.clock())) return undefined;
		const thrownAway =
			this.process.runsExecutions && seen.unbegunSince !== undefined && this.isOverdue(seen.unbegunSince);
		return thrownAway ? undefined : seen;
	}

	/** Also after a clock was set back. */
	private isOverdue(since: number): boolean {
		return Math.abs(this.clock() - since) >= PATIENCE_MS;
	}

	private isKnown({ id, step }: Accepted): boolean {
		const seen = this.seen.get(id);
		return this.open.has(id) || (seen !== undefined && (seen.wentOn !== undefined || seen.step >= step));
	}

	/** Not what was written for a delivery that n8n then answered with an error: the event may come again. */
	private isToBeTakenOver({ id, step }: Accepted): boolean {
		return isFresh(step, this.clock()) && !this.open.wasRefused(id, step);
	}

	private remember(id: string, seen: Seen): void {
		// Set anew, so that an event seen again after its time is the newest.
		this.seen.delete(id);
		this.seen.set(id, seen);
		this.unbegun.delete(id);
		if (seen.unbegunSince !== undefined) this.unbegun.add(id);
		for (const [oldest, { step }] of this.seen) {
			if (this.seen.size <= this.limits.inMemory && isFresh(step, this.clock())) break;
			this.seen.delete(oldest);
			this.unbegun.delete(oldest);
		}
	}
}

const nodes = new Map<string, SeenEvents>();

/** The process's memory for one trigger node. */
export function seenEventsOf(workflowId: string | undefined, nodeId: string): SeenEvents {
	const name = `${workflowId ?? ''}/${nodeId}`;
	let seenEvents = nodes.get(name);
	if (!seenEvents) {
		seenEvents = new SeenEvents();
		nodes.set(name, seenEvents);
	}
	return seenEvents;
}
