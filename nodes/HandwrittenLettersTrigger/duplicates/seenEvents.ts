/**
 * Remembers which events have started an execution, so that a redelivery starts no second one.
 *
 * No acknowledged event is ever lost: an event is on record only once its execution has begun, and
 * n8n answers its delivery 2xx only then (passOn.ts). Until it is answered, a second delivery of it
 * waits. It takes the place of the first when n8n answers that with an error, and after a minute
 * without an answer. So an event whose delivery got no 2xx may take effect twice (docs/edge-cases.md,
 * Crashes and restarts).
 *
 * Records live in this process and, the newest of them, in the workflow's static data. n8n loads
 * that for each delivery and the last writer wins, so every write holds all that the process knows
 * at the moment of writing (`toJSON`).
 */
import type { FunctionsBase } from 'n8n-workflow';

import { idOf, isFresh, read, SeenEventLog, stepOf } from './seenEventLog';

export const CAPACITY = { inMemory: 20_000, inStaticData: 2_000 };

/** So long a delivery may wait for its answer. */
export const PATIENCE_MS = 60_000;

/** Newest records are read first; after so many known ones, the older ones are known too. */
const ENOUGH_KNOWN = 100;

export type Sighting =
	/** From now on open until it is decided; `isKept` is false where the event may come again. */
	| { kind: 'new'; decide: (isKept: boolean) => void }
	| { kind: 'duplicate' }
	/** Another delivery of the event is under way; `kept` says in the end whether n8n has it. */
	| { kind: 'undecided'; kept: Promise<boolean> };

/** A delivery that n8n has not answered. */
interface Open {
	at: number;
	kept: Promise<boolean>;
	/** Puts it on record. */
	begin: () => void;
}

/** The events of one trigger node. Times are milliseconds since the epoch. */
export class SeenEvents {
	/** The step of its acceptance by id, oldest first. */
	private readonly seen = new Map<string, number>();
	/** The last open delivery of an event. */
	private readonly open = new Map<string, Open>();
	private readonly log: SeenEventLog;

	constructor(
		private readonly capacity = CAPACITY,
		private readonly clock = () => Date.now(),
	) {
		this.log = new SeenEventLog(capacity.inStaticData);
	}

	/** For static data: n8n serialises it at the moment of writing. */
	readonly records = { toJSON: (): unknown => this.log.toJSON() };

	/** Takes over what an earlier process, or another one, has written into static data. */
	takeOver(written: unknown): void {
		// Its own: this process has put it there.
		if (written === this.records) return;
		const missing = [];
		let known = 0;
		for (const { id, step } of read(written)) {
			if (this.isSeen(id) || this.open.has(id)) known += 1;
			else if (isFresh(step, this.clock())) missing.push({ id, step });
			if (known === ENOUGH_KNOWN) break;
		}
		for (const { id, step } of missing.reverse()) {
			this.putOnRecord(id, step);
			this.remember(id, step);
		}
	}

	/** @param onRecord is called once where the event is put on record. */
	see(dedupeKey: string, onRecord: () => void = () => undefined): Sighting {
		const id = idOf(dedupeKey);
		if (this.isSeen(id)) return { kind: 'duplicate' };
		const other = this.open.get(id);
		// Not for ever, nor after a clock was set back.
		if (other && Math.abs(this.clock() - other.at) < PATIENCE_MS)
			return { kind: 'undecided', kept: other.kept };
		return { kind: 'new', decide: this.accept(id, onRecord) };
	}

	/**
	 * An execution of the event has begun in this process.
	 * @returns whether its delivery is open here; otherwise another process received it, or n8n runs it late.
	 */
	begin(dedupeKey: string): boolean {
		const id = idOf(dedupeKey);
		const open = this.open.get(id);
		if (open) open.begin();
		else if (!this.isSeen(id)) {
			const step = stepOf(this.clock());
			this.putOnRecord(id, step);
			this.remember(id, step);
		}
		return open !== undefined;
	}

	private accept(id: string, onRecord: () => void): (isKept: boolean) => void {
		const at = this.clock();
		const step = stepOf(at);
		const kept = deferred<boolean>();
		let isOnRecord = false;
		const begin = (): void => {
			if (isOnRecord) return;
			isOnRecord = true;
			this.putOnRecord(id, step);
			onRecord();
		};
		const open = { at, kept: kept.promise, begin };
		this.open.set(id, open);
		return (isKept) => {
			if (this.open.get(id) === open) this.open.delete(id);
			if (isKept) begin();
			if (isOnRecord) this.remember(id, step);
			kept.settle(isOnRecord);
		};
	}

	private putOnRecord(id: string, step: number): void {
		this.log.remove(id);
		this.log.add({ id, step }, this.clock());
	}

	/** Unless that is out of date. */
	private isSeen(id: string): boolean {
		const step = this.seen.get(id);
		return step !== undefined && isFresh(step, this.clock());
	}

	private remember(id: string, step: number): void {
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
