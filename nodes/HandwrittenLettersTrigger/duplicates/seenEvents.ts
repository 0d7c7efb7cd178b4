/**
 * Remembers which events have started an execution, so that a redelivery starts no second one.
 *
 * No acknowledged event is ever lost: an event counts as seen only once its execution has begun or,
 * where this process cannot know that, once n8n has answered 2xx. While that is open, a second
 * delivery of it waits. It takes the place of the first when n8n answers that with an error, when n8n
 * has dropped its execution before it began, and after a minute without an answer. So an event whose
 * delivery got no 2xx may take effect twice (docs/webhooks.md, Crashes and restarts).
 *
 * Records live in this process and, the newest of them, in the workflow's static data. n8n loads
 * that for each delivery and the last writer wins, so every write holds all that the process knows
 * at the moment of writing (`toJSON`). It writes after storing the execution and before answering,
 * so a process killed earlier leaves no record. Whether an execution begins shows only later. So
 * where n8n may drop it (the workflow has changed, or n8n has dropped the last one), its record is
 * written once it has begun, by the execution itself.
 */
import type { FunctionsBase } from 'n8n-workflow';

import { idOf, isFresh, read, SeenEventLog, stepOf } from './seenEventLog';

export const CAPACITY = { inMemory: 20_000, inStaticData: 2_000 };

/** So long a delivery may wait for its answer. */
export const PATIENCE_MS = 60_000;

/** Newest records are read first; after so many known ones, the older ones are known too. */
const ENOUGH_KNOWN = 100;

/** What n8n writes into static data: serialised at the moment of writing. */
export interface Records {
	toJSON: () => unknown;
}

/** A delivery that starts an execution. */
export interface Delivery {
	records: Records;
	/** Settles when its execution begins; undefined where this process has run none and may not know. */
	begun?: Promise<true>;
	/** For its execution, to say that it has begun. */
	begin: () => void;
	/** To be called once. @param isKept false where the event may come again. */
	decide: (isKept: boolean) => void;
}

export type Sighting =
	| { kind: 'new'; delivery: Delivery }
	| { kind: 'duplicate' }
	/** Another delivery of the event is under way; `kept` says in the end whether n8n has it. */
	| { kind: 'undecided'; kept: Promise<boolean> };

/** One of an event that is to be known again. */
interface Open extends Delivery {
	at: number;
	kept: Promise<boolean>;
	isDecided: boolean;
	isRecorded: boolean;
	/** n8n has written static data for it, without its record. */
	isWithheld: boolean;
}

/** What is known of the n8n process, by what it does. */
const thisProcess = {
	/** True from the first production execution on: a process of queue mode that only receives has none. */
	runsExecutions: false,
	/** Whether it answers before it stores an execution, as n8n 1 does. Each record that it writes tells. */
	answersFirst: true,
};

/** The events of one trigger node. Times are milliseconds since the epoch. */
export class SeenEvents {
	/** The step of its acceptance by id, oldest first. */
	private readonly seen = new Map<string, number>();
	/** The last delivery of an event that n8n has not answered. */
	private readonly open = new Map<string, Open>();
	/** On record for a delivery that was then answered with an error: static data may still hold them. */
	private readonly dismissed = new Set<string>();
	private readonly log: SeenEventLog;
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
			if (this.isSeen(id) || this.open.has(id)) known += 1;
			else if (isFresh(step, this.clock()) && !this.dismissed.has(id)) missing.push({ id, step });
			if (known === ENOUGH_KNOWN) break;
		}
		for (const { id, step } of missing.reverse()) {
			this.log.add({ id, step }, this.clock());
			this.remember(id, step);
		}
	}

	/** Says what a delivery is; a new one is from now on open, until its `decide` is called. */
	see(dedupeKey: string): Sighting {
		const id = idOf(dedupeKey);
		if (this.isSeen(id)) return { kind: 'duplicate' };
		const other = this.open.get(id);
		// Not for ever, nor after a clock was set back.
		if (other && Math.abs(this.clock() - other.at) < PATIENCE_MS)
			return { kind: 'undecided', kept: other.kept };
		return { kind: 'new', delivery: this.accept(dedupeKey) };
	}

	/** An execution of the event has begun here; it may have begun late, or be of another process's delivery. */
	hasBegun(dedupeKey: string): void {
		const id = idOf(dedupeKey);
		// One under way is seen once n8n has answered it.
		if (this.isSeen(id) || this.open.has(id)) return;
		const step = stepOf(this.clock());
		this.putOnRecord(id, step);
		this.remember(id, step);
	}

	/** With the filter off: its event is not to be known again. */
	acceptUnfiltered(): Delivery {
		const { begun, begin } = this.beginning();
		return { begun, begin, records: this.records, decide: (isKept) => (this.doubtful ||= !isKept) };
	}

	private beginning(): Pick<Delivery, 'begun' | 'begin'> {
		const { promise, settle } = deferred<true>();
		return {
			begun: this.process.runsExecutions ? promise : undefined,
			begin: () => {
				this.process.runsExecutions = true;
				this.doubtful = false;
				settle(true);
			},
		};
	}

	private accept(dedupeKey: string): Delivery {
		const id = idOf(dedupeKey);
		const at = this.clock();
		const kept = deferred<boolean>();
		const { begun, begin } = this.beginning();
		const record = (): void => {
			open.isRecorded = true;
			this.putOnRecord(id, stepOf(at));
		};
		const open: Open = {
			...{ at, begun, kept: kept.promise, isDecided: false, isRecorded: false, isWithheld: false },
			begin: () => {
				begin();
				if (open.isWithheld && !open.isDecided) record();
			},
			records: {
				toJSON: () => {
					open.isWithheld = begun !== undefined && this.doubtful;
					if (!open.isWithheld && !open.isDecided && !open.isRecorded) record();
					return this.records.toJSON();
				},
			},
			decide: (isKept) => {
				open.isDecided = true;
				if (this.open.get(id) === open) this.open.delete(id);
				if (isKept) {
					if (!open.isRecorded || this.dismissed.has(id)) record();
					this.remember(id, stepOf(at));
				} else {
					this.doubtful = true;
					if (open.isRecorded && !this.isSeen(id)) this.dismiss(id);
				}
				kept.settle(isKept);
			},
		};
		this.open.set(id, open);
		return open;
	}

	private putOnRecord(id: string, step: number): void {
		this.unwritten = true;
		this.log.remove(id);
		this.log.add({ id, step }, this.clock());
	}

	private dismiss(id: string): void {
		this.unwritten = true;
		this.log.remove(id);
		this.dismissed.add(id);
	}

	/** Unless that is out of date. */
	private isSeen(id: string): boolean {
		const step = this.seen.get(id);
		return step !== undefined && isFresh(step, this.clock());
	}

	private remember(id: string, step: number): void {
		this.dismissed.delete(id);
		// Set anew, so that an event seen again after its time is the newest.
		this.seen.delete(id);
		this.seen.set(id, step);
		for (const [oldest, when] of this.seen) {
			if (this.seen.size <= this.capacity.inMemory && isFresh(when, this.clock())) break;
			this.seen.delete(oldest);
		}
	}
}

/** A promise that is settled from outside. */
function deferred<T>(): { promise: Promise<T>; settle: (value: T) => void } {
	let settle: (value: T) => void = () => undefined;
	const promise = new Promise<T>((resolve) => {
		settle = resolve;
	});
	return { promise, settle };
}

/** What this n8n process remembers for each trigger node. */
const nodes = new Map<string, SeenEvents>();

export function seenEventsOf(context: Pick<FunctionsBase, 'getWorkflow' | 'getNode'>): SeenEvents {
	const name = `${context.getWorkflow().id ?? ''}/${context.getNode().id}`;
	const seenEvents = nodes.get(name) ?? new SeenEvents();
	nodes.set(name, seenEvents);
	return seenEvents;
}
