/**
 * Remembers which events have started an execution, so that a redelivery starts no second one.
 *
 * No acknowledged event is ever lost: an event counts as seen once its execution has begun or, where
 * this process cannot know that, once n8n has answered 2xx. Until then, a second delivery of it waits.
 * It takes the place of the first when n8n answers that with an error, when n8n has dropped its
 * execution before it began, and after a minute without an answer. So an event whose delivery got no
 * 2xx may take effect twice (docs/webhooks.md, Crashes and restarts).
 *
 * Records live in this process and, the newest of them, in the workflow's static data, where the last
 * writer wins: so every write holds all that the process knows at the moment of writing (`toJSON`).
 * Executions write them when they end, so that none is written of an event that n8n drops. A process
 * that runs no executions has n8n write them before it answers.
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
	/** For static data, where its execution may not write them; with its own from n8n's writing on. */
	records?: Records;
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

/** True from the first production execution on: a process of queue mode that only receives has none. */
const thisProcess = { runsExecutions: false };

/** The events of one trigger node. Times are milliseconds since the epoch. */
export class SeenEvents {
	/** The step of its acceptance by id, oldest first. */
	private readonly seen = new Map<string, number>();
	/** The last delivery of an event that n8n has not answered. */
	private readonly open = new Map<string, { at: number; kept: Promise<boolean> }>();
	private readonly log: SeenEventLog;

	constructor(
		private readonly capacity = CAPACITY,
		private readonly clock = () => Date.now(),
		private readonly process = thisProcess,
	) {
		this.log = new SeenEventLog(capacity.inStaticData);
	}

	/** For static data: what is on record at the moment of writing. */
	readonly records: Records = { toJSON: () => this.log.toJSON() };

	/** Takes over what an earlier process, or another one, has written into static data. */
	takeOver(written: unknown): void {
		const missing = [];
		let known = 0;
		for (const { id, step } of read(written)) {
			if (this.isSeen(id) || this.open.has(id)) known += 1;
			else if (isFresh(step, this.clock())) missing.push({ id, step });
			if (known === ENOUGH_KNOWN) break;
		}
		for (const { id, step } of missing.reverse()) this.keep(id, step);
	}

	/** Says what a delivery is; a new one is from now on open, until its `decide` is called. */
	see(dedupeKey: string): Sighting {
		const id = idOf(dedupeKey);
		if (this.isSeen(id)) return { kind: 'duplicate' };
		const other = this.open.get(id);
		// Not for ever, nor after a clock was set back.
		if (other && Math.abs(this.clock() - other.at) < PATIENCE_MS)
			return { kind: 'undecided', kept: other.kept };
		return { kind: 'new', delivery: this.accept(id) };
	}

	/** An execution of the event has begun here; it may have begun late, or be of another process's delivery. */
	hasBegun(dedupeKey: string): void {
		this.keep(idOf(dedupeKey), stepOf(this.clock()));
	}

	/** With the filter off: its event is not to be known again. */
	acceptUnfiltered(): Delivery {
		const { promise, settle } = deferred<true>();
		return {
			begun: this.process.runsExecutions ? promise : undefined,
			begin: () => {
				this.process.runsExecutions = true;
				settle(true);
			},
			decide: () => undefined,
		};
	}

	private accept(id: string): Delivery {
		const delivery = this.acceptUnfiltered();
		const at = this.clock();
		const { promise: kept, settle } = deferred<boolean>();
		const open = { at, kept };
		this.open.set(id, open);
		const toJSON = (): unknown => {
			this.log.add({ id, step: stepOf(at) }, this.clock());
			return this.log.toJSON();
		};
		return {
			...delivery,
			records: delivery.begun ? undefined : { toJSON },
			decide: (isKept) => {
				if (this.open.get(id) === open) this.open.delete(id);
				if (isKept) this.keep(id, stepOf(at));
				else if (!this.isSeen(id)) this.log.remove(id);
				settle(isKept);
			},
		};
	}

	private keep(id: string, step: number): void {
		this.log.add({ id, step }, this.clock());
		// Set anew, so that an event seen again is the newest.
		this.seen.delete(id);
		this.seen.set(id, step);
		for (const [oldest, when] of this.seen) {
			if (this.seen.size <= this.capacity.inMemory && isFresh(when, this.clock())) break;
			this.seen.delete(oldest);
		}
	}

	/** Unless that is out of date. */
	private isSeen(id: string): boolean {
		const step = this.seen.get(id);
		return step !== undefined && isFresh(step, this.clock());
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

const nodes = new Map<string, SeenEvents>();

/** What this n8n process remembers for a trigger node. */
export function seenEventsOf(context: Pick<FunctionsBase, 'getWorkflow' | 'getNode'>): SeenEvents {
	const name = `${context.getWorkflow().id ?? ''}/${context.getNode().id}`;
	const seenEvents = nodes.get(name) ?? new SeenEvents();
	nodes.set(name, seenEvents);
	return seenEvents;
}
