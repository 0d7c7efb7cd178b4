/**
 * Remembers which events have started an execution, so that a redelivery starts no second one.
 *
 * No acknowledged event is ever lost: an event is on record only once its execution has begun, and
 * n8n answers its delivery 2xx only then (passOn.ts). Until it is answered, a second delivery of it
 * is answered 503, so that the sender delivers it again. After a minute without an answer, the next
 * one starts an execution. So an event whose delivery got no 2xx may take effect twice
 * (docs/edge-cases.md, Crashes and restarts).
 *
 * Records live in this process and, the newest of them, in the workflow's static data. n8n loads
 * that for each delivery and the last writer wins, so every write holds all that the process knows
 * at the moment of writing (`toJSON`).
 */
import type { FunctionsBase, IWebhookFunctions } from 'n8n-workflow';

export const CAPACITY = { inMemory: 20_000, inStaticData: 500 };

/** The service is told to try again for up to 24 hours (spec, Events: Receiver rules 4). */
export const REMEMBERED_HOURS = 24;
const HOUR_MS = 3_600_000;

/** So long a delivery may wait for its answer. */
export const PATIENCE_MS = 60_000;

/** 64 bits: two events alike by chance are out of the question, and static data stays small. */
const KEY_LENGTH = 16;

/** The beginning of an event's `dedupe_key`, and when its execution began (milliseconds since the epoch). */
type Seen = [key: string, time: number];

export type Claim =
	/** Under way until `answered` is told whether the execution has begun. */
	| { kind: 'new'; answered: (hasBegun: boolean) => void }
	| { kind: 'duplicate' }
	/** An equal delivery has no answer yet. */
	| { kind: 'undecided' };

/** A delivery that n8n has not answered. */
interface UnderWay {
	since: number;
	/** Puts its event on record, once. */
	begin: () => void;
}

/** The events of one trigger node. */
export class SeenEvents {
	/** When its execution began by key, oldest first. */
	private readonly seen = new Map<string, number>();
	/** The last delivery of an event that is under way, by key. */
	private readonly underWay = new Map<string, UnderWay>();
	/** For static data, oldest first. */
	private newest: Seen[] = [];

	constructor(
		private readonly capacity = CAPACITY,
		private readonly clock = () => Date.now(),
	) {}

	/**
	 * For static data: n8n serialises it at the moment of writing. The list is one text, because n8n
	 * wraps every list in static data in a proxy each time it loads it, which takes half a millisecond or more.
	 */
	readonly records = {
		toJSON: (): string => JSON.stringify(this.newest.filter(([, time]) => this.isFresh(time))),
	};

	/** Takes over what an earlier process, or another one, has written into static data. */
	takeOver(written: unknown): void {
		const missing = readRecords(written).filter(([key, time]) => !this.isSeen(key) && this.isFresh(time));
		if (missing.length > 0) this.add(missing);
	}

	/** @param onRecord is called once where the event is put on record. */
	claim(dedupeKey: string, onRecord: () => void = () => undefined): Claim {
		const key = keyOf(dedupeKey);
		const since = this.clock();
		const other = this.underWay.get(key);
		if (other) {
			// Not for ever, nor after a clock was set back. Until it is answered, n8n may not have its record.
			if (Math.abs(since - other.since) < PATIENCE_MS) return { kind: 'undecided' };
		} else if (this.isSeen(key)) return { kind: 'duplicate' };
		let isOnRecord = false;
		const begin = (): void => {
			if (isOnRecord) return;
			isOnRecord = true;
			// n8n writes static data for the delivery that it answers, which may be this one or an earlier one.
			other?.begin();
			this.add([[key, this.clock()]]);
			onRecord();
		};
		const delivery = { since, begin };
		this.underWay.set(key, delivery);
		const answered = (hasBegun: boolean): void => {
			// One that has begun decides for any other of its event.
			if (hasBegun || this.underWay.get(key) === delivery) this.underWay.delete(key);
			if (hasBegun) begin();
		};
		return { kind: 'new', answered };
	}

	/**
	 * An execution of the event has begun in this process.
	 * @returns whether its delivery is under way here; otherwise another process received it, or n8n runs it late.
	 */
	begin(dedupeKey: string): boolean {
		const key = keyOf(dedupeKey);
		const delivery = this.underWay.get(key);
		if (delivery) delivery.begin();
		else if (!this.isSeen(key)) this.add([[key, this.clock()]]);
		return delivery !== undefined;
	}

	private add(records: Seen[]): void {
		for (const [key, time] of records) {
			// Set anew, so that an event seen again after its time is the newest.
			this.seen.delete(key);
			this.seen.set(key, time);
		}
		for (const [oldest, time] of this.seen) {
			if (this.seen.size <= this.capacity.inMemory && this.isFresh(time)) break;
			this.seen.delete(oldest);
		}
		const added = new Set(records.map(([key]) => key));
		this.newest = [...this.newest.filter(([key, time]) => !added.has(key) && this.isFresh(time)), ...records]
			.sort(([, one], [, other]) => one - other)
			.slice(-this.capacity.inStaticData);
	}

	private isSeen(key: string): boolean {
		const time = this.seen.get(key);
		return time !== undefined && this.isFresh(time);
	}

	/** One from more than an hour ahead is dropped: after a clock was set back, it would not age. */
	private isFresh(time: number): boolean {
		const age = this.clock() - time;
		return age <= REMEMBERED_HOURS * HOUR_MS && age >= -HOUR_MS;
	}
}

const keyOf = (dedupeKey: string): string => dedupeKey.slice(0, KEY_LENGTH);

/** What `toJSON` gave. Anything else, such as what somebody has edited, holds no records. */
function readRecords(written: unknown): Seen[] {
	if (typeof written !== 'string') return [];
	try {
		const list: unknown = JSON.parse(written);
		return Array.isArray(list) ? list.filter(isRecord) : [];
	} catch {
		return [];
	}
}

const isRecord = (value: unknown): value is Seen =>
	Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number';

/** Whether a genuine delivery is to start an execution, and what is written down of one that does. */
export function claimDelivery(
	context: Pick<IWebhookFunctions, 'getWorkflowStaticData'>,
	seenEvents: SeenEvents,
	dedupeKey: string,
): Claim {
	seenEvents.takeOver(context.getWorkflowStaticData('node').deliveries);
	return seenEvents.claim(dedupeKey, () => {
		// n8n writes static data that has changed, just before or just after it answers.
		context.getWorkflowStaticData('node').deliveries = seenEvents.records;
	});
}

/** What this n8n process remembers for each trigger node. */
const nodes = new Map<string, SeenEvents>();

export function seenEventsOf(context: Pick<FunctionsBase, 'getWorkflow' | 'getNode'>): SeenEvents {
	const name = `${context.getWorkflow().id ?? ''}/${context.getNode().id}`;
	const seenEvents = nodes.get(name) ?? new SeenEvents();
	nodes.set(name, seenEvents);
	return seenEvents;
}
