/** Runs tasks at a sandbox time, also when the clock is moved. Its timers never keep a process alive. */
import type { Clock } from './clock';

/** setTimeout's largest delay; a longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

interface Task {
	readonly dueAt: number;
	readonly run: () => void;
	timer: NodeJS.Timeout | undefined;
}

export class Scheduler {
	private readonly tasks = new Set<Task>();
	private readonly stopListening: () => void;

	constructor(private readonly clock: Clock) {
		this.stopListening = clock.onAdvance(() => {
			// Earliest first: timers of one length fire in the order in which they were set.
			const inOrder = [...this.tasks].sort((a, b) => a.dueAt - b.dueAt);
			for (const task of inOrder) this.arm(task);
		});
	}

	at(dueAt: number, run: () => void): void {
		const task: Task = { dueAt, run, timer: undefined };
		this.tasks.add(task);
		this.arm(task);
	}

	clear(): void {
		for (const task of this.tasks) clearTimeout(task.timer);
		this.tasks.clear();
	}

	close(): void {
		this.stopListening();
		this.clear();
	}

	private arm(task: Task): void {
		clearTimeout(task.timer);
		const wait = Math.min(Math.max(task.dueAt - this.clock.now(), 0), LONGEST_TIMER_MS);
		task.timer = setTimeout(() => {
			// A capped or slightly early timer is not due yet.
			if (this.clock.now() < task.dueAt) {
				this.arm(task);
				return;
			}
			this.tasks.delete(task);
			task.run();
		}, wait);
		task.timer.unref();
	}
}
