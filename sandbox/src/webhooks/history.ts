/** The deliveries the sandbox can show: every pending one, and the latest that have ended. */
import type { Delivery } from '../state/delivery';

const ENDED_KEPT = 10_000;

export class DeliveryHistory {
	private readonly kept = new Map<string, Delivery>();
	/** Ids of those that have ended, the longest ended first. */
	private readonly ended = new Set<string>();
	private added = 0;

	constructor(private readonly onForget: (delivery: Delivery) => void = () => undefined) {}

	/** All since the last reset, also those no longer kept. */
	get count(): number {
		return this.added;
	}

	get keptCount(): number {
		return this.kept.size;
	}

	add(delivery: Delivery): void {
		this.added += 1;
		this.kept.set(delivery.id, delivery);
	}

	/** Takes one from a data folder, or a later state of one it has. */
	restore(delivery: Delivery): void {
		if (!this.kept.has(delivery.id)) this.added += 1;
		this.kept.set(delivery.id, delivery);
		if (delivery.status !== 'pending') this.end(delivery, delivery.status);
	}

	get(id: string): Delivery | undefined {
		return this.kept.get(id);
	}

	/** False for one forgotten by a reset, replaced by a restored one, or no longer kept. */
	has(delivery: Delivery): boolean {
		return this.kept.get(delivery.id) === delivery;
	}

	/** Oldest first. */
	all(): Delivery[] {
		return [...this.kept.values()];
	}

	end(delivery: Delivery, status: 'delivered' | 'failed'): void {
		delivery.status = status;
		delivery.next_attempt_at = null;
		this.ended.add(delivery.id);
		const [oldest] = this.ended;
		if (this.ended.size <= ENDED_KEPT || oldest === undefined) return;
		const forgotten = this.kept.get(oldest);
		this.ended.delete(oldest);
		this.kept.delete(oldest);
		if (forgotten !== undefined) this.onForget(forgotten);
	}

	clear(): void {
		this.kept.clear();
		this.ended.clear();
		this.added = 0;
	}
}
