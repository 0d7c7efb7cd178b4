/** What is left of the account's rate limit, learned from `X-RateLimit-*` (spec, Limits 2). */
import { Sharing } from './sharing';

/** What `X-RateLimit-*` said. */
export interface RateLimit {
	limit: number;
	remaining: number;
	/** Unix seconds by the service's clock: identifies the window. */
	reset: number;
	/** The same instant on our clock, in milliseconds; never too early. */
	resetAt: number;
	/** What a refusal says of that instant, in seconds from then (`Retry-After`). */
	safeAt?: number;
}

/** So many times a service may refuse a request that was early; then its windows are others than thought. */
const EARLY_REFUSALS = 2;
/** A reset further away than this is not a rate window but a mistake in the header. */
const LONGEST_WINDOW_MS = 60 * 60 * 1000;
interface Window extends RateLimit {
	/** What the first answer said of the window's end. */
	readonly firstResetAt: number;
	/** A request of this process began the window. */
	begunHere: boolean;
}

export class RateWindow {
	private window: Window | undefined;

	/** The window has ended, and no answer has come from the next one. */
	private ended = false;

	/** A request is under way that will tell what is left. */
	private scouting = false;

	/** Our clock less the service's, as the best answers of this window and the last one show it. */
	private skew = Infinity;

	private skewBefore = Infinity;

	private earlyRefusals = 0;

	private readonly sharing = new Sharing();

	/** Called before anything is asked: notices that the window has ended. */
	renew(now: number): void {
		if (this.ended || !this.window || now < this.window.resetAt) return;
		this.ended = true;
		this.scouting = false;
	}

	/** How many more requests may leave now. */
	places(inFlight: number): number {
		if (!this.window) return Infinity;
		if (!this.sharing.isShared(inFlight)) return this.left - inFlight;
		// Others may have begun the next window: one request finds out what is left of it.
		if (this.ended) return this.scouting ? 0 : 1;
		return this.sharing.placesOf(this.left) - inFlight;
	}

	/** A request leaves. */
	take(): void {
		this.scouting = this.ended;
	}

	/** True when the window has no room left. Requests under way may not be counted in it yet. */
	isSpent(inFlight: number): boolean {
		if (!this.window || this.ended) return false;
		return this.left - inFlight <= 0 || (inFlight === 0 && this.places(0) <= 0);
	}

	/** One request alone may find out that a spent window ended a little before it was to end. */
	mayTryEarly(inFlight: number, now: number): boolean {
		return inFlight === 0 && now >= this.earlyAt;
	}

	/** When the spent window may be over: first perhaps, then surely. */
	nextRenewal(now: number): number {
		return now < this.earlyAt ? this.earlyAt : this.resetAt;
	}

	/**
	 * A request is answered, or given up.
	 * @param counted The service took it, so the window counts it.
	 * @param inFlight Those that are under way still.
	 */
	settle(rate: RateLimit | undefined, counted: boolean, inFlight: number, now: number): void {
		if (rate && rate.resetAt - now <= LONGEST_WINDOW_MS) this.learn(rate, counted, inFlight);
		if (inFlight === 0) this.scouting = false;
	}

	/** The window that was tried early was not over. */
	tryLater(): void {
		this.earlyRefusals += 1;
	}

	private get left(): number {
		const { limit = 0, remaining = 0 } = this.window ?? {};
		return this.ended ? limit : remaining;
	}

	private get resetAt(): number {
		return this.window?.resetAt ?? 0;
	}

	/**
	 * The end is rounded up to a second, and the answer's `Date` down. Where one request began the
	 * window and showed both, that makes a whole second too much, if windows last whole seconds. To
	 * wait it out would cost a tenth of a short window, each time.
	 */
	private get earlyAt(): number {
		const { window } = this;
		if (!window?.begunHere || this.earlyRefusals >= EARLY_REFUSALS) return this.resetAt;
		return Math.min(window.firstResetAt - 1000, window.resetAt);
	}

	private endBy(instant: number): void {
		if (this.window) this.window.resetAt = Math.min(this.window.resetAt, instant);
	}

	private learn(rate: RateLimit, counted: boolean, inFlight: number): void {
		const known = this.window;
		if (!known || rate.reset > known.reset) this.begin(rate, counted, inFlight);
		else if (rate.reset === known.reset) this.update(known, rate, counted);
		else return;
		this.skew = Math.min(this.skew, rate.resetAt - rate.reset * 1000);
		this.endBy(rate.reset * 1000 + Math.min(this.skew, this.skewBefore));
		if (rate.remaining === 0 && rate.safeAt !== undefined) this.endBy(rate.safeAt);
	}

	private begin(rate: RateLimit, counted: boolean, inFlight: number): void {
		const { limit, remaining, resetAt } = rate;
		// What was used before the first answer of all was used by others, or is still under way.
		const isFirstOfAll = this.window === undefined;
		if (isFirstOfAll) this.sharing.begin(limit, remaining, counted ? 1 : 0, 0);
		else this.sharing.begin(remaining, remaining, 0, inFlight);
		this.window = { ...rate, firstResetAt: resetAt, begunHere: isFirst(rate) };
		this.skewBefore = this.skew;
		this.skew = Infinity;
		this.ended = false;
	}

	private update(known: Window, { limit, remaining }: RateLimit, counted: boolean): void {
		known.limit = limit;
		known.remaining = Math.min(known.remaining, remaining);
		known.begunHere ||= isFirst({ limit, remaining });
		this.sharing.count(remaining, counted);
		this.ended = false;
	}
}

/** The answer is to the first request of its window. */
function isFirst({ limit, remaining }: Pick<RateLimit, 'limit' | 'remaining'>): boolean {
	return remaining === limit - 1;
}
