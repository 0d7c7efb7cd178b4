/** What is left of the account's rate limit, and when the service wants to be called again (spec, Limits 2, Errors). */

/** What `X-RateLimit-*` said. */
export interface RateLimit {
	limit: number;
	remaining: number;
	/** Unix seconds by the service's clock: identifies the window. */
	reset: number;
	/** The same instant on our clock, in milliseconds; never too early. */
	resetAt: number;
}

/** A reset further away than this is not a rate window but a mistake in the header. */
const LONGEST_WINDOW_MS = 60 * 60 * 1000;

export class RateWindow {
	private window: RateLimit | undefined;

	/** The window has ended, and no answer has come from the next one. */
	private ended = false;

	/** A request is under way that will tell what is left. */
	private scouting = false;

	/** Called before anything is asked: notices that the window has ended. */
	renew(now: number): void {
		if (this.ended || !this.window || now < this.window.resetAt) return;
		this.ended = true;
		this.scouting = false;
	}

	/** How many more requests may leave now. */
	places(inFlight: number): number {
		if (!this.window) return Infinity;
		// Others may have begun the next window: one request finds out what is left of it.
		if (this.ended) return this.scouting ? 0 : 1;
		return this.window.remaining - inFlight;
	}

	/** A request leaves. */
	take(): void {
		this.scouting = this.ended;
	}

	/** True when the window has no room left. Requests under way may not be counted in it yet. */
	isSpent(inFlight: number): boolean {
		if (!this.window || this.ended) return false;
		return this.window.remaining - inFlight <= 0;
	}

	/** When the window ends. */
	get resetAt(): number {
		return this.window?.resetAt ?? 0;
	}

	/**
	 * A request is answered, or given up.
	 * @param fine It was answered well: without a rate, the service tells of none any more.
	 * @param inFlight Those that are under way still.
	 */
	settle(rate: RateLimit | undefined, fine: boolean, inFlight: number, now: number): void {
		if (rate && rate.resetAt - now <= LONGEST_WINDOW_MS) this.learn(rate);
		else if (fine && this.ended) this.window = undefined;
		if (inFlight === 0) this.scouting = false;
	}

	private learn(rate: RateLimit): void {
		const known = this.window;
		// What belongs to a window that has passed came late.
		if (known && rate.reset < known.reset) return;
		this.window = { ...rate };
		this.ended = false;
		if (known?.reset !== rate.reset) return;
		this.window.remaining = Math.min(known.remaining, rate.remaining);
		// The service's clock shows whole seconds, so the earliest of the instants is the nearest.
		this.window.resetAt = Math.min(known.resetAt, rate.resetAt);
	}
}

/** A `Retry-After` longer than this is not a wait but a mistake in the header. */
const LONGEST_PAUSE_MS = 24 * 60 * 60 * 1000;

function readInteger(headers: Record<string, unknown>, name: string): number | undefined {
	const value = headers[name];
	return typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : undefined;
}

/** An instant in milliseconds, by the service's clock. */
export function readDate(headers: Record<string, unknown>, name = 'date'): number | undefined {
	const value = headers[name];
	const at = typeof value === 'string' ? Date.parse(value) : NaN;
	return Number.isNaN(at) ? undefined : at;
}

/** `Retry-After` is seconds (spec, Errors); HTTP also allows a date, as a proxy may send. */
export function readRetryAfterMs(headers: Record<string, unknown>, now: number): number {
	const seconds = readInteger(headers, 'retry-after');
	const date = readDate(headers, 'retry-after') ?? 0;
	const waitMs = seconds === undefined ? Math.max(0, date - (readDate(headers) ?? now)) : seconds * 1000;
	return waitMs > LONGEST_PAUSE_MS ? 0 : waitMs;
}

export function readRateLimit(headers: Record<string, unknown>, now: number): RateLimit | undefined {
	const limit = readInteger(headers, 'x-ratelimit-limit');
	const remaining = readInteger(headers, 'x-ratelimit-remaining');
	const reset = readInteger(headers, 'x-ratelimit-reset');
	// A limit of 0 cannot be meant: no request would ever leave again.
	if (!limit || remaining === undefined || reset === undefined) return undefined;
	// Against the answer's own Date, so that a wrong clock on either side does no harm.
	const windowMs = Math.max(0, reset * 1000 - (readDate(headers) ?? now));
	// A refusal says it too, and nearer: only one of its numbers is rounded.
	const retryAfterMs = remaining === 0 ? readRetryAfterMs(headers, now) : 0;
	return { limit, remaining, reset, resetAt: now + Math.min(windowMs, retryAfterMs || windowMs) };
}
