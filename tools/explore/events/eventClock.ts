/** The time of one course: it stands still until somebody waits to the end. */
import { VirtualClock } from '../../virtualClock';

export class EventClock extends VirtualClock {
	constructor() {
		// In the middle of an hour.
		super(Date.parse('2027-01-15T10:30:00Z'));
	}

	wakeNext(): void {
		this.time = Math.min(...this.sleepers.map(({ at }) => at));
		this.wakeDue();
	}

	/** Those who wait are gone with their process. */
	passWithoutWaking(milliseconds: number): void {
		this.time += milliseconds;
		this.sleepers = [];
	}

	inWords(): string {
		return [this.time, ...this.sleepers.map(({ at }) => at).sort()].join();
	}
}

/** Everything that can go on without waiting does so. */
export async function microtasks(): Promise<void> {
	for (let turn = 0; turn < 16; turn += 1) await Promise.resolve();
}
