/** The time of one course: it stands still until somebody waits to the end. */
import type { Clock } from '../../../nodes/n8n/clock';

interface Sleeper {
	at: number;
	wake: () => void;
}

export class EventClock implements Clock {
	/** In the middle of an hour. */
	private time = Date.parse('2027-01-15T10:30:00Z');
	private sleepers: Sleeper[] = [];

	now = (): number => this.time;

	sleep = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
		new Promise((resolve) => {
			const sleeper = { at: this.time + milliseconds, wake: resolve };
			this.sleepers.push(sleeper);
			signal?.addEventListener('abort', () => {
				this.sleepers = this.sleepers.filter((other) => other !== sleeper);
			});
		});

	get sleeping(): number {
		return this.sleepers.length;
	}

	wakeDue(): void {
		const due = this.sleepers.filter(({ at }) => at <= this.time);
		this.sleepers = this.sleepers.filter(({ at }) => at > this.time);
		for (const { wake } of due) wake();
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
