/** The time of one course: it stands still until somebody lets it pass. */
import { VirtualClock } from '../../virtualClock';

export class EventClock extends VirtualClock {
	constructor() {
		super(Date.parse('2027-01-15T10:30:00Z'));
	}

	pass(milliseconds: number): void {
		this.time += milliseconds;
	}
}

/** Everything that can go on without waiting does so. */
export async function microtasks(): Promise<void> {
	for (let turn = 0; turn < 16; turn += 1) await Promise.resolve();
}
