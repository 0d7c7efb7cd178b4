/** A clock that moves only when a test says so. */
import type { Clock } from '../nodes/n8n/clock';

interface Sleeper {
	at: number;
	wake: () => void;
}

export class VirtualClock implements Clock {
	protected sleepers: Sleeper[] = [];

	constructor(protected time = 1_800_000_000_000) {}

	now = (): number => this.time;

	sleep = async (milliseconds: number, signal?: AbortSignal): Promise<void> => {
		signal?.throwIfAborted();
		await new Promise<void>((resolve, reject) => {
			const sleeper = { at: this.time + milliseconds, wake: resolve };
			this.sleepers.push(sleeper);
			signal?.addEventListener('abort', () => {
				this.sleepers = this.sleepers.filter((other) => other !== sleeper);
				reject(signal.reason as Error);
			});
		});
	};

	/** How many waits have not ended. */
	get sleeping(): number {
		return this.sleepers.length;
	}

	/** Moves on to the end of the next wait. False when nobody waits. */
	async advanceToNext(): Promise<boolean> {
		await settle();
		if (this.sleepers.length === 0) return false;
		await this.advance(Math.max(0, Math.min(...this.sleepers.map(({ at }) => at)) - this.time));
		return true;
	}

	/** Moves on and lets everything that waited until then run. */
	async advance(milliseconds: number): Promise<void> {
		this.time += milliseconds;
		this.wakeDue();
		await settle();
	}

	wakeDue(): void {
		const due = this.sleepers.filter(({ at }) => at <= this.time);
		this.sleepers = this.sleepers.filter(({ at }) => at > this.time);
		for (const { wake } of due) wake();
	}
}

/** Lets every promise that can go on do so. */
export async function settle(): Promise<void> {
	await new Promise((resolve) => setImmediate(resolve));
}
