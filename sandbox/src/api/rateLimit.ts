/** Fixed request windows per account (spec, Limits). */
import type { Clock } from '../time/clock';

export const PLAN_LIMITS = { starter: 100, pro: 500, enterprise: null } as const;

export interface RateLimits {
	/** Requests per window; null for none. */
	limit: number | null;
	windowSeconds: number;
}

interface Window {
	readonly endsAt: number;
	used: number;
}

export interface Permit {
	readonly allowed: boolean;
	readonly headers: Record<string, string>;
}

export class RateLimiter {
	private readonly windows = new Map<string, Window>();

	constructor(
		private readonly clock: Clock,
		private limits: RateLimits,
	) {}

	get settings(): RateLimits {
		return this.limits;
	}

	configure(limits: Partial<RateLimits>): void {
		this.limits = { ...this.limits, ...limits };
		this.clear();
	}

	clear(): void {
		this.windows.clear();
	}

	/** Counts one request of the account. An account without a limit gets no headers. */
	take(accountId: string): Permit {
		const { limit } = this.limits;
		if (limit === null) return { allowed: true, headers: {} };

		const now = this.clock.wallNow();
		const window = this.currentWindow(accountId, now);
		const allowed = window.used < limit;
		if (allowed) window.used += 1;
		const headers: Record<string, string> = {
			'X-RateLimit-Limit': String(limit),
			'X-RateLimit-Remaining': String(limit - window.used),
			// Rounded up: at the announced second the window has really been renewed.
			'X-RateLimit-Reset': String(Math.ceil(window.endsAt / 1000)),
		};
		if (!allowed) headers['Retry-After'] = String(Math.ceil((window.endsAt - now) / 1000));
		return { allowed, headers };
	}

	private currentWindow(accountId: string, now: number): Window {
		const open = this.windows.get(accountId);
		if (open !== undefined && now < open.endsAt) return open;
		const fresh: Window = { endsAt: now + this.limits.windowSeconds * 1000, used: 0 };
		this.windows.set(accountId, fresh);
		return fresh;
	}
}
