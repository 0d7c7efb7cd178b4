/**
 * Remembers which events have started an execution, so that a redelivery starts no second one, and
 * which execution has gone on with an event, so that no second one does.
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
 */
import { createHash } from 'node:crypto';

export interface Limits {
	inMemory: number;
	inStaticData: number;
}
export const LIMITS: Limits = { inMemory: 20_000, inStaticData: 2_000 };

/** The service is told to try again for up to 24 hours (spec, Events: Receiver rules 4). */
const REMEMBERED_HOURS = 24;
const HOUR_MS = 3_600_000;

/** 96 bits in base64: two events alike by chance are out of the question. */
const HASH_BYTES = 12;
const HASH_LENGTH = 16;
/** Then four digits of base 36: the hour since 1970, until the year 2161. */
const RECORD_LENGTH = HASH_LENGTH + 4;

/** Newest records are read first; after so many known ones in a row, the older ones are known too. */
const KNOWN_IN_A_ROW = 100;

interface Undecided {
	stored: Promise<boolean>;
	decide: (stored: boolean) => void;
	recorded: boolean;
}

interface Seen {
	hour: number;
	/** The execution that has gone on with the event, if it was in this process. */
	executionId?: string;
}

export type Sighting =
	| { kind: 'new' }
	| { kind: 'duplicate' }
	/** Another delivery of the event is under way; `stored` says in the end whether n8n has it. */
	| { kind: 'undecided'; stored: Promise<boolean> };

/** The events of one trigger node. Times are milliseconds since the epoch. */
export class Deliveries {
	/** By hash, oldest first. */
	private readonly seen = new Map<string, Seen>();
	private readonly undecided = new Map<string, Undecided>();
	/** What goes into static data: the newest records, oldest first. */
	private records = '';

	constructor(private readonly limits: Limits = LIMITS) {}

	/** Takes over what an earlier process, or another one, has written into static data. */
	takeOver(written: unknown, now: number): void {
		if (typeof written !== 'string' || written === this.records) return;
		const missing: Array<[string, number]> = [];
		let known = 0;
		for (let end = written.length; end >= RECORD_LENGTH && known < KNOWN_IN_A_ROW; end -= RECORD_LENGTH) {
			const record = written.slice(end - RECORD_LENGTH, end);
			const hash = record.slice(0, HASH_LENGTH);
			const hour = parseInt(record.slice(HASH_LENGTH), 36);
			if (this.seen.has(hash) || this.undecided.has(hash)) known += 1;
			else if (isFresh(hour, now)) missing.push([copyOf(hash), hour]);
		}
		for (const [hash, hour] of missing.reverse()) {
			this.record(hash, hour);
			this.remember(hash, { hour }, now);
		}
	}

	/** Says what a delivery is; a new one is from now on undecided, until `decide`. */
	see(dedupeKey: string, now: number): Sighting {
		const hash = hashOf(dedupeKey);
		const other = this.undecided.get(hash);
		if (other) return { kind: 'undecided', stored: other.stored };
		if (this.freshlySeen(hash, now)) return { kind: 'duplicate' };

		let decide: Undecided['decide'] = () => undefined;
		const stored = new Promise<boolean>((resolve) => {
			decide = resolve;
		});
		this.undecided.set(hash, { stored, decide, recorded: false });
		return { kind: 'new' };
	}

	/** For static data: what to write when n8n writes it for this delivery. */
	writing(dedupeKey: string, now: number): { toJSON: () => string } {
		const hash = hashOf(dedupeKey);
		return {
			toJSON: () => {
				const delivery = this.undecided.get(hash);
				if (delivery && !delivery.recorded) {
					delivery.recorded = true;
					this.record(hash, hourOf(now));
				}
				return this.records;
			},
		};
	}

	/** n8n has answered the delivery: its execution is stored, or it is not and may come again. */
	decide(dedupeKey: string, stored: boolean, now: number): void {
		const hash = hashOf(dedupeKey);
		const delivery = this.undecided.get(hash);
		if (!delivery) return;
		this.undecided.delete(hash);
		if (stored) {
			if (!delivery.recorded) this.record(hash, hourOf(now));
			this.remember(hash, this.freshlySeen(hash, now) ?? { hour: hourOf(now) }, now);
		} else if (delivery.recorded) {
			this.forgetRecord(hash);
		}
		delivery.decide(stored);
	}

	/** Settles when the delivery of the event is decided; undefined when none is under way here. */
	decision(dedupeKey: string): Promise<boolean> | undefined {
		return this.undecided.get(hashOf(dedupeKey))?.stored;
	}

	/**
	 * True for the first execution of an event that asks. There can be two: n8n, killed between
	 * storing an execution and starting it, starts it after its own restart, when the service
	 * delivers the event again as well.
	 */
	pass(dedupeKey: string, executionId: string, now: number): boolean {
		const hash = hashOf(dedupeKey);
		const seen = this.freshlySeen(hash, now) ?? { hour: hourOf(now) };
		seen.executionId ??= executionId;
		if (this.seen.get(hash) !== seen) {
			this.record(hash, seen.hour);
			this.remember(hash, seen, now);
		}
		return seen.executionId === executionId;
	}

	private freshlySeen(hash: string, now: number): Seen | undefined {
		const seen = this.seen.get(hash);
		return seen && isFresh(seen.hour, now) ? seen : undefined;
	}

	private remember(hash: string, seen: Seen, now: number): void {
		// Set anew, so that an event seen again after its time is the newest.
		this.seen.delete(hash);
		this.seen.set(hash, seen);
		for (const [oldest, { hour }] of this.seen) {
			if (this.seen.size <= this.limits.inMemory && isFresh(hour, now)) break;
			this.seen.delete(oldest);
		}
	}

	private record(hash: string, hour: number): void {
		const most = this.limits.inStaticData * RECORD_LENGTH;
		this.records = (this.records + hash + hour.toString(36)).slice(-most);
	}

	private forgetRecord(hash: string): void {
		for (let at = 0; at < this.records.length; at += RECORD_LENGTH) {
			if (!this.records.startsWith(hash, at)) continue;
			this.records = this.records.slice(0, at) + this.records.slice(at + RECORD_LENGTH);
			return;
		}
	}
}

const hourOf = (time: number): number => Math.floor(time / HOUR_MS);

/** The whole hour is counted, so an event is remembered for 24 to 25 hours. */
const isFresh = (hour: number, now: number): boolean => hourOf(now) - hour <= REMEMBERED_HOURS;

/** A slice keeps the whole text it is cut from in memory. */
const copyOf = (slice: string): string => Buffer.from(slice, 'latin1').toString('latin1');

function hashOf(dedupeKey: string): string {
	return createHash('sha256').update(dedupeKey).digest().subarray(0, HASH_BYTES).toString('base64url');
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
