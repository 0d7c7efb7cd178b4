/**
 * When to commit: writing to the disk is what costs, so calls that come together share it. A commit
 * waits, though not for long, for as many calls as shared the one before: whoever has just been
 * answered is likely to call again. One call after another is not kept waiting.
 */
const LONGEST_WAIT_MS = 2;

interface Planned {
	readonly promise: Promise<boolean>;
	readonly resolve: (isSaved: boolean) => void;
	readonly timer: NodeJS.Timeout;
	waiting: number;
}

export class CommitPlan {
	private next: Planned | null = null;
	/** How many waited for the commit before. */
	private expected = 1;

	/** @param commit gives whether it succeeded */
	constructor(private readonly commit: () => boolean) {}

	get isEmpty(): boolean {
		return this.next === null;
	}

	/** Something has changed. It is committed in a later turn, when what happens together is complete. */
	add(): void {
		if (this.next !== null) return;
		let resolve: Planned['resolve'] = () => undefined;
		const promise = new Promise<boolean>((settle) => (resolve = settle));
		const timer = setTimeout(() => {
			this.commitNow();
		}, LONGEST_WAIT_MS);
		this.next = { promise, resolve, timer, waiting: 0 };
	}

	/** Resolves once all that was added is committed; null where nothing was. */
	wait(): Promise<boolean> | null {
		const { next } = this;
		if (next === null) return null;
		next.waiting += 1;
		if (next.waiting === this.expected) {
			setImmediate(() => {
				if (this.next === next) this.commitNow();
			});
		}
		return next.promise;
	}

	private commitNow(): void {
		const { next } = this;
		if (next === null) return;
		this.next = null;
		clearTimeout(next.timer);
		this.expected = Math.max(next.waiting, 1);
		next.resolve(this.commit());
	}
}
