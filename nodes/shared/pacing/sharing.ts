/**
 * When the limit falls faster than this process sends, other processes use the account too. Each
 * then keeps to its share of what is left, with few requests at once: what is left is known only
 * as far as requests are answered. Without this, all of them would run into the limit together, in
 * every window.
 */

/** Of what is left, so that a process that has just begun beside a large one gets on. */
const LEAST_SHARE = 1 / 8;
/** Surely shared: a stray request of another process, such as a list for the editor, changes little. */
const SHARED_BELOW = 0.9;
/** How much an earlier window counts for the share, against the one after it. */
const MEMORY = 0.5;
/** Requests at once: enough to use up any limit there is to share long before its window ends. */
const MOST_AT_ONCE = 8;

export class Sharing {
	/** What was left where the counting began, and now. */
	private base = 0;

	private remaining = 0;

	/** Requests of this process since then that the service counted, as far as they are answered. */
	private own = 0;

	/** Of the windows before: requests of this process, and of others. */
	private ownBefore = 0;

	private othersBefore = 0;

	/** A new window. @param own Requests of this process counted since `base`. */
	begin(base: number, remaining: number, own: number, inFlight: number): void {
		this.ownBefore = (this.ownBefore + this.own) * MEMORY;
		this.othersBefore = (this.othersBefore + this.others(inFlight)) * MEMORY;
		this.base = base;
		this.remaining = remaining;
		this.own = own;
	}

	/** @param counted The service took the request, so the window counts it. */
	count(remaining: number, counted: boolean): void {
		// Answers overtake each other: the smallest number is the newest.
		this.remaining = Math.min(this.remaining, remaining);
		if (counted) this.own += 1;
	}

	isShared(inFlight: number): boolean {
		return this.shareWith(this.others(inFlight)) < SHARED_BELOW;
	}

	/** How many requests this process may have under way of what is left. */
	placesOf(left: number): number {
		const share = Math.max(LEAST_SHARE, this.shareWith(this.others(0)));
		return Math.min(MOST_AT_ONCE, Math.round(left * share));
	}

	/** What others used of the window: the requests under way may be counted in it already. */
	private others(inFlight: number): number {
		return Math.max(0, this.base - this.remaining - this.own - inFlight);
	}

	private shareWith(others: number): number {
		const own = 1 + this.own + this.ownBefore;
		return own / (own + others + this.othersBefore);
	}
}
