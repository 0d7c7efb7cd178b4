/** What a process of n8n remembers, as far as what follows depends on it. */
import type { Pending } from './letterService';

export class Memory {
	/** Since when it has the ids of which orders. */
	private readonly known = new Map<string, number>();
	/** What its pacer has met. */
	private shrunk = 0;
	private paused = false;

	remember({ key }: Pending, now: number): void {
		if (!this.known.has(key)) this.known.set(key, now);
	}

	meetTrouble(amongOthers: boolean, wantsPause: boolean): void {
		if (amongOthers) this.shrunk += 1;
		this.paused ||= wantsPause;
	}

	endPause(): void {
		this.paused = false;
	}

	state(now: number): unknown {
		const { known, shrunk, paused } = this;
		return [[...known].map(([key, since]) => [key, now - since]).sort(), shrunk, paused];
	}
}
