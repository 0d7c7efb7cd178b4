/** Deliveries whose outcome is open, by their event's id. */
import { isFresh, stepOf, timeOf } from './seenEventLog';

/** Their executions ask within moments, where they have begun at all. */
const MOST_DISMISSED = 1_000;

/**
 * `kept`: n8n has the execution. `refused`: n8n has answered with an error. `unbegun`: the execution
 * has not begun in time; should it begin after all, it may go on. After the last two, the event may
 * come again.
 */
export type Outcome = 'kept' | 'refused' | 'unbegun';

/** A promise that is settled from outside. */
function deferred<T>(): { promise: Promise<T>; settle: (value: T) => void } {
	let settle: (value: T) => void = () => undefined;
	const promise = new Promise<T>((resolve) => {
		settle = resolve;
	});
	return { promise, settle };
}

export class OpenDelivery {
	/** Whether the event has been put on record for it. */
	recorded = false;
	readonly outcome = deferred<Outcome>();
	readonly begun = deferred<true>();

	constructor(
		readonly id: string,
		readonly step: number,
	) {}

	/** Milliseconds since the epoch; tells the event's deliveries apart. */
	get acceptedAt(): number {
		return timeOf(this.step);
	}
}

export class OpenDeliveries {
	/** Oldest first: several only where n8n has not answered one for long, or with the filter off. */
	private readonly open = new Map<string, OpenDelivery[]>();
	/** The last one of an event that was not kept; oldest first. */
	private readonly dismissed = new Map<string, number>();

	/** No two of an event are of the same step. */
	accept(id: string, now: number): OpenDelivery {
		const last = Math.max(this.newest(id)?.step ?? 0, this.dismissed.get(id) ?? 0);
		const step = last >= stepOf(now) && isFresh(last, now) ? last + 1 : stepOf(now);
		const delivery = new OpenDelivery(id, step);
		this.open.set(id, [...(this.open.get(id) ?? []), delivery]);
		return delivery;
	}

	newest(id: string): OpenDelivery | undefined {
		return this.open.get(id)?.at(-1);
	}

	find(id: string, step: number): OpenDelivery | undefined {
		return this.open.get(id)?.find((delivery) => delivery.step === step);
	}

	wasDismissed(id: string, step: number): boolean {
		return this.dismissed.get(id) === step;
	}

	/** Those before one that was kept have nothing to wait for. */
	close({ id, step }: OpenDelivery, isKept: boolean): void {
		const left =
			this.open.get(id)?.filter((other) => (isKept ? other.step > step : other.step !== step)) ?? [];
		if (left.length > 0) this.open.set(id, left);
		else this.open.delete(id);
		if (isKept) return;
		this.dismissed.set(id, step);
		for (const oldest of this.dismissed.keys()) {
			if (this.dismissed.size <= MOST_DISMISSED) break;
			this.dismissed.delete(oldest);
		}
	}
}
