/**
 * Runs tasks at a sandbox time, strictly in the order of their times, also when the clock is moved.
 * Its timer never keeps a process alive.
 */
import { Heap } from 'heap-js';

import type { Clock } from './clock';

/** setTimeout's largest delay; a longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** Requests are served in between, also while a month of 100,000 letters is made up for. */
const TASKS_PER_TURN = 1000;

interface Task {
	readonly dueAt: number;
	readonly order: number;
	readonly run: () => void;
}

export class Scheduler {
	private readonly tasks = new Heap<Task>((a, b) => a.dueAt - b.dueAt || a.order - b.order);
	private readonly stopListening: () => void;
	private timer: NodeJS.Timeout | undefined;
	private planned = 0;
	private waiting: (() => void)[] = [];

	constructor(private readonly clock: Clock) {
		this.stopListening = clock.onAdvance(() => {
			this.arm();
		});
	}

	at(dueAt: number, run: () => void): void {
		this.planned += 1;
		const task: Task = { dueAt, order: this.planned, run };
		this.tasks.push(task);
		if (this.tasks.peek() === task) this.arm();
	}

	/** Resolves once every task that is due has run. */
	async caughtUp(): Promise<void> {
		if (this.untilNext() > 0) return;
		await new Promise<void>((resolve) => this.waiting.push(resolve));
	}

	clear(): void {
		this.tasks.clear();
		this.arm();
	}

	close(): void {
		this.stopListening();
		this.clear();
	}

	private untilNext(): number {
		const next = this.tasks.peek();
		return next === undefined ? Infinity : Math.max(next.dueAt - this.clock.now(), 0);
	}

	private arm(): void {
		clearTimeout(this.timer);
		const wait = this.untilNext();
		if (wait > 0) {
			for (const resolve of this.waiting) resolve();
			this.waiting = [];
		}
		if (wait === Infinity) return;
		this.timer = setTimeout(this.runDue, Math.min(wait, LONGEST_TIMER_MS));
		this.timer.unref();
	}

	/** Runs nothing if its timer was capped or slightly early. */
	private readonly runDue = (): void => {
		for (let ran = 0; ran < TASKS_PER_TURN && this.untilNext() === 0; ran += 1) {
			this.tasks.pop()?.run();
		}
		this.arm();
	};
}
