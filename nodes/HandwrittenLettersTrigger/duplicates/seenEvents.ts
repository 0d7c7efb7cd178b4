/**
 * Remembers which events have started an execution, so that a redelivery starts no second one, and
 * which of an event's executions is the one to go on, should there be two.
 *
 * The first rule is that no event is ever lost: an event counts as seen only once its execution has
 * begun or, where this process cannot know that, once n8n has answered 2xx. While that is open, a
 * second delivery of it waits. It takes the place of the first when n8n answers that with an error,
 * when n8n has dropped its execution before it began, and after a minute without an answer.
 *
 * Records live in this process and, the newest of them, in the workflow's static data. n8n loads
 * that for each delivery and the last writer wins, so every write holds all that the process knows
 * at the moment of writing (`toJSON`). It writes after storing the execution and before answering,
 * so a process killed earlier leaves no record. Whether an execution begins shows only later. So
 * where n8n may drop it (the workflow has changed, or n8n has dropped the last one), its record is
 * written once it has begun, by the execution itself.
 *
 * Two executions of an event: n8n, killed between storing an execution and answering, starts it
 * after its own restart, when the service delivers the event again as well. The one accepted later
 * goes on, for it alone can be on record. An execution yields to one accepted later and never to
 * an earlier one, unless the earlier one has gone on here already; so of any number one always goes on.
 */
import type { OpenDelivery, Outcome } from './openDeliveries';
import { OpenDeliveries } from './openDeliveries';
import type { OwnDelivery } from './ownDelivery';
import type { Accepted } from './seenEventLog';
import { idOf, isFresh, read, SeenEventLog, stepOf } from './seenEventLog';

export const CAPACITY = { inMemory: 20_000, inStaticData: 2_000 };

/** So long a delivery may wait for its answer. */
export const PATIENCE_MS = 60_000;

/** Newest records are read first; after so many known ones, the older ones are known too. */
const ENOUGH_KNOWN = 100;

/** An event on record. */
interface Seen {
	/** Of the latest of its deliveries that n8n has answered. */
	step: number;
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
	/** Settles when its execution begins; undefined where this process has run none and may not know. */
	begun?: Promise<true>;
	/** For its execution. */
	own: OwnDelivery;
	/** To be called once. */
	decide: (outcome: Outcome) => void;
}

export type Sighting =
	| { kind: 'new'; delivery: Delivery }
	| { kind: 'duplicate' }
	/** Another delivery of the event is under way; `kept` says in the end whether n8n has it. */
	| { kind: 'undecided'; kept: Promise<boolean> };

/** What is known of the n8n process, by what it does. */
const thisProcess = {
	/** True from the first production execution on: a process of queue mode that only receives has none. */
	runsExecutions: false,
	/** Whether it answers before it stores an execution, as n8n 1 does. Each record that it writes tells. */
	answersFirst: true,
};

/** The events of one trigger node. Times are milliseconds since the epoch. */
export class SeenEvents {
	/** By id, oldest first. */
	private readonly seen = new Map<string, Seen>();
	private readonly open = new OpenDeliveries();
	private readonly log: SeenEventLog;
	/** False in a process that only runs executions: a worker of queue mode. */
	private receives = false;
	/** Whether n8n may drop the next execution: the workflow has changed, or n8n has dropped the last one. */
	doubtful = false;
	/** Whether static data does not hold what is on record, or holds what no longer is. */
	unwritten = false;

	constructor(
		private readonly capacity = CAPACITY,
		private readonly clock = () => Date.now(),
		readonly process = thisProcess,
	) {
		this.log = new SeenEventLog(capacity.inStaticData);
	}

	/** For static data: what is on record at the moment of writing. */
	readonly records: Records = {
		toJSON: () => {
			this.unwritten = false;
			return this.log.toJSON();
		},
	};

	/** Takes over what an earlier process, or another one, has written into static data. */
	takeOver(written: unknown): void {
		// Its own: this process has put it there.
		if (written === this.records) return;
		const missing = [];
		let known = 0;
		for (const { id, step } of read(written)) {
			if (this.isKnown(id, step)) known += 1;
			// What was written for a delivery that was dismissed then may come again.
			else if (isFresh(step, this.clock()) && !this.open.wasDismissed(id, step)) missing.push({ id, step });
			if (known === ENOUGH_KNOWN) break;
		}
		for (const { id, step } of missing.reverse()) {
			this.log.add({ id, step }, this.clock());
			this.remember(id, { step });
		}
	}

	/** Says what a delivery is; a new one is from now on open, until its `decide` is called. */
	see(dedupeKey: string): Sighting {
		const id = idOf(dedupeKey);
		if (this.counted(id)) return { kind: 'duplicate' };
		const other = this.open.newest(id);
		// Not for ever, nor after a clock was set back.
		if (other && Math.abs(this.clock() - other.acceptedAt) < PATIENCE_MS)
			return { kind: 'undecided', kept: other.outcome.promise.then((outcome) => outcome === 'kept') };
		return { kind: 'new', delivery: this.accept(dedupeKey, true) };
	}

	/** True when a delivery of the event came to this process, which took over static data then. */
	received(dedupeKey: string): boolean {
		const id = idOf(dedupeKey);
		return this.receives && (this.open.newest(id) ?? this.counted(id)) !== undefined;
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

	/** @param remembered whether its event is to be known again. */
	accept(dedupeKey: string, remembered: boolean): Delivery {
		const id = idOf(dedupeKey);
		this.receives ||= remembered;
		const delivery = this.open.accept(id, this.clock());
		const begun = this.process.runsExecutions ? delivery.begun.promise : undefined;
		return {
			acceptedAt: delivery.acceptedAt,
			begun,
			own: {
				begin: () => {
					this.process.runsExecutions = true;
					this.doubtful = false;
					delivery.begun.settle(true);
				},
				refused: delivery.outcome.promise.then((outcome) => outcome === 'refused'),
				goesOn: () => this.goesOn(dedupeKey, delivery.acceptedAt),
			},
			records: {
				toJSON: () => {
					if (!(begun && this.doubtful) && this.open.find(id, delivery.step)) this.recordOnce(delivery);
					return this.records.toJSON();
				},
			},
			decide: (outcome) => {
				this.open.close(delivery, outcome === 'kept');
				if (outcome === 'unbegun') this.doubtful = true;
				if (remembered) this.decide(delivery, outcome === 'kept');
				delivery.outcome.settle(outcome);
			},
		};
	}

	private decide(delivery: OpenDelivery, isKept: boolean): void {
		const { id, step } = delivery;
		const seen = this.counted(id);
		if (seen?.wentOn !== undefined || (seen && seen.step > step)) return;
		if (isKept) {
			this.recordOnce(delivery);
			this.remember(id, { step });
		} else if (delivery.recorded && this.open.newest(id)?.recorded !== true) {
			this.log.remove(id);
			this.unwritten = true;
		}
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
		this.unwritten = true;
		this.log.remove(accepted.id);
		this.log.add(accepted, this.clock());
	}

	/** What is remembered of an event, unless it is out of date. */
	private counted(id: string): Seen | undefined {
		const seen = this.seen.get(id);
		return seen && isFresh(seen.step, this.clock()) ? seen : undefined;
	}

	private isKnown(id: string, step: number): boolean {
		const seen = this.seen.get(id);
		const isSeen = seen !== undefined && (seen.wentOn !== undefined || seen.step >= step);
		return isSeen || this.open.newest(id) !== undefined;
	}

	private remember(id: string, seen: Seen): void {
		// Set anew, so that an event seen again after its time is the newest.
		this.seen.delete(id);
		this.seen.set(id, seen);
		for (const [oldest, { step }] of this.seen) {
			if (this.seen.size <= this.capacity.inMemory && isFresh(step, this.clock())) break;
			this.seen.delete(oldest);
		}
	}
}
