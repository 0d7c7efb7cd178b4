/** Deliveries that have started an execution and that n8n has not answered yet, by their event's id. */
import { isFresh, stepOf, timeOf } from './seenEventLog';

/** Their executions ask within moments, where they have begun at all. */
const MOST_REFUSED = 1_000;

export class OpenDelivery {
	/** Whether the execution has begun. */
	begun = false;
	/** Whether the event has been put on record for it. */
	recorded = false;
	/** Settles with n8n's answer: its execution is stored, or it is not and the event may come again. */
	readonly stored: Promise<boolean>;
	settle: (stored: boolean) => void = () => undefined;

	constructor(
		readonly id: string,
		readonly step: number,
	) {
		this.stored = new Promise((resolve) => {
			this.settle = resolve;
		});
	}

	/** Milliseconds since the epoch; tells the event's deliveries apart. */
	get acceptedAt(): number {
		return timeOf(this.step);
	}
}

export class OpenDeliveries {
	/** Oldest first: several only where n8n has not answered one for long. */
	private readonly open = new Map<string, OpenDelivery[]>();
	/** The step of the last one that n8n answered with an error; oldest first. */
	private readonly refused = new Map<string, number>();

	/** No two of an event are of the same step. */
	accept(id: string, now: number): OpenDelivery {
		const last = Math.max(this.newest(id)?.step ?? 0, this.refused.get(id) ?? 0);
		const step = last >= stepOf(now) && isFresh(last, now) ? last + 1 : stepOf(now);
		const delivery = new OpenDelivery(id, step);
		this.open.set(id, [...(this.open.get(id) ?? []), delivery]);
		return delivery;
	}

	has(id: string): boolean {
		return this.open.has(id);
	}

	newest(id: string): OpenDelivery | undefined {
		return this.open.get(id)?.at(-1);
	}

	find(id: string, step: number): OpenDelivery | undefined {
		return this.open.get(id)?.find((delivery) => delivery.step === step);
	}

	isOpen(delivery: OpenDelivery): boolean {
		return this.find(delivery.id, delivery.step) !== undefined;
	}

	wasRefused(id: string, step: number): boolean {
		return this.refused.get(id) === step;
	}

	/** Those before a stored one have nothing to wait for. */
	close({ id, step }: OpenDelivery, stored: boolean): void {
		const left =
			this.open.get(id)?.filter((other) => (stored ? other.step > step : other.step !== step)) ?? [];
		if (left.length > 0) this.open.set(id, left);
		else this.open.delete(id);
		if (!stored) this.refuse(id, step);
	}

	private refuse(id: string, step: number): void {
		this.refused.set(id, step);
		for (const oldest of this.refused.keys()) {
			if (this.refused.size <= MOST_REFUSED) break;
			this.refused.delete(oldest);
		}
	}
}
