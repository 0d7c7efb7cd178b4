/**
 * Remembers which events have started an execution, so that a redelivery starts no second one, and
 * which of an event's executions is the one to go on, should there be two.
 *
 * The first rule is that no event is ever lost: an event counts as seen only once n8n has stored its
 * execution. While that is undecided, a second delivery of it is neither accepted nor taken for a
 * duplicate; it waits. Two things say that an execution is stored: n8n answers the delivery with
 * 2xx, or n8n writes the static data of that very delivery, which it does after storing the
 * execution and before answering. A process killed earlier leaves no record, so the redelivery is
 * accepted.
 *
 * Records live in this process and, the newest of them, in the workflow's static data. n8n loads
 * that for each delivery and the last writer wins, so every write holds all that the process knows
 * at the moment of writing (`toJSON`), not at the moment the delivery came.
 *
 * Two executions of an event: n8n, killed between storing an execution and answering, starts it
 * after its own restart, when the service delivers the event again as well. The one accepted later
 * goes on, for it alone can be on record. An execution yields to one accepted later and never to
 * an earlier one, so that of any number the last one always goes on.
 */
import { idOf, isFresh, read, Records, stepOf } from './records';

export interface Limits {
	inMemory: number;
	inStaticData: number;
}
export const LIMITS: Limits = { inMemory: 20_000, inStaticData: 2_000 };

/** Newest records are read first; after so many known ones, the older ones are known too. */
const ENOUGH_KNOWN = 100;

interface Undecided {
	step: number;
	stored: Promise<boolean>;
	decide: (stored: boolean) => void;
	recorded: boolean;
}

export type Sighting =
	| { kind: 'new' }
	| { kind: 'duplicate' }
	/** Another delivery of the event is under way; `stored` says in the end whether n8n has it. */
	| { kind: 'undecided'; stored: Promise<boolean> };

/** The events of one trigger node. Times are milliseconds since the epoch. */
export class Deliveries {
	/** When each was accepted, oldest first. */
	private readonly seen = new Map<string, number>();
	private readonly undecided = new Map<string, Undecided>();
	private readonly records: Records;

	constructor(private readonly limits: Limits = LIMITS) {
		this.records = new Records(limits.inStaticData);
	}

	/** Takes over what an earlier process, or another one, has written into static data. */
	takeOver(written: unknown, now: number): void {
		const missing = [];
		let known = 0;
		for (const accepted of read(written)) {
			const { id, step } = accepted;
			if (this.undecided.has(id) || (this.seen.get(id) ?? -1) >= step) known += 1;
			else if (isFresh(step, now)) missing.push(accepted);
			if (known === ENOUGH_KNOWN) break;
		}
		for (const accepted of missing.reverse()) {
			this.records.add(accepted);
			this.remember(accepted.id, accepted.step, now);
		}
	}

	/** Says what a delivery is; a new one is from now on undecided, until `decide`. */
	see(dedupeKey: string, now: number): Sighting {
		const id = idOf(dedupeKey);
		const other = this.undecided.get(id);
		if (other) return { kind: 'undecided', stored: other.stored };
		if (this.freshlySeen(id, now) !== undefined) return { kind: 'duplicate' };

		let decide: Undecided['decide'] = () => undefined;
		const stored = new Promise<boolean>((resolve) => {
			decide = resolve;
		});
		this.undecided.set(id, { step: stepOf(now), stored, decide, recorded: false });
		return { kind: 'new' };
	}

	/** For static data: what to write when n8n writes it for this delivery. */
	writing(dedupeKey: string): { toJSON: () => unknown } {
		const id = idOf(dedupeKey);
		return {
			toJSON: () => {
				const delivery = this.undecided.get(id);
				if (delivery) this.recordOnce(id, delivery);
				return this.records.toJSON();
			},
		};
	}

	/** n8n has answered the delivery: its execution is stored, or it is not and may come again. */
	decide(dedupeKey: string, stored: boolean, now: number): void {
		const id = idOf(dedupeKey);
		const delivery = this.undecided.get(id);
		if (!delivery) return;
		this.undecided.delete(id);
		if (stored) {
			this.recordOnce(id, delivery);
			this.remember(id, delivery.step, now);
		} else if (delivery.recorded) {
			this.records.remove(id);
		}
		delivery.decide(stored);
	}

	/** Settles when the delivery accepted at that time is decided; undefined when it is not under way here. */
	decision(dedupeKey: string, acceptedAt: number): Promise<boolean> | undefined {
		const delivery = this.undecided.get(idOf(dedupeKey));
		return delivery?.step === stepOf(acceptedAt) ? delivery.stored : undefined;
	}

	/** True when this process has seen the event, or is just receiving it. */
	knows(dedupeKey: string, now: number): boolean {
		const id = idOf(dedupeKey);
		return this.undecided.has(id) || this.freshlySeen(id, now) !== undefined;
	}

	/** True for the execution of the delivery accepted at that time, unless another was accepted later. */
	goesOn(dedupeKey: string, acceptedAt: number, now: number): boolean {
		const id = idOf(dedupeKey);
		const step = stepOf(acceptedAt);
		const latest = this.undecided.get(id)?.step ?? this.freshlySeen(id, now);
		if (latest === undefined) {
			this.records.add({ id, step });
			this.remember(id, step, now);
		}
		return latest === undefined || latest <= step;
	}

	private freshlySeen(id: string, now: number): number | undefined {
		const step = this.seen.get(id);
		return step !== undefined && isFresh(step, now) ? step : undefined;
	}

	private recordOnce(id: string, delivery: Undecided): void {
		if (!delivery.recorded) this.records.add({ id, step: delivery.step });
		delivery.recorded = true;
	}

	private remember(id: string, step: number, now: number): void {
		// Set anew, so that an event seen again after its time is the newest.
		this.seen.delete(id);
		this.seen.set(id, step);
		for (const [oldest, itsStep] of this.seen) {
			if (this.seen.size <= this.limits.inMemory && isFresh(itsStep, now)) break;
			this.seen.delete(oldest);
		}
	}
}

const nodes = new Map<string, Deliveries>();

/** The process's memory for one trigger node. */
export function deliveriesOf(workflowId: string | undefined, nodeId: string): Deliveries {
	const name = `${workflowId ?? ''}/${nodeId}`;
	let deliveries = nodes.get(name);
	if (!deliveries) {
		deliveries = new Deliveries();
		nodes.set(name, deliveries);
	}
	return deliveries;
}
