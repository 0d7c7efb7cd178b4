/** What a process of n8n remembers, as far as what follows depends on it. */
import type { Pending } from './letterService';

export class Memory {
	/** The keys of the orders it has the ids of. */
	private known: string[] = [];
	/** What it was answered, and when: a later try of the same execution need not ask. */
	private answered: Array<{ order: unknown; at: number }> = [];
	/** What its pacer has met. */
	private shrunk = 0;
	private paused = false;

	/** @param begunAt when the execution began */
	remember({ key, body }: Pending, begunAt: number, now: number): void {
		this.known = [...new Set([...this.known, key])].sort();
		this.answered.push({ order: [begunAt, key, body], at: now });
	}

	meetTrouble(amongOthers: boolean, wantsPause: boolean): void {
		if (amongOthers) this.shrunk += 1;
		this.paused ||= wantsPause;
	}

	endPause(): void {
		this.paused = false;
	}

	state(now: number): unknown {
		const { known, answered, shrunk, paused } = this;
		return [known, answered.map(({ order, at }) => [order, now - at]), shrunk, paused];
	}
}
